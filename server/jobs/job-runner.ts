import type { Logger } from '../../src/operations/support/logger.ts';
import { describeError } from '../telemetry/log.ts';
import type { Claimable, Job, JobQueue } from './job-queue.ts';
import { type Poller, startPoller } from './poller.ts';

export interface JobRunnerOptions {
  queue: JobQueue;
  /** Returns the kinds of jobs that this instance can run now, the most urgent first. */
  claimable(): Promise<Claimable[]>;
  /** Resolves if the job is done or obsolete. Rejects if it may be retried. */
  run(job: Job, signal: AbortSignal): Promise<void>;
  /** Called with a job that has used all attempts. */
  abandon(job: Job): Promise<void>;
  /** Longest time between two polls. */
  pollMs: number;
  /** Number of jobs that run at the same time. */
  tasks: number;
  /** On close, running jobs may take this long. */
  drainMs: number;
  renewMs: number;
  /** Delay before the first retry. It doubles with each attempt. */
  retryMs: number;
  logger: Logger;
}

const MAX_ATTEMPTS = 5;

/**
 * Claims and runs jobs, `tasks` at a time.
 *
 *   poll ─▶ claim ─▶ run, renewing the lease ─▶ finish ─▶ poll again
 *    ▲        │none            │ failed: release for a retry; lease lost: stop, another instance has the job
 *    └─ wait ─┘
 *
 * If an instance dies, its job is claimed again when the lease expires. A job that ended 5 instances is abandoned and buried.
 * A job that is returned on shutdown does not count as an attempt.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #poller: Poller;
  #isClosing = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#poller = startPoller({
      work: () => this.#startNext(),
      nextDueMs: () => this.#nextDueMs(),
      intervalMs: options.pollMs,
      logger: options.logger,
    });
  }

  wake(): void {
    this.#poller.wake();
  }

  /** Claims no more jobs. Aborts those that do not end in time, and returns them to the queue. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const timer = setTimeout(() => this.#stop.abort(), this.#options.drainMs);
    await this.#poller.close();
    await Promise.all(this.#running);
    clearTimeout(timer);
  }

  get #isFull(): boolean {
    return this.#running.size >= this.#options.tasks;
  }

  /** A full runner is woken when a job ends. */
  async #nextDueMs(): Promise<number | undefined> {
    const { queue, claimable } = this.#options;
    return this.#isFull ? undefined : queue.nextDueMs(await claimable());
  }

  async #startNext(): Promise<boolean> {
    if (this.#isFull) return false;
    const { queue, claimable } = this.#options;
    for (const kind of await claimable()) {
      if (this.#isClosing) return false;
      const job = await queue.claim(kind);
      if (!job) continue;
      const ended = this.#runClaimed(job).then(() => {
        this.#running.delete(ended);
        this.wake();
      });
      this.#running.add(ended);
      return true;
    }
    return false;
  }

  async #runClaimed(job: Job): Promise<void> {
    const { queue, run, abandon, renewMs, retryMs, logger } = this.#options;
    const leaseLost = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, leaseLost.signal]);
    const renewal = setInterval(async () => {
      // If the database does not respond, no other instance can have got the lease.
      if (!(await queue.renew(job).catch(() => true))) leaseLost.abort();
    }, renewMs);
    try {
      const isAbandoned = job.attempts > MAX_ATTEMPTS;
      if (isAbandoned) await abandon(job);
      else await run(job, signal);
      if (this.#stop.signal.aborted) await queue.returnUnattempted(job);
      else if (isAbandoned) await queue.bury(job);
      else if (!leaseLost.signal.aborted) await queue.finish(job);
    } catch (error) {
      const isStopped = this.#stop.signal.aborted;
      const reason = describeError(error);
      const afterMs = retryMs * 2 ** (job.attempts - 1);
      if (!isStopped) logger.warn('Job failed', { ...job, retryAfterMs: afterMs, reason });
      const released = isStopped ? queue.returnUnattempted(job) : queue.release(job, { afterMs, reason });
      await released.catch(() => {}); // otherwise its lease expires
    } finally {
      clearInterval(renewal);
    }
  }
}
