import { isKerbsideError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Locks } from '../../platform/ports.ts';
import { computeRetryDelay, MAX_RETRY_DELAY_MS, MIN_RESTART_DELAY_MS } from '../pacing/backoff.ts';

export interface SendLoopDeps {
  locks: Locks;
  /** One name per database. The tab or service worker that holds the lock is the leader. */
  lockName: string;
  clock: Pick<Clock, 'monotonic'>;
  random(): number;
  /** Resolves after the time, or as soon as the signal aborts or a trigger asks to send. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Creates a sender that starts from what is stored. */
  createSender(): { run(signal: AbortSignal): Promise<void> };
  /** The store failed, or the code that sends could not be loaded. Another sender starts after a delay. */
  onFailure(error: unknown): void;
}

/**
 * Waits for the leader lock, then sends until the signal aborts or the sender hands over. Resolves when this tab will not
 * send again.
 *
 * Every tab waits for the lock. When the leader dies or hands over, the browser gives the lock to the next tab at once.
 */
export async function runSendLoop(deps: SendLoopDeps, signal: AbortSignal): Promise<void> {
  const { locks, lockName, clock, random, sleep, createSender, onFailure } = deps;
  let isOver = false;
  const lead = async () => {
    for (let failures = 1; !signal.aborted; failures += 1) {
      const startedAt = clock.monotonic();
      try {
        return await createSender().run(signal);
      } catch (error) {
        isOver = signal.aborted || isKerbsideError(error, 'closed');
        if (isOver) return;
        onFailure(error);
        // A newer version of the app has upgraded the database: its tabs send, and this one never can again.
        isOver = isKerbsideError(error, 'storage_outdated');
        if (isOver) return;
        if (clock.monotonic() - startedAt > MAX_RETRY_DELAY_MS) failures = 1; // it worked for a while
        await sleep(computeRetryDelay(failures, random(), MIN_RESTART_DELAY_MS), signal);
      }
    }
  };
  try {
    while (!isOver && !signal.aborted) await locks.withLock(lockName, lead, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
