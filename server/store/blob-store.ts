/** Stores photos and reports by id. The service creates the ids; nothing from a client is part of one. */
export interface BlobStore {
  /** Stores the whole blob or nothing: a reader never gets a partial one. */
  put(id: string, bytes: ArrayBuffer, type: string): Promise<void>;
  /** Returns undefined if the blob does not exist. */
  get(id: string): Promise<ArrayBuffer | undefined>;
  /** Does nothing if the blob does not exist. */
  delete(id: string): Promise<void>;
}

const UUID = /^[0-9a-f-]{36}$/;

/** Checks that an id is a UUID before it becomes part of a path or URL. Anything else is a bug. */
export function requireBlobId(id: string): string {
  if (!UUID.test(id)) throw new RangeError(`"${id}" is not a blob id`);
  return id;
}
