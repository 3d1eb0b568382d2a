import type { LicenceKind } from '../analysis/licence.ts';
import type { DetectorEntry } from '../analysis/model-manifest.ts';
import type { Analyzer } from '../domain/analyzer.ts';
import type { TaskName } from '../domain/enums.ts';
import type { KerbsideEvent } from '../domain/events.ts';
import { loadChunk } from '../platform/load-chunk.ts';
import type { Platform } from '../platform/ports.ts';
import type { FileProgress } from '../worker/cache-files.ts';
import type { EngineName } from './engine.ts';
import { type Capabilities, detectCapabilities } from './engines/capabilities.ts';
import { countCropsWithin } from './engines/crop-budget.ts';
import { EnginePool } from './engines/engine-pool.ts';
import type { EngineReport, ReportOptions } from './engines/engine-report.ts';
import { workerFileName } from './engines/runtime-files.ts';
import { chooseTier, DEFAULT_BUDGET_MS, expectsLarge } from './engines/tier-choice.ts';
import { createMemoryVerdictStore, createVerdictStore } from './engines/verdict-store.ts';
import { fetchRuntime } from './files/fetch-runtime.ts';
import { ModelCache } from './files/model-cache.ts';
import { ModelLibrary } from './files/model-library.ts';
import type { FrameReader } from './frames/frame-reader.ts';
import { prepareTasks } from './prepare-tasks.ts';
import { createDeviceAnalyzer } from './tasks/device-analyzer.ts';
import type { SecondLook } from './tasks/task-analyzer.ts';
import type { DamageTiers } from './tasks/task-models.ts';

/** Functions that create the workers, for apps that bundle them. An engine without a function is not used. */
export type WorkerFactories = Partial<Record<EngineName, () => Worker>>;

/** Folders are absolute URLs that end in a slash. */
export interface InferenceOptions {
  /** Folder of the built workers, or functions that create them. */
  workers: string | WorkerFactories;
  /** Folder of manifest.json and the model files. */
  models: string;
  /** Folder of the runtimes' files. */
  runtime: string;
  /** Which models may be used. By default, all. */
  modelLicence?: LicenceKind;
  /** The only engine to use. By default, the fastest engine that passes its self-test. */
  engine?: EngineName;
  /** The time that a damage model may take for a photo, in milliseconds. The large one is used if it is fast enough. */
  budgetMs?: number;
  /** Whether damage models also run on crops of a photo, as many as the budget allows. Default: true. */
  closerLook?: boolean;
  /** The time that the large one may take for a photo in a second look, in milliseconds. 0 for none. */
  secondLookMs?: number;
}

export interface Inference {
  analyzer: Required<Analyzer>;
  /** Reports which engine runs each model, and why. */
  engines(options?: ReportOptions): Promise<EngineReport>;
  /**
   * Fetches models and runtimes, compares the engines and loads the models into workers, so that tasks run offline and
   * the first photo is fast. A second call does only what the first one did not complete.
   *
   * @param tasks The tasks to prepare. By default, all.
   * @throws KerbsideError if a task cannot run offline: `model_unavailable`, `storage_full`, `unsupported`, `aborted`, or
   *   the failure of an engine.
   */
  preload(tasks?: readonly TaskName[], signal?: AbortSignal): Promise<void>;
  /** Returns what reads camera frames. Its code is loaded on demand. */
  frames(): Promise<FrameReader>;
  /** Terminates the workers. Resolves when they have ended and the database of the verdicts is closed. */
  close(): Promise<void>;
}

/** Creates the inference of a browser: engine choice, model cache, workers and the analyzer. */
export function createInference(
  options: InferenceOptions,
  platform: Platform,
  emit: (event: KerbsideEvent) => void,
): Inference {
  const { workers, engine, runtime: runtimeUrl, budgetMs = DEFAULT_BUDGET_MS, secondLookMs = 0 } = options;
  const { closerLook = true } = options;
  const workersUrl = typeof workers === 'string' ? workers : undefined;
  const hasWorker = (name: EngineName) => typeof workers === 'string' || workers[name] !== undefined;
  const scriptUrl = (name: EngineName) => workersUrl && new URL(workerFileName(name), workersUrl).href;
  let detected: Promise<Capabilities> | undefined;
  const capabilities = () => {
    detected ??= detectCapabilities({ checkWebgpu: hasWorker('webgpu') });
    return detected;
  };
  const onProgress: FileProgress = (file, receivedBytes, totalBytes) =>
    emit({ type: 'model.progress', file, receivedBytes, totalBytes });
  /** The runtime files that this page fetched. When they are cached, they come from the HTTP cache. */
  const fetched = new Set<string>();
  const cache = new ModelCache({
    platform,
    fetch: (input, init) => fetch(input, init),
    caches: globalThis.caches,
    onProgress: ({ url, bytes }, received) => onProgress(url, received, bytes),
    onNotCached: ({ url }, reason) => emit({ type: 'model.not_kept', file: url, reason: String(reason) }),
  });
  const library = new ModelLibrary(options.models, cache, options.modelLicence);
  const pool = new EnginePool({
    library,
    runtimeUrl,
    // On WebGL2 tfjs needs no runtime files.
    fetchRuntime: async (name, signal) => {
      if (name === 'tfjs') return;
      const onRuntimeProgress: FileProgress = (file, received, total) => {
        fetched.add(file);
        onProgress(file, received, total);
      };
      await fetchRuntime(name, runtimeUrl, { signal, onProgress: onRuntimeProgress });
    },
    capabilities,
    verdicts: typeof indexedDB === 'undefined' ? createMemoryVerdictStore() : createVerdictStore(),
    userAgent: globalThis.navigator?.userAgent ?? 'unknown',
    hasWorker,
    scriptUrl,
    createWorker: (name) => {
      const create = typeof workers === 'string' ? undefined : workers[name];
      return create
        ? create()
        : new Worker(new URL(workerFileName(name), workersUrl), { type: 'module', name });
    },
    onChosen: (event) => emit({ type: 'engine.chosen', ...event }),
    onDowngrade: (event) => emit({ type: 'engine.downgraded', ...event }),
    ...(engine && { forcedEngine: engine }),
  });
  const selectTier = async (tiers: DamageTiers, signal?: AbortSignal) =>
    (await chooseTier(tiers, (model) => pool.measurePhotoMs(model, signal), budgetMs)).model;
  const countCrops = (limitMs: number) => async (model: DetectorEntry, signal: AbortSignal) =>
    closerLook ? countCropsWithin(limitMs, model, await pool.measurePhotoMs(model, signal)) : 0;
  const secondLook = createSecondLook(pool, secondLookMs, countCrops(secondLookMs));
  const analyzer = createDeviceAnalyzer({
    library,
    pool,
    chooseTier: selectTier,
    countCrops: countCrops(budgetMs),
    ...(secondLook && { secondLook }),
  });
  return {
    analyzer,
    engines: async (reportOptions) => {
      // Loaded on demand: most apps do not need it at startup.
      const { reportEngines } = await loadChunk(
        'reports engines',
        () => import('./engines/engine-report.ts'),
      );
      const deps = {
        library,
        pool,
        capabilities: await capabilities(),
        forcedEngine: engine,
        budgetMs,
        closerLook,
      };
      return reportEngines(deps, reportOptions);
    },
    async preload(tasks, signal) {
      const { engines, unsupported } = await prepareTasks(
        tasks,
        { library, pool, selectTier, closerLook },
        signal,
      );
      // Loaded on demand: only needed with a network.
      const { cacheRuntime } = await loadChunk(
        'caches files for offline use',
        () => import('./files/cache-runtime.ts'),
      );
      await cacheRuntime(
        engines,
        { runtimeUrl, workersUrl, caches: globalThis.caches },
        { onProgress: (file, ...bytes) => fetched.has(file) || onProgress(file, ...bytes), signal },
      );
      if (unsupported) throw unsupported; // at the end: the other models may run
    },
    async frames() {
      const { createFrameReader } = await loadChunk(
        'reads camera frames',
        () => import('./frames/frame-reader.ts'),
      );
      return createFrameReader({ library, pool, analyzer });
    },
    close: () => pool.close(),
  };
}

/** Looks again with the large damage model where it takes at most `limitMs` for a photo. */
function createSecondLook(
  pool: EnginePool,
  limitMs: number,
  countCrops: NonNullable<SecondLook['countCrops']>,
): SecondLook | undefined {
  if (limitMs === 0) return undefined;
  const measure = (signal: AbortSignal) => (model: DetectorEntry) => pool.measurePhotoMs(model, signal);
  return {
    countCrops,
    isExpected: (tiers, signal) => expectsLarge(tiers, measure(signal), limitMs),
    // Throws if the model cannot be downloaded: the second look is then tried again later.
    async chooseModel([, large], signal) {
      const photoMs = large && (await measure(signal)(large));
      return photoMs !== undefined && photoMs <= limitMs ? large : undefined;
    },
  };
}
