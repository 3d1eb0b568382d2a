import type { PhotoSource } from '../domain/api.ts';
import { invalidField } from '../domain/check.ts';
import type { ImageRotation } from '../domain/enums.ts';
import type { Acquisition } from '../domain/image.ts';
import { LIMITS } from '../domain/limits.ts';
import { abortedError, KerbsideError } from '../errors.ts';
import { requirePhotoHeader } from '../photo/header/read-header.ts';
import { type IdleTimeout, withIdleTimeout } from '../platform/idle-timeout.ts';
import { loadChunk } from '../platform/load-chunk.ts';
import type { Platform } from '../platform/ports.ts';
import { rejectOnAbort } from '../platform/reject-on-abort.ts';
import type { Slots } from '../platform/slots.ts';
import type { PhotoInput } from '../rules/images.ts';

/** A photo to ingest: its source, or where to download it from. */
export interface NewPhoto {
  source?: PhotoSource | undefined;
  acquisition?: Acquisition | undefined;
  /** @default 'NO_ROTATION' */
  rotateImageBeforeUpload?: ImageRotation | undefined;
  signal?: AbortSignal | undefined;
}

export interface IngestPhotoDeps {
  platform: Pick<Platform, 'sha256' | 'fetch'>;
  /** The largest photo that is accepted, in bytes. */
  maxBytes: number;
  /** Limits how many photos are downloaded at the same time. */
  downloads: Slots;
}

/**
 * Reads a photo from its source or from `acquisition.url`, checks it, rotates it and hashes it. Type and size come from the
 * header; pixels are not decoded. Nothing is written.
 *
 * @throws `photo_invalid` if it is not an image, too small or cannot be rotated, `photo_too_large` if it exceeds a limit,
 * `photo_unavailable` if the download fails, `invalid_input` if there is neither source nor URL.
 */
export async function ingestPhoto(
  { source, acquisition, rotateImageBeforeUpload = 'NO_ROTATION', signal }: NewPhoto,
  { platform, maxBytes, downloads }: IngestPhotoDeps,
): Promise<PhotoInput> {
  const given =
    source === undefined
      ? await downloads.run(() => download(acquisition?.url, platform, maxBytes, signal))
      : await copyBytes(source, maxBytes);
  const header = requirePhotoHeader(given);
  const { type } = header;
  const turns = QUARTER_TURNS[rotateImageBeforeUpload];
  const bytes = turns === 0 ? given : (await loadRotation()).rotatePhoto(given, header, turns);
  checkByteLength(bytes.byteLength, maxBytes);
  const { width, height } = turns === 0 ? header : requirePhotoHeader(bytes);
  checkDimensions(width, height);
  return { bytes, type, width, height, sha256: await platform.sha256(bytes) };
}

/**
 * Returns a function that ingests the photo when it is called. Bytes in memory are copied now: the caller may change them
 * later.
 */
export function prepareIngest(photo: NewPhoto, deps: IngestPhotoDeps): () => Promise<PhotoInput> {
  const { source } = photo;
  if (source === undefined || source instanceof Blob) return () => ingestPhoto(photo, deps);
  const started = ingestPhoto(photo, deps);
  started.catch(() => {}); // the caller of the returned function handles it
  return () => started;
}

/** Loaded on demand: few apps rotate photos. */
const loadRotation = () => loadChunk('rotates photos', () => import('../photo/rotate-photo.ts'));

const QUARTER_TURNS = { NO_ROTATION: 0, CLOCKWISE_90: 1, CLOCKWISE_180: 2, CLOCKWISE_270: 3 } as const;

/** Copies the bytes: later changes to the caller's buffer must not affect the hash or the stored photo. */
async function copyBytes(source: PhotoSource, maxBytes: number): Promise<ArrayBuffer> {
  if (source instanceof Blob) {
    checkByteLength(source.size, maxBytes);
    try {
      return await source.arrayBuffer();
    } catch (cause) {
      throw unreadableError('the file was moved or deleted after it was selected. Select it again', cause);
    }
  }
  if (!(source instanceof ArrayBuffer) && !ArrayBuffer.isView(source)) {
    throw invalidField('photo', 'a Blob, File, ArrayBuffer or typed array', typeof source);
  }
  checkByteLength(source.byteLength, maxBytes);
  try {
    const view = ArrayBuffer.isView(source)
      ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
      : new Uint8Array(source);
    return new Uint8Array(view).buffer;
  } catch (cause) {
    throw unreadableError('its buffer was transferred to a worker or another window. Pass a copy', cause);
  }
}

function unreadableError(reason: string, cause: unknown): KerbsideError {
  return new KerbsideError('photo_invalid', `The photo cannot be read: ${reason}.`, {
    details: { reason: 'unreadable' },
    cause,
  });
}

async function download(
  url: string | undefined,
  platform: Pick<Platform, 'fetch'>,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  if (url === undefined)
    throw invalidField('photo', 'a photo, or acquisition.url to fetch it from', 'neither');
  const timeout = withIdleTimeout(IDLE_TIMEOUT_MS, signal);
  try {
    const fetched = platform.fetch(url, { signal: timeout.signal });
    const response = await rejectOnAbort(fetched, timeout.signal);
    if (!response.ok) throw new Error(`the server responded with status ${response.status}`);
    checkByteLength(Number(response.headers.get('content-length') ?? 0), maxBytes);
    return await rejectOnAbort(readBytes(response, maxBytes, timeout), timeout.signal);
  } catch (cause) {
    if (signal?.aborted) throw abortedError(signal);
    const failure: unknown = timeout.signal.aborted ? timeout.signal.reason : cause;
    if (failure instanceof KerbsideError) throw failure;
    const reason = failure instanceof Error ? failure.message : String(failure);
    throw new KerbsideError('photo_unavailable', `The photo at ${url} could not be downloaded: ${reason}.`, {
      details: { url },
      cause,
      retryable: true,
    });
  } finally {
    timeout.clear();
  }
}

/** A download that gets no data for this long has failed: others wait for its slot. */
const IDLE_TIMEOUT_MS = 30_000;

async function readBytes({ body }: Response, maxBytes: number, timeout: IdleTimeout): Promise<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    timeout.reset();
    chunks.push(read.value);
    length += read.value.byteLength;
    checkByteLength(length, maxBytes);
  }
  return new Blob(chunks).arrayBuffer();
}

/** @throws `photo_too_large`. */
export function checkByteLength(bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new KerbsideError(
    'photo_too_large',
    `The photo has ${toMebibytes(bytes)}, more than the limit of ${toMebibytes(maxBytes)}. Take it at a lower resolution.`,
    { details: { bytes, maxBytes } },
  );
}

/** @throws `photo_invalid` if the photo is too small, `photo_too_large` if it has too many pixels. */
export function checkDimensions(width: number, height: number): void {
  if (Math.min(width, height) < LIMITS.photoMinSide) {
    throw new KerbsideError(
      'photo_invalid',
      `The photo is ${width} x ${height} pixels. Each side must have at least ${LIMITS.photoMinSide}.`,
      { details: { reason: 'too_small', width, height } },
    );
  }
  if (width * height > LIMITS.photoMaxPixels) {
    throw new KerbsideError(
      'photo_too_large',
      `The photo is ${width} x ${height} pixels, more than the limit of ${LIMITS.photoMaxPixels / 1e6} megapixels.`,
      { details: { width, height, maxPixels: LIMITS.photoMaxPixels } },
    );
  }
}

function toMebibytes(bytes: number): string {
  return `${(bytes / (1024 * 1024)).toFixed(1)} MiB`;
}
