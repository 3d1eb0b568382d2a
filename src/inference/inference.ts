import type { LicenceKind } from '../analysis/licence.ts';
import type { DetectorEntry } from '../analysis/model-manifest.ts';
import type { TaskName } from '../domain/enums.ts';
import type { KerbsideEvent } from '../domain/events.ts';
import type { Platform } from '../platform/ports.ts';
import { createDeviceAnalyzer } from './device-analyzer.ts';
import type { EngineName } from './engine.ts';
import { type Capabilities, detectCapabilities } from './engines/capabilities.ts';
import { countCropsWithin } from './engines/crop-budget.ts';
import { EnginePool } from './engines/engine-pool.ts';
import { type EngineReport, type ReportOptions, reportEngines } from './engines/engine-report.ts';
import { chooseTier, expectsLarge } from './engines/tier-choice.ts';
import { createMemoryVerdictStore, createVerdictStore } from './engines/verdict-store.ts';
import { cacheRuntime, fetchRuntime } from './files/cache-runtime.ts';
import { ModelCache } from './files/model-cache.ts';
import { ModelLibrary } from './files/model-library.ts';
import { workerFileName } from './files/runtime-files.ts';
import { createFrameReader, type FrameReader } from './frame-reader.ts';
import { preloadTasks } from './preload-tasks.ts';
import type { DamageTiers } from './task-models.ts';
import type { Reanalysis, TaskAnalyzer } from './tasks/task-analyzer.ts';

/** Functions that create the workers, for apps that bundle them. An engine without a function is not used. */
export type WorkerFactories = Partial<Record<EngineName, () => Worker>>;

/** `DeviceModelsOptions`, checked. Folders are absolute URLs that end in a slash. */
export interface InferenceOptions {
  workers: string | WorkerFactories;
  folder: string;
  runtime: string;
  licence: LicenceKind;
  engine?: EngineName;
  budgetMs: number;
  refine: boolean;
  reanalyzeMs: number;
}

/** The inference of a browser: engine choice, model cache, workers and the analyzer. */
export class Inference {
  /** Runs tasks. */
  readonly analyzer: TaskAnalyzer;
  readonly #options: InferenceOptions;
  readonly #emit: (event: KerbsideEvent) => void;
  readonly #library: ModelLibrary;
  readonly #pool: EnginePool;
  #capabilities: Promise<Capabilities> | undefined;
  /** The runtime files that this page fetched. When they are cached, they come from the HTTP cache. */
  readonly #fetched = new Set<string>();

  constructor(options: InferenceOptions, platform: Platform, emit: (event: KerbsideEvent) => void) {
    this.#options = options;
    this.#emit = emit;
    const cache = new ModelCache({
      platform,
      fetch: (input, init) => fetch(input, init),
      caches: globalThis.caches,
      onProgress: ({ url, bytes }, received) => this.#emitProgress(url, received, bytes),
      onNotCached: ({ url }, reason) => emit({ type: 'model.not_kept', file: url, reason: String(reason) }),
    });
    this.#library = new ModelLibrary(options.folder, cache, options.licence);
    this.#pool = this.#createPool();
    const reanalysis = this.#createReanalysis();
    this.analyzer = createDeviceAnalyzer({
      library: this.#library,
      pool: this.#pool,
      chooseTier: (tiers, signal) => this.#selectTier(tiers, signal),
      countCrops: (model, signal) => this.#countCrops(model, options.budgetMs, signal),
      ...(reanalysis && { reanalysis }),
    });
  }

  /** Reports which engine runs each model, and why. */
  async engines(options?: ReportOptions): Promise<EngineReport> {
    const { engine, budgetMs, refine } = this.#options;
    const capabilities = await this.#detectCapabilities();
    const [library, pool] = [this.#library, this.#pool];
    return reportEngines({ library, pool, capabilities, forcedEngine: engine, budgetMs, refine }, options);
  }

  /**
   * Fetches models and runtimes, compares the engines and loads the models into workers, so that tasks run offline and
   * the first photo is fast. A second call does only what the first one did not complete.
   *
   * @param tasks - The tasks to prepare. By default, all.
   * @throws `model_unavailable`, `storage_full`, `unsupported`, `aborted`, or the failure of an engine, if a task cannot run
   * offline.
   */
  async preload(tasks?: readonly TaskName[], signal?: AbortSignal): Promise<void> {
    const { workers, runtime: runtimeUrl, refine } = this.#options;
    const deps = {
      library: this.#library,
      pool: this.#pool,
      selectTier: (tiers: DamageTiers) => this.#selectTier(tiers, signal),
      refine,
    };
    const { engines, unsupported } = await preloadTasks(tasks, deps, signal);
    const workersUrl = typeof workers === 'string' ? workers : undefined;
    await cacheRuntime(
      engines,
      { runtimeUrl, workersUrl, caches: globalThis.caches },
      {
        onProgress: (file, ...bytes) => this.#fetched.has(file) || this.#emitProgress(file, ...bytes),
        signal,
      },
    );
    if (unsupported) throw unsupported; // at the end: the other models may run
  }

  /** Returns what reads camera frames. */
  frames(): FrameReader {
    return createFrameReader({ library: this.#library, pool: this.#pool, analyzer: this.analyzer });
  }

  /** Terminates the workers. Resolves when they have ended and the database of the verdicts is closed. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  #createPool(): EnginePool {
    const { workers, runtime: runtimeUrl, engine } = this.#options;
    const workersUrl = typeof workers === 'string' ? workers : undefined;
    const findScript = (name: EngineName) => workersUrl && new URL(workerFileName(name), workersUrl).href;
    return new EnginePool({
      library: this.#library,
      runtimeUrl,
      // On WebGL2 tfjs needs no runtime files.
      fetchRuntime: async (name, signal) => {
        if (name !== 'tfjs') await fetchRuntime(name, runtimeUrl, { signal, onProgress: this.#onFetched });
      },
      capabilities: () => this.#detectCapabilities(),
      verdicts: typeof indexedDB === 'undefined' ? createMemoryVerdictStore() : createVerdictStore(),
      userAgent: globalThis.navigator?.userAgent ?? 'unknown',
      hasWorker: (name) => this.#hasWorker(name),
      scriptUrl: findScript,
      createWorker: (name) => {
        const create = typeof workers === 'string' ? undefined : workers[name];
        return create?.() ?? new Worker(findScript(name) ?? '', { type: 'module', name });
      },
      onChosen: (event) => this.#emit({ type: 'engine.chosen', ...event }),
      onDowngrade: (event) => this.#emit({ type: 'engine.downgraded', ...event }),
      ...(engine && { forcedEngine: engine }),
    });
  }

  /** The large damage model reanalyzes photos where it takes at most `reanalyzeMs` for one. */
  #createReanalysis(): Reanalysis | undefined {
    const { reanalyzeMs } = this.#options;
    if (reanalyzeMs === 0) return undefined;
    const measure = (signal: AbortSignal) => (model: DetectorEntry) =>
      this.#pool.measurePhotoMs(model, signal);
    return {
      countCrops: (model, signal) => this.#countCrops(model, reanalyzeMs, signal),
      isExpected: (tiers, signal) => expectsLarge(tiers, measure(signal), reanalyzeMs),
      // Throws if the model cannot be downloaded: the photos are then reanalyzed later.
      async chooseModel([, large], signal) {
        const photoMs = large && (await measure(signal)(large));
        return photoMs !== undefined && photoMs <= reanalyzeMs ? large : undefined;
      },
    };
  }

  async #selectTier(tiers: DamageTiers, signal?: AbortSignal): Promise<DetectorEntry> {
    const measure = (model: DetectorEntry) => this.#pool.measurePhotoMs(model, signal);
    return (await chooseTier(tiers, measure, this.#options.budgetMs)).model;
  }

  async #countCrops(model: DetectorEntry, limitMs: number, signal: AbortSignal): Promise<number> {
    if (!this.#options.refine) return 0;
    return countCropsWithin(limitMs, model, await this.#pool.measurePhotoMs(model, signal));
  }

  #hasWorker(name: EngineName): boolean {
    const { workers } = this.#options;
    return typeof workers === 'string' || workers[name] !== undefined;
  }

  #detectCapabilities(): Promise<Capabilities> {
    this.#capabilities ??= detectCapabilities({ checkWebgpu: this.#hasWorker('webgpu') });
    return this.#capabilities;
  }

  readonly #onFetched = (file: string, receivedBytes: number, totalBytes: number) => {
    this.#fetched.add(file);
    this.#emitProgress(file, receivedBytes, totalBytes);
  };

  #emitProgress(file: string, receivedBytes: number, totalBytes: number): void {
    this.#emit({ type: 'model.progress', file, receivedBytes, totalBytes });
  }
}
