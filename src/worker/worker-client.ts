import { abortedError, errorMessage, isKerbsideError, KerbsideError, throwIfAborted } from '../errors.ts';
import { connectWorker, type WorkerMethods } from './worker-boundary.ts';

export interface WorkerClientOptions {
  createWorker(): Worker;
  /** Names the worker in error messages. */
  name: string;
  /** Address of the worker's script for error messages, if it is known. */
  scriptUrl?: string | undefined;
  /** The remedy if the script could not be loaded, for the error message. Without a full stop. */
  loadAdvice?: string | undefined;
  /**
   * Terminates the worker after this time without jobs.
   *
   * @default 30_000
   */
  idleMs?: number;
  /**
   * Replaces the worker after this number of runs. A job is one run, unless it counts them itself.
   *
   * @default 200
   */
  maxRuns?: number;
  /**
   * Limits the duration of a job.
   *
   * @default 120_000
   */
  timeoutMs?: number;
}

/** How a worker that has nothing to do is replaced before `maxRuns`, so that no job waits for its successor. */
export interface Renewal<Methods> {
  /** A worker with fewer runs is not replaced. */
  afterRuns: number;
  /** The time without jobs after which the worker is replaced. */
  afterIdleMs: number;
  /** The first job of the successor: loads what later jobs need. It counts no runs, and its errors are ignored. */
  prepare(worker: Methods): Promise<unknown>;
}

interface RunOptions<T> {
  signal?: AbortSignal | undefined;
  /** Overrides the timeout of the client. */
  timeoutMs?: number;
  /**
   * Returns the number of runs of a job.
   *
   * @default 1
   */
  countRuns?: ((result: T) => number) | undefined;
}

interface LiveWorker<Methods> {
  worker: Worker;
  methods: Methods;
  /** Resolves when the worker runs and holds its lock. */
  ready: Promise<void>;
  /** The lock that the worker holds as long as it lives. Undefined until it holds it, and without Web Locks. */
  heldLock?: string;
  /** Rejects when the worker dies or is closed. Never resolves. */
  death: Promise<never>;
  /** Rejects `death`. */
  end(reason: KerbsideError): void;
  runs: number;
}

/**
 * One worker and its job queue.
 *
 *   none ──run──▶ busy ──done──▶ idle ──30 s──▶ none
 *                  │  ◀──run─────┘
 *                  └── abort, timeout, death, or run number N ──▶ terminated ──▶ none
 *
 * - Jobs run one at a time, in the order of the calls. The first job creates the worker.
 * - A job never stays pending. Abort and timeout terminate the worker: WebAssembly cannot be interrupted in another way.
 *   If the worker dies, its job rejects with `worker_lost`.
 * - A worker is replaced after `maxRuns`, because WebAssembly memory never shrinks
 *   (https://github.com/microsoft/onnxruntime/issues/21673). With a `renewal`, that happens earlier if it is idle. The old
 *   worker ends first: a phone may not have memory for two.
 */
export class WorkerClient<Methods extends WorkerMethods> {
  readonly #options: Required<WorkerClientOptions>;
  readonly #renewal: Renewal<Methods> | undefined;
  #live: LiveWorker<Methods> | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #pendingJobs = 0;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(options: WorkerClientOptions, renewal?: Renewal<Methods>) {
    this.#renewal = renewal;
    this.#options = {
      idleMs: 30_000,
      maxRuns: 200,
      timeoutMs: 120_000,
      scriptUrl: undefined,
      loadAdvice: undefined,
      ...options,
    };
  }

  /**
   * Runs a job when all earlier jobs have ended.
   *
   * @throws KerbsideError `aborted`, `timeout`, `worker_lost`, `closed`, or the error of the worker.
   */
  run<T>(job: (worker: Methods) => Promise<T>, options: RunOptions<T> = {}): Promise<T> {
    this.#pendingJobs += 1;
    const running = this.#queue.then(() => this.#runNow(job, options)).finally(() => this.#afterRun());
    this.#queue = running.catch(() => {});
    return running;
  }

  /** Whether the worker runs and has nothing to do. */
  get isIdle(): boolean {
    return this.#live !== undefined && this.#pendingJobs === 0;
  }

  /** Terminates the worker. Its job and those that wait reject with `closed`. Resolves when it has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#live?.end(createClosedError(this.#options.name));
    const lock = this.#live?.heldLock;
    this.#terminate();
    if (lock !== undefined) await waitForLockRelease(lock);
  }

  async #runNow<T>(
    job: (worker: Methods) => Promise<T>,
    { signal, timeoutMs, countRuns }: RunOptions<T>,
  ): Promise<T> {
    throwIfAborted(signal);
    if (this.#isClosed) throw createClosedError(this.#options.name);
    clearTimeout(this.#idleTimer);
    const live = this.#live ?? this.#start();
    const limit = startDeadline(timeoutMs ?? this.#options.timeoutMs, signal, this.#options.name);
    const work = live.ready.then(() => job(live.methods));
    work.catch(() => {}); // it may still reject after the race
    try {
      const result = await Promise.race([work, live.death, limit.exceeded]);
      live.runs += countRuns?.(result) ?? 1;
      if (live.runs >= this.#options.maxRuns) this.#terminate();
      return result;
    } catch (error) {
      // After a failed run the state of the runtime is unknown.
      if (!leavesWorkerUsable(error)) this.#terminate();
      throw error;
    } finally {
      limit.clear();
    }
  }

  #afterRun(): void {
    this.#pendingJobs -= 1;
    clearTimeout(this.#idleTimer);
    if (this.#pendingJobs > 0 || !this.#live) return;
    const renewal = this.#renewal;
    if (renewal && this.#live.runs >= renewal.afterRuns)
      this.#idleTimer = setTimeout(() => this.#renew(renewal), renewal.afterIdleMs);
    else this.#idleTimer = setTimeout(() => this.#terminate(), this.#options.idleMs);
  }

  #renew({ prepare }: Renewal<Methods>): void {
    this.#terminate();
    this.run(prepare, { countRuns: () => 0 }).catch(() => {});
  }

  #start(): LiveWorker<Methods> {
    const worker = this.#createWorker();
    const { methods, holdLock } = connectWorker<Methods>(worker);
    const lockName = `kerbside:worker:${crypto.randomUUID()}`;
    const isLocked = holdLock(lockName);
    const { name, scriptUrl, loadAdvice } = this.#options;
    const script = scriptUrl ? `its script ${scriptUrl}` : 'its script';
    const notLoaded = [`${script} could not be loaded`, ...(loadAdvice ? [loadAdvice] : [])].join('. ');
    let end: LiveWorker<Methods>['end'] = () => {};
    const death = new Promise<never>((_resolve, reject) => {
      end = reject;
      const rejectLost = (reason: string) => reject(createLostError(name, reason));
      worker.addEventListener('error', (event) => rejectLost(event.message || notLoaded));
      worker.addEventListener('messageerror', () => rejectLost('a message could not be read'));
      void isLocked.then(async (hasLock) => {
        if (!hasLock) return;
        live.heldLock = lockName;
        await waitForLockRelease(lockName);
        rejectLost('the browser terminated it');
      });
    });
    death.catch(() => {}); // a worker may die between jobs
    const ready = isLocked.then(() => {});
    const live: LiveWorker<Methods> = { worker, methods, death, end, ready, runs: 0 };
    this.#live = live;
    return live;
  }

  #createWorker(): Worker {
    try {
      return this.#options.createWorker();
    } catch (cause) {
      const { name } = this.#options;
      throw new KerbsideError(
        'engine_failed',
        `The ${name} worker could not be created: ${errorMessage(cause)}.`,
        { cause },
      );
    }
  }

  #terminate(): void {
    clearTimeout(this.#idleTimer);
    this.#live?.worker.terminate();
    this.#live = undefined;
  }
}

/**
 * Resolves when the worker that holds the lock has ended.
 *
 * No event reports to a page that the browser killed a worker (out of memory, GPU process gone). But every end of a worker
 * releases its locks, and the page gets the lock immediately.
 */
async function waitForLockRelease(lockName: string): Promise<void> {
  await navigator.locks.request(lockName, async () => {});
}

function startDeadline(timeoutMs: number, signal: AbortSignal | undefined, name: string) {
  let clear = () => {};
  const exceeded = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(createTimeoutError(name, timeoutMs)), timeoutMs);
    const abort = () => signal && reject(abortedError(signal));
    signal?.addEventListener('abort', abort, { once: true });
    clear = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  });
  return { exceeded, clear };
}

/** Returns true for errors about the input. They do not affect the worker. */
function leavesWorkerUsable(error: unknown): boolean {
  return isKerbsideError(error, 'photo_invalid', 'photo_damaged', 'unsupported');
}

function createClosedError(name: string): KerbsideError {
  return new KerbsideError('closed', `The ${name} worker is closed.`);
}

function createLostError(name: string, reason: string): KerbsideError {
  return new KerbsideError('worker_lost', `The ${name} worker ended during a job: ${reason}.`, {
    details: { worker: name, reason },
    retryable: true,
  });
}

function createTimeoutError(name: string, timeoutMs: number): KerbsideError {
  return new KerbsideError(
    'timeout',
    `The ${name} worker did not respond within ${timeoutMs} ms and was terminated.`,
    { details: { worker: name, timeoutMs }, retryable: true },
  );
}
