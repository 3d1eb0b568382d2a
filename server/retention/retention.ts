import type { Logger } from '../../src/operations/support/logger.ts';
import type { Database, Queries } from '../database/database.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { describeError } from '../telemetry/log.ts';
import { deletePhotosAndReports, writeAudit } from './delete-blobs.ts';

/** An arbitrary number, the same in every instance: one instance at a time removes. */
const RETENTION_LOCK = 724_310_520;
/** Inspections per transaction. Few: a transaction may be idle for 100 s while blobs are deleted. */
const BATCH = 20;
const HOUR_MS = 3_600_000;

export interface RetentionDeps {
  database: Database;
  blobs: BlobStore;
  logger: Logger;
  /** Photos and reports of inspections that were created longer ago are removed. */
  retainMs: number;
}

/** Removes photos and reports of old inspections now and every hour. */
export function startRetention(deps: RetentionDeps): { close(): Promise<void> } {
  let isClosed = false;
  const run = async () => {
    try {
      const inspections = await removeOldPhotos(deps, () => isClosed);
      if (inspections > 0) deps.logger.info('Old photos and reports removed', { inspections });
    } catch (error) {
      deps.logger.error('Old photos and reports could not be removed', { reason: describeError(error) });
    }
  };
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, HOUR_MS).unref();
  return {
    close() {
      isClosed = true;
      clearInterval(timer);
      return running;
    },
  };
}

/**
 * Removes photos and reports of inspections that are older than `retainMs`. Their records stay. Does nothing while another
 * instance does it.
 *
 * @returns The number of inspections.
 */
export async function removeOldPhotos(
  { database, blobs, retainMs }: Omit<RetentionDeps, 'logger'>,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let total = 0;
  for (;;) {
    if (isStopped()) return total;
    const removed = await database.transaction(async (queries) => {
      const [lock] = await queries.query<{ isHeld: boolean }>(
        'select pg_try_advisory_xact_lock($1) as "isHeld"',
        [RETENTION_LOCK],
      );
      if (!lock?.isHeld) return 0;
      const old = await queries.query<{ id: string }>(
        `select id from inspections
         where created_at < now() - $1 * interval '1 millisecond'
           and id in (select inspection_id from photos union select inspection_id from reports)
         order by created_at limit $2`,
        [retainMs, BATCH],
      );
      if (old.length === 0) return 0;
      const ids = old.map(({ id }) => id);
      await writeAudit(queries, 'retention', await deletePhotosAndReports(queries, blobs, ids));
      return old.length;
    });
    if (removed === 0) return total;
    total += removed;
  }
}

const DAY_MS = 86_400_000;
/** How long an operator can look at a job that failed for good. */
const DEFAULT_RETAIN_MS = 90 * DAY_MS;

/** Deletes dead jobs that are older than photos may be, or than 90 days if those are kept. */
export async function deleteOldDeadJobs(queries: Queries, retainMs = DEFAULT_RETAIN_MS): Promise<void> {
  await queries.query(`delete from dead_jobs where died_at < now() - $1 * interval '1 millisecond'`, [
    retainMs,
  ]);
}
