import { type InspectionState, notFoundError } from '../../src/rules/state.ts';
import type { ListQuery, Store } from '../../src/store/store.ts';
import type { PostgresStore } from '../store/postgres-store.ts';
import type { Identity } from './permissions.ts';
import { type Access, canAccess, canCreate, canList, forbiddenError } from './permissions.ts';

/** A store with the permissions of one caller. */
export interface GuardedStore
  extends Store,
    Pick<PostgresStore, 'count' | 'findPhoto' | 'listFleet' | 'summarizeFleet'> {
  /**
   * Checks that the caller may change this inspection, or create one if the id is undefined.
   *
   * @throws `not_found` or `forbidden`.
   */
  requireChangeAllowed(inspectionId: string | undefined): Promise<void>;
  /** Returns an inspection if the caller may read it, whatever the access of this store. */
  loadReadable(inspectionId: string): Promise<InspectionState | undefined>;
}

/**
 * Creates the store of one caller. Every operation reads and writes through it, so no endpoint can omit the check.
 * Inspections that the caller may not read do not exist in it. A change to one that the caller may only read throws
 * `forbidden`.
 */
export function createGuardedStore(store: PostgresStore, identity: Identity, access: Access): GuardedStore {
  const isAllowed = (state: InspectionState | undefined): boolean => {
    if (!state) return false;
    if (canAccess(identity, access, state.inspection)) return true;
    if (!canAccess(identity, 'read', state.inspection)) return false;
    throw forbiddenError(`The token has no permission to ${access} this inspection.`);
  };
  const requireList = ({ scope }: ListQuery) => {
    if (!canList(identity, scope))
      throw forbiddenError('The token has no permission for this ownership filter.');
  };
  const load = async (inspectionId: string) => {
    const loaded = await store.load(inspectionId);
    return isAllowed(loaded?.state) ? loaded : undefined;
  };
  const requireCreate = () => {
    if (!canCreate(identity)) throw forbiddenError('The token has no permission to create inspections.');
  };
  return {
    load,
    async requireChangeAllowed(inspectionId) {
      if (inspectionId === undefined) return requireCreate();
      if (!(await load(inspectionId))) throw notFoundError('inspection', inspectionId);
    },
    async loadReadable(inspectionId) {
      const { state } = (await store.load(inspectionId)) ?? {};
      return state && canAccess(identity, 'read', state.inspection) ? state : undefined;
    },
    async list(query) {
      requireList(query);
      return store.list(query);
    },
    async count(query) {
      requireList(query);
      return store.count(query);
    },
    async listFleet(query) {
      requireList(query);
      return store.listFleet(query);
    },
    async summarizeFleet(query) {
      requireList(query);
      return store.summarizeFleet(query);
    },
    async commit(commit) {
      if (commit.expectedVersion === 0) requireCreate();
      else if (!isAllowed(commit.state)) throw notFoundError('inspection', commit.state.inspection.id);
      return store.commit({ ...commit, operations: [] }); // the service has no outbox
    },
    async photo(imageId) {
      const photo = await store.photo(imageId);
      return photo && isAllowed((await store.load(photo.inspectionId))?.state) ? photo : undefined;
    },
    async findPhoto(imageId) {
      const photo = await store.findPhoto(imageId);
      return photo && isAllowed((await store.load(photo.inspectionId))?.state) ? photo : undefined;
    },
    operations: async () => [],
    purge: () => Promise.reject(forbiddenError('Inspections of this service cannot be purged.')),
    counts: () => store.counts(),
    close() {},
  };
}
