import { type Listen, type QuerySource, ReadQuery } from './read-query.ts';
import type { LiveQuery } from './snapshot.ts';

/** How many results without subscribers are kept, so that a view that comes back shows its last result at once. */
const MAX_UNUSED = 50;

/** Returns one query object per key, so that all subscribers of a query share its reads. */
export class QueryCache {
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
    // A query that is still loading is about to get its subscriber: a view asks for it before it subscribes.
    const unused = [...this.#queries].filter(
      ([, query]) => !query.isActive && query.getSnapshot().status !== 'loading',
    );
    for (const [key] of unused.slice(0, -MAX_UNUSED)) this.#queries.delete(key);
    return new ReadQuery(source, this.#listen);
  }
}
