import type { Queries } from '../database/database.ts';
import type { Job } from './job-queue.ts';

/** The jobs of one kind in the database. */
export interface JobCounts {
  kind: Job['kind'] | 'callback';
  waiting: number;
  running: number;
  /** The time since the oldest waiting job could have run. */
  oldestSeconds: number;
}

/** Counts jobs and callbacks, for metrics. Every kind is in the result, also if it has none. */
export async function countJobs(queries: Queries): Promise<JobCounts[]> {
  return queries.query<JobCounts>(
    `with work as (
       select kind, run_after, coalesce(leased_until >= now(), false) as is_running from jobs
       union all select 'callback', run_after, false from callbacks
     )
     select kind,
       count(run_after) filter (where not is_running)::integer as waiting,
       count(run_after) filter (where is_running)::integer as running,
       coalesce(greatest(0, extract(epoch from now() - min(run_after) filter (where not is_running))), 0)::float8
         as "oldestSeconds"
     from unnest(array['task', 'quality', 'report', 'callback']) as kinds (kind) left join work using (kind)
     group by kind order by kind`,
  );
}
