import { setTimeout as sleep } from 'node:timers/promises';
import { KerbsideError } from '../../src/errors.ts';
import type { Queries } from '../database/database.ts';

/** Throws where the database fails, or does not answer in time: whoever asks about health does not wait long either. */
export async function checkHealth(database: Queries, withinMs: number): Promise<void> {
  const answered = new AbortController();
  const silence = sleep(withinMs, undefined, { signal: answered.signal }).then(() => {
    throw new KerbsideError('storage_unavailable', `The database did not answer within ${withinMs} ms.`, {
      retryable: true,
    });
  });
  try {
    await Promise.race([database.query('select 1'), silence]);
  } finally {
    silence.catch(() => {});
    answered.abort();
  }
}
