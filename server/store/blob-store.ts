/** Where photos and reports lie, under names that this service made. Nothing a client sends is part of a name. */
export interface BlobStore {
  /** All of it or nothing: a reader never sees half a file. */
  put(id: string, bytes: ArrayBuffer, type: string): Promise<void>;
  get(id: string): Promise<ArrayBuffer | undefined>;
  /** Of what is not there: nothing happens. */
  delete(id: string): Promise<void>;
}

const OUR_NAME = /^[0-9a-f-]{36}$/;

/** Blob ids are UUIDs of ours; anything else on its way to a file system or a bucket is a bug, and stops here. */
export function requireBlobId(id: string): string {
  if (!OUR_NAME.test(id)) throw new RangeError(`"${id}" is no name of a blob`);
  return id;
}
