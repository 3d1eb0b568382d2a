import { KerbsideError } from '../errors.ts';
import { createKeyedQueue } from '../platform/keyed-queue.ts';
import type { DeviceStorage } from '../platform/ports.ts';
import type { EventHub } from './events.ts';

export interface StorageGuardDeps {
  storage: DeviceStorage;
  events: EventHub;
  now(): number;
}

interface Room {
  usedBytes: number;
  quotaBytes: number;
}

const WARN_ABOVE = 0.8;
/** What the database itself needs beside the photo: its log, its indexes. */
const HEADROOM_BYTES = 2 * 1024 * 1024;
const READING_AGE_MS = 5_000;

/** Warns before the device is full and refuses a capture that would not fit; it never removes anything. */
export class StorageGuard {
  readonly #deps: StorageGuardDeps;
  readonly #turns = createKeyedQueue();
  #reading: Room | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  /** Granted, and still being written. */
  #promisedBytes = 0;
  /** Written since the last reading began, which therefore may not know of them. */
  #writtenBytes = 0;
  #warned = false;

  constructor(deps: StorageGuardDeps) {
    this.#deps = deps;
  }

  /** Writes, if there is room for so many bytes. Until `write` has failed they count for all who ask meanwhile. */
  async withRoomFor<T>(bytes: number, write: () => Promise<T>): Promise<T> {
    if (bytes === 0) return write();
    // One question at a time: each counts what the others were granted.
    await this.#turns.run('room', () => this.#grant(bytes));
    try {
      const result = await write();
      this.#writtenBytes += bytes;
      return result;
    } finally {
      this.#promisedBytes -= bytes;
    }
  }

  async #grant(bytes: number): Promise<void> {
    let room = await this.#room(false);
    // A verdict this hard rests on a fresh reading only: the app may just have made room.
    if (room && !fits(bytes, room)) room = await this.#room(true);
    if (room && !fits(bytes, room)) throw full(bytes, room);
    this.#promisedBytes += bytes;
    if (room) this.#warn({ ...room, usedBytes: room.usedBytes + bytes });
  }

  async #room(fresh: boolean): Promise<Room | undefined> {
    const now = this.#deps.now();
    if (fresh || Math.abs(now - this.#readAt) > READING_AGE_MS) {
      this.#writtenBytes = 0;
      this.#reading = await this.#deps.storage.estimate();
      this.#readAt = now;
    }
    return (
      this.#reading && {
        usedBytes: this.#reading.usedBytes + this.#writtenBytes + this.#promisedBytes,
        quotaBytes: this.#reading.quotaBytes,
      }
    );
  }

  #warn({ usedBytes, quotaBytes }: Room): void {
    const isHigh = usedBytes > WARN_ABOVE * quotaBytes;
    if (isHigh && !this.#warned)
      this.#deps.events.publish({ type: 'storage.warning', usedBytes, quotaBytes });
    this.#warned = isHigh;
  }
}

export function sizeOf(photos: readonly { bytes: ArrayBuffer }[]): number {
  return photos.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
}

function fits(bytes: number, { usedBytes, quotaBytes }: Room): boolean {
  return usedBytes + bytes + HEADROOM_BYTES <= quotaBytes;
}

function full(bytes: number, room: Room): KerbsideError {
  return new KerbsideError(
    'storage_full',
    'The device has no room left for this photo; nothing was written. Send or purge inspections, or free space, then try again.',
    { details: { bytes, ...room }, retryable: true },
  );
}
