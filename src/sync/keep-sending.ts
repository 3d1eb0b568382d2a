import { isKerbsideError } from '../errors.ts';
import type { Locks } from '../platform/ports.ts';
import { waitFor } from './backoff.ts';
import { type Clock, pause } from './clock.ts';

interface Runs {
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
 * Waits for its turn to send, then sends until the signal aborts. Every tab waits, so when the one that sends dies,
 * the browser hands the lock to the next at once.
 */
export async function keepSending(deps: KeepSendingDeps, signal: AbortSignal): Promise<void> {
  const { locks, lockName, clock, random, newSender, onStoreFailure } = deps;
  const hold = async () => {
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        await newSender().run(signal);
      } catch (error) {
        if (signal.aborted || isKerbsideError(error, 'closed')) return;
        onStoreFailure(error);
        await pause(clock, waitFor(failures, random(), SHORTEST_MS), signal);
      }
    }
  };
  try {
    await locks.hold(lockName, hold, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
