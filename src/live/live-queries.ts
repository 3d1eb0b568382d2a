import type { TaskNameInput } from '../domain/api/inspection-api.ts';
import type { SyncStatus } from '../domain/api/sync-status.ts';
import { EVENT_TYPES, type KerbsideEvent } from '../domain/events.ts';
import type { ListInspectionsInput } from '../domain/records/inspection.ts';
import type { ModelProgress } from './model-progress.ts';
import {
  customSource,
  inspectionSource,
  inspectionsSource,
  type LiveInspection,
  type LiveInspectionOptions,
  type LiveInspections,
  type LiveSource,
  type LiveTask,
  modelProgressSource,
  syncStatusSource,
  taskSource,
} from './query-sources.ts';
import { type Listen, type QuerySource, ReadQuery } from './read-query.ts';
import type { LiveQuery } from './snapshot.ts';

/** Queries whose results follow the database. */
export interface LiveQueries {
  /**
   * Returns the query for one inspection.
   *
   * @param id - The local or remote id. If there is no such inspection, the query fails with `not_found` until it is
   * created or imported.
   */
  inspection(id: string, options?: LiveInspectionOptions): LiveQuery<LiveInspection>;
  /**
   * Returns the query for a page of inspections.
   *
   * @param filter - The options of `inspections.getMany`. Equal filters share one query.
   */
  inspections(filter?: ListInspectionsInput): LiveQuery<LiveInspections>;
  /** Returns the query for one task with its progress. */
  task(inspectionId: string, name: TaskNameInput): LiveQuery<LiveTask>;
  /** Returns the query for the state of the outbox. It fails with `unsupported` if sync is not configured. */
  syncStatus(): LiveQuery<SyncStatus>;
  /** Returns the query for the downloads of models and runtimes in this tab. It reads nothing from the database. */
  modelProgress(): LiveQuery<ModelProgress>;
  /**
   * Returns a new query for anything else, such as a comparison or the storage in use.
   *
   * @param read - Reads the data. It runs again after each event except progress. The data is plain: objects, arrays and
   * primitives.
   */
  query<Data>(read: () => Promise<Data>): LiveQuery<Data>;
}

const cached = new WeakMap<LiveSource, LiveQueries>();

/**
 * Returns the live queries of a `Kerbside`: always the same object, so that all parts of an app share their reads.
 *
 * @example
 * ```ts
 * const query = liveQueries(kerbside).inspection(id);
 * const unsubscribe = query.subscribe(() => {
 *   const { data, error } = query.getSnapshot();
 *   if (data) showDamages(Object.values(data.entities.damages));
 *   else if (error) showError(error.message);
 * });
 * ```
 */
export function liveQueries(kerbside: LiveSource): LiveQueries {
  const queries = cached.get(kerbside) ?? createLiveQueries(kerbside);
  cached.set(kerbside, queries);
  return queries;
}

function createLiveQueries(kerbside: LiveSource): LiveQueries {
  const listen = shareListeners(kerbside);
  const cache = new QueryCache(listen);
  return {
    inspection: (id, { showDeletedObjects = false } = {}) =>
      cache.get(`inspection ${showDeletedObjects} ${id}`, () =>
        inspectionSource(kerbside, id, { showDeletedObjects }),
      ),
    inspections: (filter = {}) =>
      cache.get(`inspections ${toKey(filter)}`, () => inspectionsSource(kerbside, { ...filter })),
    task: (id, name) => cache.get(`task ${name} ${id}`, () => taskSource(kerbside, id, name)),
    syncStatus: () => cache.get('sync status', () => syncStatusSource(kerbside)),
    modelProgress: () => cache.get('model progress', modelProgressSource),
    query: (read) => new ReadQuery(customSource(read), listen),
  };
}

/** How many results without subscribers are kept, so that a view that comes back shows its last result at once. */
const MAX_UNUSED = 50;

/** Returns one query object per key, so that all subscribers of a query share its reads. */
class QueryCache {
  readonly #listen: Listen;
  /** The query that was asked for last is the last one. */
  readonly #queries = new Map<string, ReadQuery<unknown>>();

  constructor(listen: Listen) {
    this.#listen = listen;
  }

  /**
   * Returns the query with this key.
   *
   * @param createSource - Creates its source if there is no such query yet. A key always has the same kind of source.
   */
  get<Data>(key: string, createSource: () => QuerySource<Data>): LiveQuery<Data> {
    const query = (this.#queries.get(key) as ReadQuery<Data> | undefined) ?? this.#create(createSource());
    this.#queries.delete(key);
    this.#queries.set(key, query as ReadQuery<unknown>);
    return query;
  }

  #create<Data>(source: QuerySource<Data>): ReadQuery<Data> {
    // Views get a query before they subscribe: a loading one without a subscriber is kept.
    const unused = [...this.#queries].filter(
      ([, query]) => !query.isActive && query.getSnapshot().status !== 'loading',
    );
    for (const [key] of unused.slice(0, -MAX_UNUSED)) this.#queries.delete(key);
    return new ReadQuery(source, this.#listen);
  }
}

/** Returns equal texts for equal filters, in whatever order they have their fields. */
function toKey(filter: ListInspectionsInput): string {
  const fields = Object.entries(filter).filter(([, value]) => value !== undefined);
  return JSON.stringify(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Connects any number of queries to the events of a `Kerbside` with one handler per event type, while there are queries. */
function shareListeners(kerbside: LiveSource): Listen {
  const queries = new Set<(event: KerbsideEvent) => void>();
  let unsubscribes: (() => void)[] = [];
  const dispatch = (event: KerbsideEvent) => {
    for (const onEvent of [...queries]) onEvent(event);
  };
  return (onEvent) => {
    if (queries.size === 0) unsubscribes = EVENT_TYPES.map((type) => kerbside.on(type, dispatch));
    queries.add(onEvent);
    return () => {
      queries.delete(onEvent);
      if (queries.size > 0) return;
      for (const unsubscribe of unsubscribes.splice(0)) unsubscribe();
    };
  };
}
