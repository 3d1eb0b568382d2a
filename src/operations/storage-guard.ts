import { KerbsideError } from '../errors.ts';
import { createKeyedQueue } from '../platform/keyed-queue.ts';
import type { DeviceStorage } from '../platform/ports.ts';
import type { EventHub } from './events.ts';

interface StorageGuardDeps {
  storage: DeviceStorage;
  events: EventHub;
  monotonic(): number;
}

interface SpaceEstimate {
  usedBytes: number;
  quotaBytes: number;
}

const WARN_ABOVE = 0.8;
/** The space that the database needs beside the photo, for its log and indexes. */
const HEADROOM_BYTES = 2 * 1024 * 1024;
const ESTIMATE_MAX_AGE_MS = 5_000;

/** Emits a warning before the device is full and rejects writes that would not fit. It never deletes anything. */
export class StorageGuard {
  readonly #deps: StorageGuardDeps;
  readonly #queue = createKeyedQueue();
  #estimate: SpaceEstimate | undefined;
  #estimatedAt = Number.NEGATIVE_INFINITY;
  /** Reserved and not yet written. */
  #reservedBytes = 0;
  /** Written since the last estimate was requested, which may not include them. */
  #writtenBytes = 0;
  #hasWarned = false;

  constructor(deps: StorageGuardDeps) {
    this.#deps = deps;
  }

  /**
   * Runs `write` if `bytes` fit on the device. The bytes stay reserved until `write` has ended.
   *
   * @throws `storage_full` if they do not fit.
   */
  async reserveSpace<T>(bytes: number, write: () => Promise<T>): Promise<T> {
    if (bytes === 0) return write();
    // One at a time: each reservation counts the earlier ones.
    await this.#queue.run('space', () => this.#reserve(bytes));
    try {
      const result = await write();
      this.#writtenBytes += bytes;
      return result;
    } finally {
      this.#reservedBytes -= bytes;
    }
  }

  async #reserve(bytes: number): Promise<void> {
    let space = await this.#readSpace({ fresh: false });
    // Reject only on a fresh estimate: the app may just have freed space.
    if (space && !fits(bytes, space)) space = await this.#readSpace({ fresh: true });
    if (space && !fits(bytes, space)) throw storageFullError(bytes, space);
    this.#reservedBytes += bytes;
    if (space) this.#warnIfHigh({ ...space, usedBytes: space.usedBytes + bytes });
  }

  async #readSpace({ fresh }: { fresh: boolean }): Promise<SpaceEstimate | undefined> {
    const now = this.#deps.monotonic();
    if (fresh || now - this.#estimatedAt > ESTIMATE_MAX_AGE_MS) {
      this.#writtenBytes = 0;
      // A capture never depends on the estimate: without one, the database reports a full disk itself.
      this.#estimate = await this.#deps.storage.estimate().catch(() => undefined);
      this.#estimatedAt = now;
    }
    return (
      this.#estimate && {
        usedBytes: this.#estimate.usedBytes + this.#writtenBytes + this.#reservedBytes,
        quotaBytes: this.#estimate.quotaBytes,
      }
    );
  }

  #warnIfHigh({ usedBytes, quotaBytes }: SpaceEstimate): void {
    const isHigh = usedBytes > WARN_ABOVE * quotaBytes;
    if (isHigh && !this.#hasWarned)
      this.#deps.events.publish({ type: 'storage.warning', usedBytes, quotaBytes });
    this.#hasWarned = isHigh;
  }
}

export function sumPhotoBytes(photos: readonly { bytes: ArrayBuffer }[]): number {
  return photos.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
}

function fits(bytes: number, { usedBytes, quotaBytes }: SpaceEstimate): boolean {
  return usedBytes + bytes + HEADROOM_BYTES <= quotaBytes;
}

function storageFullError(bytes: number, space: SpaceEstimate): KerbsideError {
  return new KerbsideError(
    'storage_full',
    'The device has no space for this photo. Nothing was written. Send or purge inspections, or free space, then try again.',
    { details: { bytes, ...space }, retryable: true },
  );
}
