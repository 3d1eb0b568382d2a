import type { PhotoSource } from '../domain/api/inspection-api.ts';
import { invalidField } from '../domain/check.ts';
import type { ImageRotation } from '../domain/enums.ts';
import type { Acquisition } from '../domain/records/image.ts';
import { KerbsideError } from '../errors.ts';
import { ByteReader } from '../photo/header/byte-reader.ts';
import { readFormat, requireHeader } from '../photo/header/header-result.ts';
import { JPEG } from '../photo/header/jpeg.ts';
import type { PhotoHeader } from '../photo/header/photo-header.ts';
import type { Platform } from '../platform/ports.ts';
import { rejectOnAbort } from '../platform/reject-on-abort.ts';
import type { Slots } from '../platform/slots.ts';
import type { PhotoInput } from '../rules/images.ts';
import type { Rule } from '../rules/rule.ts';
import type { Changes } from './changes.ts';
import { checkByteLength, checkDimensions } from './photo-limits.ts';
import type { StorageGuard } from './storage-guard.ts';

/** The parts of a host that record photos. */
interface PhotoRecorder {
  changes: Changes;
  guard: StorageGuard;
  ingestDeps: IngestPhotoDeps;
  orderedPhotos: OrderedWork;
}

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
  /**
   * Loads what few photos need.
   *
   * @param purpose - What it is needed for ("rotates photos"), for the error message.
   * @throws `code_unavailable`
   */
  loadRare(purpose: string): Promise<typeof import('./rare-host-code.ts')>;
}

/**
 * Ingests a photo and applies a rule with it. Photos of one inspection are recorded in call order. Downloads are recorded as
 * they arrive: one that stalls holds no other photo.
 *
 * @param createRule - Creates the rule that records the photo.
 */
export function addPhoto<A>(
  { changes, guard, ingestDeps, orderedPhotos }: PhotoRecorder,
  inspectionId: string,
  newPhoto: NewPhoto,
  createRule: (photo: PhotoInput) => Rule<A>,
): Promise<A> {
  const { source, signal } = newPhoto;
  const prepare = prepareIngest(newPhoto, ingestDeps);
  const finish = (photo: PhotoInput) =>
    guard.reserveSpace(photo.bytes.byteLength, () => changes.apply(inspectionId, createRule(photo), signal));
  if (source === undefined) return prepare().then(finish);
  return orderedPhotos.run(inspectionId, { prepare, finish }, signal);
}

/** Runs work in two steps: `prepare` runs in parallel, `finish` runs one at a time in call order. */
export interface OrderedWork {
  /**
   * Work waits only for work with the same key. Work that fails or is aborted is skipped: later work finishes as soon as
   * the work before it has ended.
   */
  run<Prepared, T>(
    key: string,
    steps: { prepare(): Promise<Prepared>; finish(prepared: Prepared): Promise<T> },
    signal?: AbortSignal,
  ): Promise<T>;
}

/** @param maxPrepared - How many items of one key may be prepared but not finished. */
export function createOrderedWork(maxPrepared: number): OrderedWork {
  /** The last `maxPrepared` items by key. Each promise resolves after all items before it. */
  const queues = new Map<string, Promise<void>[]>();
  return {
    run(key, { prepare, finish }, signal) {
      const queue = queues.get(key) ?? [];
      const [slot, previous] = [queue.at(-maxPrepared), queue.at(-1)];
      const prepareInTurn = async () => {
        await slot;
        const prepared = await prepare();
        await previous;
        return prepared;
      };
      const result = rejectOnAbort(prepareInTurn(), signal).then(finish);
      const end = Promise.allSettled([previous, result]).then(() => {
        if (queues.get(key)?.at(-1) === end) queues.delete(key);
      });
      queues.set(key, [...queue, end].slice(-maxPrepared));
      return result;
    },
  };
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
  deps: IngestPhotoDeps,
): Promise<PhotoInput> {
  const { platform, maxBytes, downloads, loadRare } = deps;
  const given =
    source === undefined
      ? await downloads.run(() => download(acquisition?.url, deps, signal))
      : await copyBytes(source, maxBytes);
  const header = await readHeader(given, deps);
  const { type } = header;
  const turns = QUARTER_TURNS[rotateImageBeforeUpload];
  const bytes = turns === 0 ? given : (await loadRare('rotates photos')).rotatePhoto(given, header, turns);
  checkByteLength(bytes.byteLength, maxBytes);
  const { width, height } = turns === 0 ? header : await readHeader(bytes, deps);
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

async function download(
  url: string | undefined,
  deps: IngestPhotoDeps,
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  if (url === undefined)
    throw invalidField('photo', 'a photo, or acquisition.url to fetch it from', 'neither');
  const { downloadPhoto } = await deps.loadRare('downloads photos');
  return downloadPhoto(url, deps, signal);
}

/** Cameras and browsers give an app JPEG files, with few exceptions. */
export async function readHeader(
  photo: ArrayBuffer,
  { loadRare }: Pick<IngestPhotoDeps, 'loadRare'>,
): Promise<PhotoHeader> {
  const jpeg = readFormat(new ByteReader(new Uint8Array(photo)), [JPEG]);
  if (jpeg) return requireHeader(jpeg);
  const { requirePhotoHeader } = await loadRare('reads photos other than JPEG');
  return requirePhotoHeader(photo);
}

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
