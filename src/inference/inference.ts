import type { Analyzer } from '../domain/analyzer.ts';
import type { TaskName } from '../domain/enums.ts';
import type { KerbsideEvent } from '../domain/events.ts';
import { isKerbsideError, type KerbsideError, throwIfAborted } from '../errors.ts';
import { loadPart } from '../platform/load-part.ts';
import type { Platform } from '../platform/ports.ts';
import { type Capabilities, detectCapabilities } from './engines/capabilities.ts';
import type { EngineName } from './engines/engine.ts';
import { EnginePool } from './engines/engine-pool.ts';
import type { EngineReport, ReportOptions } from './engines/engine-report.ts';
import { workerFile } from './engines/runtimes.ts';
import { forgetfulVerdicts, keptVerdicts } from './engines/verdicts.ts';
import { ModelCache } from './files/model-cache.ts';
import { ModelLibrary, variantOf } from './files/model-library.ts';
import { type FileProgress, fetchRuntime } from './files/runtime-cache.ts';
import { createDeviceAnalyzer } from './tasks/device-analyzer.ts';
import { modelsOfTask } from './tasks/task-models.ts';

/** How an app makes the workers when it bundles them itself; an engine that it leaves out is not used. */
export type WorkerFactories = Partial<Record<EngineName, () => Worker>>;

/** Folders are whole addresses that end in a slash. */
export interface InferenceOptions {
  /** Folder of the built workers, or functions that make them. */
  workers: string | WorkerFactories;
  /** Folder of manifest.json and the model files. */
  models: string;
  /** Folder of the runtimes' own files. */
  runtime: string;
  /** Use this engine and no other. */
  engine?: EngineName;
}

export interface Inference {
  analyzer: Required<Analyzer>;
  engines(options?: ReportOptions): Promise<EngineReport>;
  /**
   * Fetches models and runtimes, and proves the engines, so that the tasks run without a network. Throws where one of
   * them would not: called again, it does what is left to do.
   */
  preload(tasks?: readonly TaskName[], signal?: AbortSignal): Promise<void>;
  close(): void;
}

export function createInference(
  options: InferenceOptions,
  platform: Platform,
  publish: (event: KerbsideEvent) => void,
): Inference {
  const { workers, engine, runtime: runtimeUrl } = options;
  const workersUrl = typeof workers === 'string' ? workers : undefined;
  const hasWorker = (name: EngineName) => typeof workers === 'string' || workers[name] !== undefined;
  const scriptUrl = (name: EngineName) => workersUrl && new URL(workerFile(name), workersUrl).href;
  let known: Promise<Capabilities> | undefined;
  const capabilities = () => {
    known ??= detectCapabilities({ asksGpu: hasWorker('webgpu') });
    return known;
  };
  const onProgress: FileProgress = (file, receivedBytes, totalBytes) =>
    publish({ type: 'model.progress', file, receivedBytes, totalBytes });
  const cache = new ModelCache({
    platform,
    fetch: (input, init) => fetch(input, init),
    caches: globalThis.caches,
    onProgress: ({ url, bytes }, received) => onProgress(url, received, bytes),
    onNotKept: ({ url }, reason) => publish({ type: 'model.not_kept', file: url, reason: String(reason) }),
  });
  const library = new ModelLibrary(options.models, cache);
  const pool = new EnginePool({
    library,
    runtimeUrl,
    // On WebGL2 tfjs needs no files of its own.
    fetchRuntime: async (name, signal) => {
      if (name !== 'tfjs') await fetchRuntime(name, runtimeUrl, { signal, onProgress });
    },
    capabilities,
    verdicts: typeof indexedDB === 'undefined' ? forgetfulVerdicts() : keptVerdicts(),
    device: globalThis.navigator?.userAgent ?? 'unknown',
    hasWorker,
    scriptUrl,
    createWorker: (name) => {
      const make = typeof workers === 'string' ? undefined : workers[name];
      return make ? make() : new Worker(new URL(workerFile(name), workersUrl), { type: 'module', name });
    },
    onDowngrade: (event) => publish({ type: 'engine.downgraded', ...event }),
    ...(engine && { forced: engine }),
  });
  return {
    analyzer: createDeviceAnalyzer({ library, pool }),
    engines: async (asked) => {
      // Words for people: not needed at first.
      const { reportEngines } = await loadPart(
        'tells of engines',
        () => import('./engines/engine-report.ts'),
      );
      return reportEngines(library, pool, await capabilities(), asked);
    },
    async preload(tasks, signal) {
      const { models } = await library.manifest();
      const wanted = tasks ? new Set(tasks.flatMap((task) => modelsOfTask(task, models) ?? [])) : models;
      const used = new Set<EngineName>();
      let unsupported: KerbsideError | undefined;
      for (const model of wanted) {
        throwIfAborted(signal);
        const usable = await pool.usable(model, signal).catch((error: unknown) => {
          if (!isKerbsideError(error, 'unsupported')) throw error;
          unsupported ??= error; // this one will not run here, the others may
          return [];
        });
        for (const { engine: name, precision } of usable) {
          used.add(name);
          // A verdict outlives the file it was given for: the browser may have dropped that since.
          await library.bytes(variantOf(model, precision), signal);
        }
      }
      // Without a network nobody needs it.
      const { keepRuntime } = await loadPart(
        'keeps files for offline use',
        () => import('./files/cache-runtime.ts'),
      );
      await keepRuntime(
        [...used],
        { runtimeUrl, workersUrl, caches: globalThis.caches },
        { onProgress, signal },
      );
      if (unsupported) throw unsupported;
    },
    close: () => pool.close(),
  };
}
