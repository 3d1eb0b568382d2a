import type { Queries } from '../database/database.ts';

/** Work that has to be done once, by whichever instance is free. */
export interface Job {
  inspectionId: string;
  kind: 'task' | 'quality' | 'report';
  /** The task's name, the image's id, the report's id. */
  subject: string;
  /** This try included. */
  attempts: number;
}

export interface Claimable {
  kind: Job['kind'];
  /** Only these; left out: all. */
  subjects?: readonly string[];
}

/**
 * The table `jobs`, shared by all instances. A claim is a lease: who renews it keeps the job, and when an instance
 * dies its lease runs out and another one takes the job. The database's clock counts, so instances need not agree.
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

  /** The job that has waited longest; what another instance is claiming at this moment is passed over. */
  async claim({ kind, subjects }: Claimable): Promise<Job | undefined> {
    const [job] = await this.#queries.query<Job>(
      `update jobs set leased_by = $1, leased_until = now() + $2 * interval '1 millisecond', attempts = attempts + 1
       where (inspection_id, kind, subject) = (
         select inspection_id, kind, subject from jobs
         where kind = $3 and ($4::text[] is null or subject = any ($4))
           and run_after <= now() and (leased_until is null or leased_until < now())
         order by run_after limit 1 for update skip locked
       )
       returning inspection_id as "inspectionId", kind, subject, attempts`,
      [this.#owner, this.#leaseMs, kind, subjects ?? null],
    );
    return job;
  }

  /** False when the lease ran out and somebody else has the job, or when it is no longer there. */
  async renew(job: Job): Promise<boolean> {
    const rows = await this.#queries.query(
      `update jobs set leased_until = now() + $5 * interval '1 millisecond'
       where inspection_id = $1 and kind = $2 and subject = $3 and leased_by = $4 returning subject`,
      [job.inspectionId, job.kind, job.subject, this.#owner, this.#leaseMs],
    );
    return rows.length > 0;
  }

  async finish(job: Job): Promise<void> {
    await this.#queries.query(
      'delete from jobs where inspection_id = $1 and kind = $2 and subject = $3 and leased_by = $4',
      [job.inspectionId, job.kind, job.subject, this.#owner],
    );
  }

  /** Gives the job back, to be claimed again after a while. */
  async release(job: Job, afterMs: number): Promise<void> {
    await this.#queries.query(
      `update jobs set leased_by = null, leased_until = null, run_after = now() + $5 * interval '1 millisecond'
       where inspection_id = $1 and kind = $2 and subject = $3 and leased_by = $4`,
      [job.inspectionId, job.kind, job.subject, this.#owner, afterMs],
    );
  }

  /** As if it had not been claimed: whoever has to stop has not tried it, and it may be claimed at once. */
  async returnUnattempted(job: Job): Promise<void> {
    await this.#queries.query(
      `update jobs set leased_by = null, leased_until = null, attempts = attempts - 1
       where inspection_id = $1 and kind = $2 and subject = $3 and leased_by = $4`,
      [job.inspectionId, job.kind, job.subject, this.#owner],
    );
  }
}
