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
