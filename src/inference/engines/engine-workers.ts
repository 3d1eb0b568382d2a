import { type ModelEntry, type ModelVariant, selectVariant } from '../../analysis/model-manifest.ts';
import { isKerbsideError, KerbsideError } from '../../errors.ts';
import { WorkerClient, type WorkerClientOptions } from '../../worker/worker-client.ts';
import type { EngineInfo, EngineName } from '../engine.ts';
import type { ModelLibrary } from '../files/model-library.ts';
import type { ModelList } from '../task-models.ts';
import type { EngineConfig, EngineMethods } from '../worker/engine-methods.ts';
import type { RunTimes } from '../worker/run-meter.ts';
import type { Capabilities } from './capabilities.ts';
import { type PossibleCandidate, threadCount } from './engine-choice.ts';
import { getMaxRuns, type PendingWork, workerTimeoutMs } from './worker-limits.ts';

export interface EngineWorkersDeps {
  library: Pick<ModelLibrary, 'loadFile'>;
  createWorker(engine: EngineName): Worker;
  /** Returns the address of the worker's script, if it is known. */
  scriptUrl?(engine: EngineName): string | undefined;
  /** When workers are ended or replaced. Without `timeoutMs`, the timeout depends on the pending work. */
  workerLimits?: Pick<WorkerClientOptions, 'idleMs' | 'maxRuns' | 'timeoutMs'>;
  runtimeUrl: string;
  /** Identifies the browser version. */
  userAgent: string;
  /** Fetches the runtime's files into the browser's cache, before the engine's first worker requests them. */
  fetchRuntime?(engine: EngineName, signal?: AbortSignal): Promise<void>;
  capabilities(): Promise<Capabilities>;
  now?(): number;
}

/** A worker with this fraction of its runs is replaced as soon as it is idle, and the next one is warmed up. */
const RENEWED_FROM = 0.7;
/** Photos that the user takes one by one leave more time. */
const RENEWED_AFTER_IDLE_MS = 1_000;

/** Runs in a worker that has the models loaded under these keys. */
export type EngineJob<T> = (worker: EngineMethods, ...keys: [string, ...string[]]) => Promise<T>;

interface UsedModel {
  model: ModelEntry;
  variant: ModelVariant;
}

interface JobOptions {
  signal?: AbortSignal | undefined;
  /** Time of one run of the models on the golden picture, if it is known. */
  runMs?: number | undefined;
  /** Whether the job reads a camera frame. Frames have one small size: the memory of WebAssembly does not grow. */
  isFrame?: boolean | undefined;
}

/** One worker per engine. Loads the models that a job needs into it. */
export class EngineWorkers {
  readonly #deps: EngineWorkersDeps;
  readonly #clients = new Map<EngineName, WorkerClient<EngineMethods>>();
  /** The models that each engine's latest worker has run, by their keys. */
  readonly #used = new Map<EngineName, { worker: EngineMethods; models: Map<string, UsedModel> }>();
  /** How long it took to fetch each engine's runtime, in milliseconds. */
  readonly #runtimeLoads = new Map<EngineName, Promise<number>>();
  /** Why the runtime could not be fetched. */
  readonly #runtimeErrors = new Map<EngineName, KerbsideError>();
  #isClosed = false;

  constructor(deps: EngineWorkersDeps) {
    this.#deps = deps;
  }

  /**
   * Runs a job in the engine's worker.
   *
   * The files of a model are only read if the worker lacks the model: they are megabytes, and verified by their hash.
   */
  async run<T>(
    { engine, precision }: PossibleCandidate,
    models: ModelList,
    job: EngineJob<T>,
    { signal, runMs, isFrame }: JobOptions = {},
  ): Promise<{ value: T; engine: EngineInfo; times: RunTimes }> {
    const config = await this.#getConfig();
    const variants = models.map((model) => ({ model, variant: selectVariant(model, precision) }));
    const [first, ...rest] = variants.map(({ variant }) => variant.sha256);
    const files = new Map<string, ArrayBuffer>();
    const runtimeMs = await this.#loadRuntime(engine, signal);
    let hasRuntime = false;
    const work = async (worker: EngineMethods) => {
      const [info, ...isLoaded] = await Promise.all([
        worker.start(config),
        ...variants.map(({ variant }) => worker.isLoaded(variant.sha256)),
      ]);
      for (const [index, { model, variant }] of variants.entries()) {
        if (isLoaded[index]) continue;
        const bytes = files.get(variant.sha256);
        if (!bytes) return { missing: variant };
        await worker.load(variant.sha256, model, bytes);
      }
      hasRuntime = true;
      this.#markRuntimeLoaded(engine, runtimeMs);
      this.#markUsed(engine, worker, variants);
      const value = await job(worker, first ?? '', ...rest);
      return { value, engine: info, times: await worker.takeRunTimes() };
    };
    for (;;) {
      const loadBytes = [...files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
      const timeoutMs = this.#timeoutMs({ loadBytes, runtimeMs, runMs });
      const countRuns = engine === 'webgpu' ? countModelRuns : isFrame ? () => 0 : undefined;
      const running = this.#getClient(engine).run(work, { signal, timeoutMs, countRuns });
      const done = await running.catch((error: unknown) => {
        // The browser may have evicted the runtime from its cache. The next attempt fetches it again and reports errors.
        if (!hasRuntime && isEngineFailure(error)) this.#runtimeLoads.delete(engine);
        throw error;
      });
      if (!('missing' in done)) return done;
      files.set(done.missing.sha256, await this.#deps.library.loadFile(done.missing, signal));
    }
  }

  /** Runs a job that needs no model. */
  runWithoutModel<T>(
    engine: EngineName,
    job: (worker: EngineMethods) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const timeoutMs = this.#timeoutMs({ loadBytes: 0, runtimeMs: 0, runMs: 0 });
    // Without a model, the memory of WebAssembly does not grow.
    return this.#getClient(engine).run(job, { signal, timeoutMs, countRuns: () => 0 });
  }

  /** Returns whether the engine has a worker that runs and has nothing to do. */
  isIdle(engine: EngineName): boolean {
    return this.#clients.get(engine)?.isIdle ?? false;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#clients.values()].map((client) => client.close()));
  }

  /**
   * Returns the cause of an engine's failure. If the runtime could not be fetched, that is the cause: a worker without
   * its runtime only reports that something did not compile.
   */
  explainFailure(engine: EngineName, failure: unknown): unknown {
    const runtimeError = this.#runtimeErrors.get(engine);
    if (!runtimeError) return failure;
    const { code, message, details, retryable } = runtimeError;
    return new KerbsideError(code, message, { details, retryable, cause: failure });
  }

  #timeoutMs(work: PendingWork): number {
    return this.#deps.workerLimits?.timeoutMs ?? workerTimeoutMs(work);
  }

  /**
   * Fetches the runtime, once per engine. Returns how long that took. Does not throw: a worker may be able to fetch what
   * the page cannot.
   */
  async #loadRuntime(engine: EngineName, signal?: AbortSignal): Promise<number> {
    const { fetchRuntime, now = () => performance.now() } = this.#deps;
    const start = now();
    const fetching =
      this.#runtimeLoads.get(engine) ??
      Promise.resolve(fetchRuntime?.(engine, signal)).then(
        () => {
          this.#runtimeErrors.delete(engine);
          return now() - start;
        },
        (error: unknown) => {
          this.#runtimeLoads.delete(engine);
          if (!signal?.aborted && error instanceof KerbsideError) this.#runtimeErrors.set(engine, error);
          return now() - start;
        },
      );
    this.#runtimeLoads.set(engine, fetching);
    return fetching;
  }

  /** Called when a worker has its runtime, even if the page could not fetch it: later failures have other causes. */
  #markRuntimeLoaded(engine: EngineName, runtimeMs: number): void {
    if (this.#runtimeErrors.delete(engine)) this.#runtimeLoads.set(engine, Promise.resolve(runtimeMs));
  }

  #getClient(engine: EngineName): WorkerClient<EngineMethods> {
    if (this.#isClosed) throw new KerbsideError('closed', 'The engines are closed. Open Kerbside again.');
    const client = this.#clients.get(engine) ?? this.#createClient(engine);
    this.#clients.set(engine, client);
    return client;
  }

  #createClient(engine: EngineName): WorkerClient<EngineMethods> {
    const { workerLimits, userAgent, scriptUrl, createWorker } = this.#deps;
    const maxRuns = workerLimits?.maxRuns ?? getMaxRuns(engine, userAgent);
    return new WorkerClient<EngineMethods>(
      {
        ...workerLimits,
        maxRuns,
        name: engine,
        scriptUrl: scriptUrl?.(engine),
        createWorker: () => createWorker(engine),
      },
      {
        afterRuns: RENEWED_FROM * maxRuns,
        afterIdleMs: RENEWED_AFTER_IDLE_MS,
        prepare: (worker) => this.#prepare(engine, worker),
      },
    );
  }

  async #getConfig(): Promise<EngineConfig> {
    const { runtimeUrl, capabilities } = this.#deps;
    const { threads, cores } = await capabilities();
    return { runtimeUrl, threads: threads ? threadCount(cores) : 1 };
  }

  #markUsed(engine: EngineName, worker: EngineMethods, models: readonly UsedModel[]): void {
    const known = this.#used.get(engine);
    const used = known?.worker === worker ? known : { worker, models: new Map<string, UsedModel>() };
    for (const one of models) used.models.set(one.variant.sha256, one);
    this.#used.set(engine, used);
  }

  /** Loads the models of the last worker into a new one, and compiles their shaders. */
  async #prepare(engine: EngineName, worker: EngineMethods): Promise<void> {
    const used = [...(this.#used.get(engine)?.models ?? [])];
    await worker.start(await this.#getConfig());
    for (const [key, { model, variant }] of used) {
      await worker.load(key, model, await this.#deps.library.loadFile(variant));
      await worker.warmUp(key);
    }
    await worker.takeRunTimes(); // those of a warm-up say nothing about photos
  }
}

function countModelRuns(done: { times: RunTimes } | { missing: unknown }): number {
  return 'times' in done ? done.times.runs : 0;
}

/** Returns true for failures that another worker or engine may not have. An invalid photo stays invalid. */
export function isEngineFailure(error: unknown): boolean {
  return isKerbsideError(error, 'engine_failed', 'worker_lost', 'timeout');
}
