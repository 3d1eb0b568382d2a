import { MAX_TIMER_MS } from './clock.ts';

/**
 * Keeps a Node process alive until the promise settles.
 *
 * A pending promise alone does not: Node exits without a message when no timer or handle is active.
 */
export async function keepProcessAlive<T>(promise: Promise<T>): Promise<T> {
  const timer = setTimeout(() => {}, MAX_TIMER_MS);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
