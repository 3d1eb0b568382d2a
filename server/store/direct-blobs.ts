/** A file as a client declares it before it uploads it. */
export interface DeclaredFile {
  size: number;
  type: string;
  /** Lower-case hex. */
  sha256: string;
}

/** A request that a client makes to the bucket itself. */
export interface SignedRequest {
  url: string;
  /** The request must have these headers. */
  headers: Record<string, string>;
}

/** The facts of a bucket about an object. */
export interface ObjectFacts {
  size: number;
  /** Lower-case hex, as the bucket computed it. Undefined if the bucket computes none. */
  sha256: string | undefined;
}

/**
 * The operations of a bucket beyond those of a blob store: clients read and write objects themselves, with URLs that the service
 * signs. The bytes do not pass through the service.
 */
export interface DirectBlobs {
  /** Returns the request that writes an object: of this key, size and type and, if there is a hash, of this content. */
  signPut(
    key: string,
    file: Pick<DeclaredFile, 'size' | 'type'> & { sha256?: string },
  ): Promise<SignedRequest>;
  /** Returns a URL that reads a blob. It stays the same for a while, so that browsers can cache the response. */
  signGet(id: string, type: string): Promise<string>;
  /** Returns undefined if the object does not exist. */
  getFacts(key: string): Promise<ObjectFacts | undefined>;
  /** Returns bytes of an object. `end` is exclusive. */
  readRange(key: string, start: number, end: number): Promise<ArrayBuffer>;
  /** Returns the bytes of an object as they arrive, or undefined if it does not exist. */
  open(key: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Makes one object of several, in the bucket. All but the last have at least 5 MiB. */
  join(keys: readonly string[], target: string, type: string): Promise<void>;
  /** Deletes objects. Does nothing for those that do not exist. */
  remove(keys: readonly string[]): Promise<void>;
}

/** How long a client may take from an URL to the start of its upload. */
export const PUT_SECONDS = 3_600;
/** How long a URL of a photo or report works, at least half of it. */
export const GET_SECONDS = 7_200;
