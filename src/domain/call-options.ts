/** Options that every call accepts as its last argument. */
export interface CallOptions {
  /** Aborts the call: it rejects with `aborted`. A change that is already committed is not undone. */
  signal?: AbortSignal | undefined;
}

/** The bytes of a photo: a `File` of an input, a `Blob`, an `ArrayBuffer` or a typed array. JPEG, PNG, WebP, AVIF or HEIC. */
export type PhotoSource = Blob | ArrayBuffer | ArrayBufferView;
