import { type InspectionState, notFoundError } from '../../src/rules/state.ts';
import type { ListQuery, Store } from '../../src/store/store.ts';
import type { PostgresStore } from '../store/postgres-store.ts';
import type { Identity } from './permissions.ts';
import { type Access, canAccess, canCreate, canList, forbiddenError } from './permissions.ts';

export interface GuardedStore extends Store, Pick<PostgresStore, 'count'> {
  /** Throws what a change would throw that the caller may not make: to this inspection, or to a new one. */
  requireChangeAllowed(inspectionId: string | undefined): Promise<void>;
  /** An inspection that the caller may read, whether or not they may do more. */
  loadReadable(inspectionId: string): Promise<InspectionState | undefined>;
}

/**
 * The store as one caller may see it. Every operation reads and writes through here, so no endpoint can forget to ask:
 * what the caller may not read is not there, what they may read but not change is refused.
 */
export function createGuardedStore(store: PostgresStore, identity: Identity, access: Access): GuardedStore {
  const allowed = (state: InspectionState | undefined): boolean => {
    if (!state) return false;
    if (canAccess(identity, access, state.inspection)) return true;
    if (!canAccess(identity, 'read', state.inspection)) return false;
    throw forbiddenError(`The token does not permit to ${access} this inspection.`);
  };
  const refuseList = ({ scope }: ListQuery) => {
    if (!canList(identity, scope)) throw forbiddenError('The token does not permit this ownership filter.');
  };
  const load = async (inspectionId: string) => {
    const loaded = await store.load(inspectionId);
    return allowed(loaded?.state) ? loaded : undefined;
  };
  const refuseNew = () => {
    if (!canCreate(identity)) throw forbiddenError('The token does not permit to create inspections.');
  };
  return {
    load,
    async requireChangeAllowed(inspectionId) {
      if (inspectionId === undefined) return refuseNew();
      if (!(await load(inspectionId))) throw notFoundError('inspection', inspectionId);
    },
    async loadReadable(inspectionId) {
      const { state } = (await store.load(inspectionId)) ?? {};
      return state && canAccess(identity, 'read', state.inspection) ? state : undefined;
    },
    async list(query) {
      refuseList(query);
      return store.list(query);
    },
    async count(query) {
      refuseList(query);
      return store.count(query);
    },
    async commit(commit) {
      if (commit.expectedVersion === 0) refuseNew();
      else if (!allowed(commit.state)) throw notFoundError('inspection', commit.state.inspection.id);
      return store.commit({ ...commit, operations: [] }); // there is nobody to replay them to
    },
    async photo(imageId) {
      const photo = await store.photo(imageId);
      return photo && allowed((await store.load(photo.inspectionId))?.state) ? photo : undefined;
    },
    operations: async () => [],
    purge: () => Promise.reject(forbiddenError('Nobody purges inspections of this service.')),
    counts: () => store.counts(),
    close() {},
  };
}
