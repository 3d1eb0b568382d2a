import type { ModelEntry } from '../../analysis/model-manifest.ts';
import { isKerbsideError, KerbsideError } from '../../errors.ts';
import { WorkerClient, type WorkerClientOptions } from '../../worker/worker-client.ts';
import { type ModelLibrary, variantOf } from '../files/model-library.ts';
import type { Capabilities } from './capabilities.ts';
import type { EngineFacts, EngineName } from './engine.ts';
import { type Candidate, threadCount } from './engine-choice.ts';
import type { EngineMethods } from './engine-methods.ts';
import { patienceFor } from './worker-timeout.ts';

export interface EngineWorkersDeps {
  library: Pick<ModelLibrary, 'bytes'>;
  createWorker(engine: EngineName): Worker;
  /** Where the worker's script is, if that is known. */
  scriptUrl?(engine: EngineName): string | undefined;
  /** When workers are given up or replaced; without a time-out of its own it follows from what they have to do. */
  workerLimits?: Pick<WorkerClientOptions, 'idleMs' | 'maxRuns' | 'timeoutMs'>;
  runtimeUrl: string;
  /** Brings the runtime's own files into the browser's cache, before the engine's first worker asks for them. */
  fetchRuntime?(engine: EngineName, signal?: AbortSignal): Promise<void>;
  capabilities(): Promise<Capabilities>;
  now?(): number;
}

export type Possible = Extract<Candidate, { possible: true }>;
export type Models = readonly [ModelEntry, ...ModelEntry[]];

/** What a run needs: a worker with the models loaded under these keys. */
export type Job<T> = (worker: EngineMethods, ...keys: [string, ...string[]]) => Promise<T>;

export interface JobOptions {
  signal?: AbortSignal | undefined;
  /** What a run of these models takes on the golden picture, where that is known. */
  runMs?: number | undefined;
}

/** One worker for each engine, with the models in it that its jobs need. */
export class EngineWorkers {
  readonly #deps: EngineWorkersDeps;
  readonly #clients = new Map<EngineName, WorkerClient<EngineMethods>>();
  /** How long each engine's runtime took to come. */
  readonly #runtimes = new Map<EngineName, Promise<number>>();
  /** Why it did not. */
  readonly #missing = new Map<EngineName, KerbsideError>();

  constructor(deps: EngineWorkersDeps) {
    this.#deps = deps;
  }

  /** A model's bytes are read only for a worker that lacks them: they are megabytes, and checked by hash. */
  async run<T>(
    { engine, precision }: Possible,
    models: Models,
    job: Job<T>,
    { signal, runMs }: JobOptions = {},
  ): Promise<{ value: T; engine: EngineFacts }> {
    const { library, runtimeUrl, capabilities } = this.#deps;
    const { threads, cores } = await capabilities();
    const variants = models.map((model) => ({ model, variant: variantOf(model, precision) }));
    const [first, ...rest] = variants.map(({ variant }) => variant.sha256);
    const fetched = new Map<string, ArrayBuffer>();
    const runtimeMs = await this.#runtime(engine, signal);
    let hasRuntime = false;
    const work = async (worker: EngineMethods) => {
      const [facts, ...isLoaded] = await Promise.all([
        worker.start({ runtimeUrl, threads: threads ? threadCount(cores) : 1 }),
        ...variants.map(({ variant }) => worker.isLoaded(variant.sha256)),
      ]);
      for (const [nth, { model, variant }] of variants.entries()) {
        if (isLoaded[nth]) continue;
        const bytes = fetched.get(variant.sha256);
        if (!bytes) return { lacks: variant };
        await worker.load(variant.sha256, model, bytes);
      }
      hasRuntime = true;
      this.#isThere(engine, runtimeMs);
      return { value: await job(worker, first ?? '', ...rest), engine: facts };
    };
    for (;;) {
      const loadBytes = [...fetched.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
      const timeoutMs = this.#patience({ loadBytes, runtimeMs, runMs });
      const running = this.#client(engine).run(work, { signal, timeoutMs });
      const done = await running.catch((error: unknown) => {
        // The browser may have let go of the runtime since it came: the next try fetches it again, and tells.
        if (!hasRuntime && isEngineFault(error)) this.#runtimes.delete(engine);
        throw error;
      });
      if (!('lacks' in done)) return done;
      fetched.set(done.lacks.sha256, await library.bytes(done.lacks, signal));
    }
  }

  /** For work that needs no model. */
  runBare<T>(
    engine: EngineName,
    job: (worker: EngineMethods) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const timeoutMs = this.#patience({ loadBytes: 0, runtimeMs: 0, runMs: 0 });
    return this.#client(engine).run(job, { signal, timeoutMs });
  }

  close(): void {
    for (const client of this.#clients.values()) client.close();
  }

  /** What there is to say of an engine's fault: a worker without its runtime only tells what it could not compile. */
  explained(engine: EngineName, fault: unknown): unknown {
    const missing = this.#missing.get(engine);
    if (!missing) return fault;
    const { code, message, details, retryable } = missing;
    return new KerbsideError(code, message, { details, retryable, cause: fault });
  }

  #patience(awaited: Parameters<typeof patienceFor>[0]): number {
    return this.#deps.workerLimits?.timeoutMs ?? patienceFor(awaited);
  }

  /** Once for each engine. If it fails the worker is tried all the same: it may get what a page may not. */
  async #runtime(engine: EngineName, signal?: AbortSignal): Promise<number> {
    const { fetchRuntime, now = () => performance.now() } = this.#deps;
    const start = now();
    const fetching =
      this.#runtimes.get(engine) ??
      Promise.resolve(fetchRuntime?.(engine, signal)).then(
        () => {
          this.#missing.delete(engine);
          return now() - start;
        },
        (error: unknown) => {
          this.#runtimes.delete(engine);
          if (!signal?.aborted && error instanceof KerbsideError) this.#missing.set(engine, error);
          return now() - start;
        },
      );
    this.#runtimes.set(engine, fetching);
    return fetching;
  }

  /** A worker has its runtime, even if the page could not fetch it: what fails from now on has other reasons. */
  #isThere(engine: EngineName, runtimeMs: number): void {
    if (this.#missing.delete(engine)) this.#runtimes.set(engine, Promise.resolve(runtimeMs));
  }

  #client(engine: EngineName): WorkerClient<EngineMethods> {
    const client =
      this.#clients.get(engine) ??
      new WorkerClient<EngineMethods>({
        ...this.#deps.workerLimits,
        name: engine,
        scriptUrl: this.#deps.scriptUrl?.(engine),
        createWorker: () => this.#deps.createWorker(engine),
      });
    this.#clients.set(engine, client);
    return client;
  }
}

/** Failures that another worker or another engine may not have; what is wrong with the photo stays wrong. */
export function isEngineFault(error: unknown): boolean {
  return isKerbsideError(error, 'engine_failed', 'worker_lost', 'timeout');
}
