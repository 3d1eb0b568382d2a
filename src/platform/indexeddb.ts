/** Promises over IndexedDB: as much of it as the databases of this library need. */

interface OpenCallbacks {
  /** Creates or changes the schema. `from` is 0 if the database is new. */
  upgrade?(database: IDBDatabase, from: number, transaction: IDBTransaction): void;
  /** Another connection is in the way of the upgrade. */
  blocked?(): void;
  /** This connection is in the way: close it. `version` is null if the database is deleted. */
  blocking?(database: IDBDatabase, version: number | null): void;
  /** The browser closed the connection. */
  terminated?(): void;
}

export async function openDatabase(
  name: string,
  version: number,
  { upgrade, blocked, blocking, terminated }: OpenCallbacks = {},
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = ({ oldVersion }) => {
    if (request.transaction) upgrade?.(request.result, oldVersion, request.transaction);
  };
  request.onblocked = () => blocked?.();
  const database = await toPromise(request);
  database.onversionchange = ({ newVersion }) => blocking?.(database, newVersion);
  database.onclose = () => terminated?.();
  return database;
}

export async function deleteDatabase(name: string): Promise<void> {
  await toPromise(indexedDB.deleteDatabase(name));
}

/** Resolves with the result of a request. For a cursor: call it again after `continue`. */
export function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves when the transaction is complete. Rejects when it is aborted. */
export function whenComplete(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new DOMException('AbortError', 'AbortError'));
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('error', fail);
    transaction.addEventListener('abort', fail);
  });
}
