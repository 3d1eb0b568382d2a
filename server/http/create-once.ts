import type { JsonObject } from '../../src/domain/fields.ts';
import type { Commit } from '../../src/store/store.ts';
import type { Queries } from '../database/database.ts';
import { isValueError } from '../database/database-error.ts';
import { gatherWrites } from '../database/gather-writes.ts';
import {
  type KeyedRequest,
  type NewInspection,
  type NewInspectionOutcome,
  toNewInspection,
  writeNewInspections,
} from '../store/write-new-inspections.ts';
import { loadFirstResponse } from './idempotency.ts';

/**
 * Writes a new inspection and the response to its request once per key. If the key was used, nothing is written: the first
 * response is returned.
 *
 * @throws `conflict` if the key was used for a different request.
 */
export type CreateOnce = (
  request: KeyedRequest,
  change: { body: JsonObject; commit: Commit },
) => Promise<{ response: JsonObject; isRepeated: boolean }>;

/**
 * A statement and its flush to disk cost about the same for one inspection and for many. Two statements at a time: while one
 * waits for the disk, the other one runs.
 */
const BATCHES = { maxRunning: 2, maxWrites: 32, maxSize: 256 * 1024 };

/** Returns the function that creates inspections. Requests that arrive while others are written share the next statement. */
export function gatherCreates(queries: Queries): CreateOnce {
  const write = gatherWrites((inspections: readonly NewInspection[]) => writeTogether(queries, inspections), {
    ...BATCHES,
    sizeOf: ({ size }) => size,
    keyOf: ({ request: { userId, key } }) => `${userId} ${key}`,
  });
  return async (request, { body, commit }) => {
    const inspection = toNewInspection(request, body, commit);
    const outcome = await write(inspection);
    const isWritten =
      outcome === 'busy' || outcome === 'alone'
        ? await writeAlone(queries, inspection)
        : outcome === 'written';
    if (isWritten) return { response: body, isRepeated: false };
    return { response: await loadFirstResponse(queries, request), isRepeated: true };
  };
}

/** If Postgres rejects the values of one inspection, nothing is written: then each is written alone, and only that one fails. */
async function writeTogether(
  queries: Queries,
  inspections: readonly NewInspection[],
): Promise<(NewInspectionOutcome | 'alone')[]> {
  try {
    return await writeNewInspections(queries, inspections);
  } catch (error) {
    if (inspections.length === 1 || !isValueError(error)) throw error;
    return inspections.map(() => 'alone');
  }
}

/** Returns false if the key was used. */
async function writeAlone(queries: Queries, inspection: NewInspection): Promise<boolean> {
  const [outcome] = await writeNewInspections(queries, [inspection], { waits: true });
  return outcome === 'written';
}
