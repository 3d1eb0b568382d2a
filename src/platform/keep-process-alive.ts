import { LONGEST_TIMER_MS } from './longest-timer.ts';

/** Node ends while a promise is still pending, without a word: whoever waits for this one keeps it alive. */
export async function stayAwake<T>(until: Promise<T>): Promise<T> {
  const timer = setTimeout(() => {}, LONGEST_TIMER_MS);
  try {
    return await until;
  } finally {
    clearTimeout(timer);
  }
}
