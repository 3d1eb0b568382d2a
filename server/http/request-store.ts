import type { KerbsideEvent } from '../../src/domain/events.ts';
import { EventHub } from '../../src/operations/events.ts';
import type { GuardedStore } from '../auth/guarded-store.ts';
import type { StoredState } from '../store/stored-state.ts';

/** Changes an inspection in the commit of a request. `before` is undefined if the request creates the inspection. */
export type CommitChange = (state: StoredState, before: StoredState | undefined) => StoredState;

/** The store of one request. */
export interface RequestStore extends GuardedStore {
  /** Returns an inspection as this request last read or wrote it. */
  stateOf(inspectionId: string): StoredState | undefined;
  /** Applies a change to everything that this request commits from now on. A request can commit several times. */
  changeCommits(change: CommitChange): void;
}

/** Creates the store of one request. It remembers inspections, so that none is read twice to make one response. */
export function createRequestStore(store: GuardedStore): RequestStore {
  const states = new Map<string, StoredState>();
  const changes: CommitChange[] = [];
  const remember = (state: StoredState) => states.set(state.inspection.id, state);
  return {
    ...store,
    stateOf: (inspectionId) => states.get(inspectionId),
    changeCommits: (change) => void changes.push(change),
    async load(inspectionId) {
      const loaded = await store.load(inspectionId);
      if (loaded) remember(loaded.state);
      return loaded;
    },
    async list(query) {
      const slice = await store.list(query);
      for (const state of slice.records) remember(state);
      return slice;
    },
    async commit(commit) {
      const before = states.get(commit.state.inspection.id);
      const state = changes.reduce<StoredState>((changed, change) => change(changed, before), commit.state);
      const done = await store.commit({ ...commit, state });
      if (done) remember(state);
      return done;
    },
  };
}

/** Events of changes that are not committed yet. */
export interface HeldEvents {
  /** Where the changes publish. */
  events: EventHub;
  /** Publishes the events, in order. Call it after the commit of the transaction. */
  publish(): void;
}

/**
 * Holds the events of changes inside a transaction until it is committed. Whoever gets an event reads the database, and
 * before the commit the change is not there.
 */
export function createHeldEvents(target: EventHub): HeldEvents {
  const held: KerbsideEvent[] = [];
  const channel = {
    post: (event: unknown) => void held.push(event as KerbsideEvent),
    onMessage() {},
    close() {},
  };
  return {
    events: new EventHub(channel),
    publish() {
      for (const event of held.splice(0)) target.publish(event);
    },
  };
}
