import type { Queries } from '../database/database.ts';

const DAY_MS = 86_400_000;
/** How long an operator can look at a job that failed for good. */
const DEFAULT_RETAIN_MS = 90 * DAY_MS;

/** Deletes dead jobs that are older than photos may be, or than 90 days if those are kept. */
export async function deleteOldDeadJobs(queries: Queries, retainMs = DEFAULT_RETAIN_MS): Promise<void> {
  await queries.query(`delete from dead_jobs where died_at < now() - $1 * interval '1 millisecond'`, [
    retainMs,
  ]);
}
