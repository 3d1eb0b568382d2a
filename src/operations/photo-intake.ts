import type { PhotoSource } from '../domain/api.ts';
import { invalidField } from '../domain/check.ts';
import type { Acquisition } from '../domain/image.ts';
import { LIMITS } from '../domain/limits.ts';
import { abortedError, KerbsideError } from '../errors.ts';
import { readPhotoHeader } from '../photo/header/read-header.ts';
import type { Platform } from '../platform/ports.ts';
import type { PhotoFacts } from '../rules/images.ts';

export interface PhotoIntakeDeps {
  platform: Pick<Platform, 'sha256' | 'fetch'>;
  maxBytes: number;
}

/**
 * Takes a photo in: from the bytes handed over, or from `acquisition.url`. Type and size come from the header;
 * no pixel is decoded. What is no image, or over a limit, is refused before anything is written.
 */
export async function takePhoto(
  source: PhotoSource | undefined,
  acquisition: Acquisition | undefined,
  { platform, maxBytes }: PhotoIntakeDeps,
  signal?: AbortSignal,
): Promise<PhotoFacts> {
  const bytes =
    source === undefined
      ? await download(acquisition?.url, platform, maxBytes, signal)
      : await bytesOf(source, maxBytes);
  const read = readPhotoHeader(new Uint8Array(bytes));
  if (!read.ok) throw new KerbsideError('photo_invalid', read.message, { details: { reason: read.reason } });
  const { type, width, height } = read.header;
  refuseSize(width, height);
  return { bytes, type, width, height, sha256: await platform.sha256(bytes) };
}

/** A copy of our own: what the caller does to its buffer afterwards must not reach the hash or the store. */
async function bytesOf(source: PhotoSource, maxBytes: number): Promise<ArrayBuffer> {
  if (source instanceof Blob) {
    refuseBytes(source.size, maxBytes);
    try {
      return await source.arrayBuffer();
    } catch (cause) {
      throw unreadable('it was moved or deleted after it was chosen. Choose it again', cause);
    }
  }
  if (!(source instanceof ArrayBuffer) && !ArrayBuffer.isView(source)) {
    throw invalidField('photo', 'a Blob, File, ArrayBuffer or typed array', typeof source);
  }
  refuseBytes(source.byteLength, maxBytes);
  try {
    const view = ArrayBuffer.isView(source)
      ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
      : new Uint8Array(source);
    return new Uint8Array(view).buffer;
  } catch (cause) {
    throw unreadable('its buffer was handed to a worker or another window. Pass a copy', cause);
  }
}

function unreadable(why: string, cause: unknown): KerbsideError {
  return new KerbsideError('photo_invalid', `The photo could not be read; ${why}.`, {
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
  try {
    const response = await platform.fetch(url, signal ? { signal } : {});
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    refuseBytes(Number(response.headers.get('content-length') ?? 0), maxBytes);
    const bytes = await response.arrayBuffer();
    refuseBytes(bytes.byteLength, maxBytes);
    return bytes;
  } catch (cause) {
    if (cause instanceof KerbsideError) throw cause;
    if (signal?.aborted) throw abortedError(signal);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new KerbsideError('photo_unavailable', `The photo at ${url} could not be fetched: ${reason}.`, {
      details: { url },
      cause,
      retryable: true,
    });
  }
}

function refuseBytes(bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new KerbsideError(
    'photo_too_large',
    `The photo has ${megabytes(bytes)}, over the limit of ${megabytes(maxBytes)}; take it at a lower resolution.`,
    { details: { bytes, maxBytes } },
  );
}

function refuseSize(width: number, height: number): void {
  if (Math.min(width, height) < LIMITS.photoMinSide) {
    throw new KerbsideError(
      'photo_invalid',
      `The photo is ${width} x ${height} pixels; both sides must have at least ${LIMITS.photoMinSide}.`,
      { details: { reason: 'too_small', width, height } },
    );
  }
  if (width * height > LIMITS.photoMaxPixels) {
    throw new KerbsideError(
      'photo_too_large',
      `The photo is ${width} x ${height} pixels, over the limit of ${LIMITS.photoMaxPixels / 1e6} megapixels.`,
      { details: { width, height, maxPixels: LIMITS.photoMaxPixels } },
    );
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / (1024 * 1024)).toFixed(1)} MiB`;
}
