import type { KerbsideDatabase } from './schema.ts';

/** The types of IndexedDB with the keys and values of this database's schema. */

export type StoreName = keyof KerbsideDatabase;

export interface Transaction<Mode extends IDBTransactionMode> extends Omit<IDBTransaction, 'objectStore'> {
  readonly mode: Mode;
  objectStore<Name extends StoreName>(
    name: Name,
  ): Mode extends 'readonly' ? ReadableStore<Name> : WritableStore<Name>;
}

type Key<Name extends StoreName> = KerbsideDatabase[Name]['key'];
type Value<Name extends StoreName> = KerbsideDatabase[Name]['value'];
type Indexes<Name extends StoreName> = KerbsideDatabase[Name] extends { indexes: infer All } ? All : never;

/** What a store and an index have in common. The key of an index is not the key of its records. */
interface Readable<QueryKey, PrimaryKey, Record> {
  get(query: QueryKey | IDBKeyRange): IDBRequest<Record | undefined>;
  getKey(query: QueryKey | IDBKeyRange): IDBRequest<PrimaryKey | undefined>;
  getAll(query?: QueryKey | IDBKeyRange, limit?: number): IDBRequest<Record[]>;
  getAllKeys(query?: QueryKey | IDBKeyRange): IDBRequest<PrimaryKey[]>;
  count(query?: QueryKey | IDBKeyRange): IDBRequest<number>;
  openCursor(query?: IDBKeyRange, direction?: IDBCursorDirection): IDBRequest<Cursor<Record> | null>;
}

export interface Cursor<Record> {
  readonly value: Record;
  continue(): void;
}

interface ReadableStore<Name extends StoreName> extends Readable<Key<Name>, Key<Name>, Value<Name>> {
  index<Index extends keyof Indexes<Name>>(
    name: Index,
  ): Readable<Indexes<Name>[Index], Key<Name>, Value<Name>>;
}

interface WritableStore<Name extends StoreName> extends ReadableStore<Name> {
  /** `key` is given only to stores whose records have none of their own. */
  put(value: Value<Name>, key?: Key<Name>): IDBRequest<Key<Name>>;
  add(value: Value<Name>, key?: Key<Name>): IDBRequest<Key<Name>>;
  delete(query: Key<Name> | IDBKeyRange): IDBRequest<undefined>;
}
