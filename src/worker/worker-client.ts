import { abortedError, isKerbsideError, KerbsideError, throwIfAborted } from '../errors.ts';
import { callWorker, type WorkerMethods } from './worker-boundary.ts';

export interface WorkerClientOptions {
  createWorker(): Worker;
  /** For messages: which worker this is. */
  name: string;
  /** For messages: where its script is, if that is known. */
  scriptUrl?: string | undefined;
  idleMs?: number;
  maxRuns?: number;
  timeoutMs?: number;
}

export interface RunOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
}

interface LiveWorker<Methods> {
  worker: Worker;
  methods: Methods;
  /** The worker runs, and its life is watched. */
  ready: Promise<void>;
  /** Rejects when the worker dies; never resolves. */
  death: Promise<never>;
  runs: number;
}

/**
 * One worker and the queue in front of it.
 *
 *   none ──run──▶ busy ──done──▶ waiting ──30 s──▶ none
 *                  │  ◀──run─────┘
 *                  └── abort, time-out, death, or run number N ──▶ terminated ──▶ none
 *
 * - Jobs run one at a time, in the order of asking; a worker is made for the first and ends when idle.
 * - A job never stays pending: abort and time-out terminate the worker (WebAssembly can not be interrupted
 *   otherwise), and a worker that dies rejects the job it was doing with `worker_lost`.
 * - A worker is replaced after `maxRuns`, because WebAssembly memory only ever grows (onnxruntime 21673).
 */
export class WorkerClient<Methods extends WorkerMethods> {
  readonly #options: Required<WorkerClientOptions>;
  #live: LiveWorker<Methods> | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(options: WorkerClientOptions) {
    this.#options = { idleMs: 30_000, maxRuns: 200, timeoutMs: 120_000, scriptUrl: undefined, ...options };
  }

  run<T>(job: (worker: Methods) => Promise<T>, options: RunOptions = {}): Promise<T> {
    this.#waiting += 1;
    const turn = this.#queue.then(() => this.#runNow(job, options)).finally(() => this.#afterRun());
    this.#queue = turn.catch(() => {});
    return turn;
  }

  close(): void {
    this.#closed = true;
    this.#terminate();
  }

  async #runNow<T>(job: (worker: Methods) => Promise<T>, { signal, timeoutMs }: RunOptions): Promise<T> {
    throwIfAborted(signal);
    if (this.#closed) throw new KerbsideError('closed', `The ${this.#options.name} worker was closed.`);
    clearTimeout(this.#idleTimer);
    const live = this.#live ?? this.#start();
    const limit = deadline(timeoutMs ?? this.#options.timeoutMs, signal, this.#options.name);
    const work = live.ready.then(() => job(live.methods));
    work.catch(() => {}); // it may still fail after the race is decided
    try {
      const result = await Promise.race([work, live.death, limit.exceeded]);
      live.runs += 1;
      if (live.runs >= this.#options.maxRuns) this.#terminate();
      return result;
    } catch (error) {
      // After a failed run nobody knows what state the runtime is in.
      if (!isHarmless(error)) this.#terminate();
      throw error;
    } finally {
      limit.clear();
    }
  }

  #afterRun(): void {
    this.#waiting -= 1;
    clearTimeout(this.#idleTimer);
    if (this.#waiting > 0 || !this.#live) return;
    this.#idleTimer = setTimeout(() => this.#terminate(), this.#options.idleMs);
  }

  #start(): LiveWorker<Methods> {
    const worker = this.#create();
    const { methods, alive } = callWorker<Methods>(worker);
    const lockName = `kerbside:worker:${crypto.randomUUID()}`;
    const ready = alive(lockName);
    const { name, scriptUrl } = this.#options;
    const script = scriptUrl ? `its script ${scriptUrl}` : 'its script';
    const death = new Promise<never>((_resolve, reject) => {
      const lost = (reason: string) => reject(workerLost(name, reason));
      worker.addEventListener('error', (event) => lost(event.message || `${script} could not be loaded`));
      worker.addEventListener('messageerror', () => lost('a message could not be read'));
      void ready.then(async (isWatched) => {
        if (!isWatched) return;
        await whenFree(lockName);
        lost('the browser ended it');
      });
    });
    death.catch(() => {}); // a worker may die while nothing runs
    const live = { worker, methods, death, ready: ready.then(() => {}), runs: 0 };
    this.#live = live;
    return live;
  }

  #create(): Worker {
    try {
      return this.#options.createWorker();
    } catch (cause) {
      const { name } = this.#options;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new KerbsideError('engine_failed', `The ${name} worker could not be made: ${reason}`, { cause });
    }
  }

  #terminate(): void {
    clearTimeout(this.#idleTimer);
    this.#live?.worker.terminate();
    this.#live = undefined;
  }
}

/**
 * No event tells a page that the browser killed a worker (out of memory, GPU process gone). But a lock that the
 * worker holds for life is set free by any death: the page gets it the moment the worker is gone.
 */
async function whenFree(lockName: string): Promise<void> {
  await navigator.locks.request(lockName, async () => {});
}

function deadline(milliseconds: number, signal: AbortSignal | undefined, name: string) {
  let clear = () => {};
  const exceeded = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(timedOut(name, milliseconds)), milliseconds);
    const abort = () => signal && reject(abortedError(signal));
    signal?.addEventListener('abort', abort, { once: true });
    clear = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  });
  return { exceeded, clear };
}

/** Errors that say something of the input and leave the worker as it was. */
function isHarmless(error: unknown): boolean {
  return isKerbsideError(error, 'photo_invalid', 'photo_damaged', 'unsupported');
}

function workerLost(name: string, reason: string): KerbsideError {
  return new KerbsideError('worker_lost', `The ${name} worker ended while it was at work: ${reason}.`, {
    details: { worker: name, reason },
    retryable: true,
  });
}

function timedOut(name: string, milliseconds: number): KerbsideError {
  return new KerbsideError(
    'timeout',
    `The ${name} worker gave no answer within ${milliseconds} ms and was ended.`,
    {
      details: { worker: name, timeoutMs: milliseconds },
      retryable: true,
    },
  );
}
