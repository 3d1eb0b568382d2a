import { KerbsideError } from '../errors.ts';
import type { DeviceStorage } from '../platform/ports.ts';
import type { EventHub } from './events.ts';

export interface StorageGuardDeps {
  storage: DeviceStorage;
  events: EventHub;
  now(): number;
  /**
   * The app's own limit. Chrome reports a quota of usage + 10 GiB whatever the disk holds
   * (https://chromestatus.com/feature/4977371751645184), so without one its warning comes too late.
   */
  budgetBytes: number;
}

const WARN_ABOVE = 0.8;
/** What the database itself needs beside the photo: its log, its indexes. */
const HEADROOM_BYTES = 2 * 1024 * 1024;
const ESTIMATE_AGE_MS = 5_000;

/** Warns before the device is full and refuses a capture that would not fit; it never removes anything. */
export class StorageGuard {
  readonly #deps: StorageGuardDeps;
  #estimate: { usedBytes: number; quotaBytes: number } | undefined;
  #estimatedAt = Number.NEGATIVE_INFINITY;
  #warned = false;

  constructor(deps: StorageGuardDeps) {
    this.#deps = deps;
  }

  async refuseIfFull(bytes: number): Promise<void> {
    if (bytes === 0) return;
    let estimate = await this.#current(false);
    // A verdict this hard rests on a fresh reading only: the app may just have made room.
    if (estimate && !fits(bytes, estimate)) estimate = await this.#current(true);
    if (!estimate) return;
    if (!fits(bytes, estimate)) throw full(bytes, estimate);
    estimate.usedBytes += bytes;
    this.#warn(estimate);
  }

  async #current(fresh: boolean) {
    const now = this.#deps.now();
    const age = Math.abs(now - this.#estimatedAt);
    if (fresh || age > ESTIMATE_AGE_MS) {
      const reported = await this.#deps.storage.estimate();
      this.#estimate = reported && {
        ...reported,
        quotaBytes: Math.min(reported.quotaBytes, this.#deps.budgetBytes),
      };
      this.#estimatedAt = now;
    }
    return this.#estimate;
  }

  #warn({ usedBytes, quotaBytes }: { usedBytes: number; quotaBytes: number }): void {
    const isHigh = usedBytes > WARN_ABOVE * quotaBytes;
    if (isHigh && !this.#warned)
      this.#deps.events.publish({ type: 'storage.warning', usedBytes, quotaBytes });
    this.#warned = isHigh;
  }
}

function fits(bytes: number, { usedBytes, quotaBytes }: { usedBytes: number; quotaBytes: number }): boolean {
  return usedBytes + bytes + HEADROOM_BYTES <= quotaBytes;
}

function full(bytes: number, estimate: { usedBytes: number; quotaBytes: number }): KerbsideError {
  return new KerbsideError(
    'storage_full',
    'The device has no room left for this photo; nothing was written. Send or purge inspections, or free space, then try again.',
    { details: { bytes, ...estimate }, retryable: true },
  );
}
