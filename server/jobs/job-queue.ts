import type { Queries } from '../database/database.ts';

/** A piece of work that one instance must do. */
export interface Job {
  inspectionId: string;
  kind: 'task' | 'quality' | 'report';
  /** The task's name, the image's id, the report's id. */
  subject: string;
  /** Including this attempt. */
  attempts: number;
  /** Why the last attempt failed. Null if none has failed, or if the instance died. */
  lastError: string | null;
}

/** A kind of job that an instance can run. */
export interface Claimable {
  kind: Job['kind'];
  /** @default all subjects */
  subjects?: readonly string[];
}

/**
 * The table `jobs`, shared by all instances. A claim is a lease: the instance renews it while it works. If the instance
 * dies, the lease expires and another one claims the job. Times are the database's, so clocks of instances may differ.
 */
export class JobQueue {
  readonly #queries: Queries;
  readonly #owner: string;
  readonly #leaseMs: number;

  constructor(queries: Queries, owner: string, leaseMs: number) {
    this.#queries = queries;
    this.#owner = owner;
    this.#leaseMs = leaseMs;
  }

  /** Claims the job that has waited longest. Skips jobs that another instance is claiming at the same time. */
  async claim({ kind, subjects }: Claimable): Promise<Job | undefined> {
    const [job] = await this.#queries.query<Job>(
      `update jobs set leased_by = $1, leased_until = now() + $2 * interval '1 millisecond', attempts = attempts + 1
       where (inspection_id, kind, subject) = (
         select inspection_id, kind, subject from jobs
         where kind = $3 and ($4::text[] is null or subject = any ($4))
           and run_after <= now() and (leased_until is null or leased_until < now())
         order by run_after limit 1 for update skip locked
       )
       returning inspection_id as "inspectionId", kind, subject, attempts, last_error as "lastError"`,
      [this.#owner, this.#leaseMs, kind, subjects ?? null],
    );
    return job;
  }

  /** Returns false if the lease expired and another instance has the job, or if the job was deleted. */
  async renew(job: Job): Promise<boolean> {
    const rows = await this.#queries.query(
      `update jobs set leased_until = now() + $5 * interval '1 millisecond'
       where inspection_id = $1 and kind = $2 and subject = $3 and leased_by = $4 returning subject`,
      [job.inspectionId, job.kind, job.subject, this.#owner, this.#leaseMs],
    );
    return rows.length > 0;
  }

  /** Deletes a job that is done. */
  async finish(job: Job): Promise<void> {
    await this.#queries.query(
      'delete from jobs where inspection_id = $1 and kind = $2 and subject = $3 and leased_by = $4',
      [job.inspectionId, job.kind, job.subject, this.#owner],
    );
  }

  /** Returns a job that failed, to be claimed again after `afterMs`. */
  async release(job: Job, { afterMs, reason }: { afterMs: number; reason: string }): Promise<void> {
    await this.#queries.query(
      `update jobs set leased_by = null, leased_until = null, last_error = $6,
         run_after = now() + $5 * interval '1 millisecond'
       where inspection_id = $1 and kind = $2 and subject = $3 and leased_by = $4`,
      [job.inspectionId, job.kind, job.subject, this.#owner, afterMs, removeNul(reason)],
    );
  }

  /** Moves a job that has used all attempts to the table `dead_jobs`, for the operator. */
  async bury(job: Job): Promise<void> {
    await this.#queries.query(
      `with dead as (
         delete from jobs where inspection_id = $1 and kind = $2 and subject = $3 and leased_by = $4
         returning inspection_id, kind, subject, attempts - 1, last_error
       )
       insert into dead_jobs (inspection_id, kind, subject, attempts, last_error) select * from dead`,
      [job.inspectionId, job.kind, job.subject, this.#owner],
    );
  }

  /** Returns the milliseconds until one of the jobs can be claimed, or undefined if there is none. */
  async nextDueMs(claimable: readonly Claimable[]): Promise<number | undefined> {
    const dueTimes = await Promise.all(claimable.map((one) => this.#nextDueMs(one)));
    const known = dueTimes.filter((ms) => ms !== null);
    return known.length === 0 ? undefined : Math.min(...known);
  }

  async #nextDueMs({ kind, subjects }: Claimable): Promise<number | null> {
    const [row] = await this.#queries.query<{ ms: number | null }>(
      `select (extract(epoch from min(greatest(run_after, leased_until)) - now()) * 1000)::float8 as ms
       from jobs where kind = $1 and ($2::text[] is null or subject = any ($2))`,
      [kind, subjects ?? null],
    );
    return row?.ms ?? null;
  }

  /** Returns the job on shutdown. This does not count as an attempt, and the job can be claimed at once. */
  async returnUnattempted(job: Job): Promise<void> {
    await this.#queries.query(
      `update jobs set leased_by = null, leased_until = null, attempts = attempts - 1
       where inspection_id = $1 and kind = $2 and subject = $3 and leased_by = $4`,
      [job.inspectionId, job.kind, job.subject, this.#owner],
    );
  }
}

/** Postgres stores no U+0000 in a text. */
function removeNul(text: string): string {
  return text.replaceAll('\0', '');
}
