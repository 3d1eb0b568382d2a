import { describeError } from '../describe-error.ts';
import type { Claimable, Job, JobQueue } from './job-queue.ts';
import { type Poller, startPoller } from './poller.ts';

export interface JobRunnerOptions {
  queue: JobQueue;
  /** What this instance can do now, most urgent first. */
  claimable(): Promise<Claimable[]>;
  /** Resolves when the job is done or there is nothing left to do; rejects when it may be tried again. */
  run(job: Job, signal: AbortSignal): Promise<void>;
  /** Called with a job that was tried too often. */
  abandon(job: Job): Promise<void>;
  pollMs: number;
  renewMs: number;
  retryMs: number;
  log(line: string): void;
}

const MOST_ATTEMPTS = 5;

/**
 *   look ─▶ claim ─▶ run, renewing the lease ─▶ finish ─▶ look again
 *    ▲        │none            │ failed: release for later; lease lost: stop, it is another's now
 *    └─ wait ─┘
 *
 * One job at a time: models use all cores as it is. A job whose instance died is claimed again when its lease has run
 * out; one that took five instances down with it is given up. An instance that is stopped gives its job back untried.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #stop = new AbortController();
  readonly #poller: Poller;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#poller = startPoller({
      work: () => this.#runNext(),
      intervalMs: options.pollMs,
      log: options.log,
    });
  }

  wake(): void {
    this.#poller.wake();
  }

  /** Ends the job under way, which stays open for the next start. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#poller.close();
  }

  async #runNext(): Promise<boolean> {
    const { queue, claimable } = this.#options;
    for (const wanted of await claimable()) {
      const job = await queue.claim(wanted);
      if (!job) continue;
      await this.#runClaimed(job);
      return true;
    }
    return false;
  }

  async #runClaimed(job: Job): Promise<void> {
    const { queue, run, abandon: giveUp, renewMs, retryMs, log } = this.#options;
    const lost = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, lost.signal]);
    const renewal = setInterval(async () => {
      // A database that does not answer has not given the lease away either.
      if (!(await queue.renew(job).catch(() => true))) lost.abort();
    }, renewMs);
    try {
      if (job.attempts > MOST_ATTEMPTS) await giveUp(job);
      else await run(job, signal);
      if (this.#stop.signal.aborted) await queue.returnUnattempted(job);
      else if (!lost.signal.aborted) await queue.finish(job);
    } catch (error) {
      const isStopped = this.#stop.signal.aborted;
      if (!isStopped) log(`${job.kind} ${job.subject}: ${describeError(error)}`);
      const released = isStopped ? queue.returnUnattempted(job) : queue.release(job, retryMs);
      await released.catch(() => {}); // else its lease runs out
    } finally {
      clearInterval(renewal);
    }
  }
}
