import { isKerbsideError } from '../../errors.ts';
import { type Clock, pause } from '../../platform/clock.ts';
import type { Locks } from '../../platform/ports.ts';
import { BACKOFF, waitFor } from './backoff.ts';

interface Runs {
  /** Resolves when the signal aborts, or when it gives way to whoever else waits to send. */
  run(signal: AbortSignal): Promise<void>;
}

export interface KeepSendingDeps {
  locks: Locks;
  /** One name per database: who holds it sends, in whatever tab or service worker. */
  lockName: string;
  clock: Clock;
  random(): number;
  /** A sender that starts from what is stored. */
  newSender(): Runs;
  /** The store failed; another sender starts after a while. */
  onStoreFailure(error: unknown): void;
}

const SHORTEST_MS = 500;

/**
 * Waits for its turn to send, then sends until the signal aborts. Every tab waits, so when the one that sends dies or
 * gives way, the browser hands the lock to the next at once.
 */
export async function keepSending(deps: KeepSendingDeps, signal: AbortSignal): Promise<void> {
  const { locks, lockName, clock, random, newSender, onStoreFailure } = deps;
  let isOver = false;
  const hold = async () => {
    for (let failures = 1; !signal.aborted; failures += 1) {
      const began = clock.monotonic();
      try {
        return await newSender().run(signal);
      } catch (error) {
        isOver = signal.aborted || isKerbsideError(error, 'closed');
        if (isOver) return;
        onStoreFailure(error);
        // A newer version of the app has the database now: its tabs can send, and this one never will again.
        isOver = isKerbsideError(error, 'storage_outdated');
        if (isOver) return;
        if (clock.monotonic() - began > BACKOFF.capMs) failures = 1; // it worked for a while
        await pause(clock, waitFor(failures, random(), SHORTEST_MS), signal);
      }
    }
  };
  try {
    while (!isOver && !signal.aborted) await locks.hold(lockName, hold, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
