import { TASK_NAMES, type TaskName } from '../../../src/domain/enums.ts';
import type { AnalysisImage } from '../../../src/domain/task/analyzer.ts';
import { createDeviceAnalyzer } from '../../../src/inference/device-analyzer.ts';
import type { EngineName } from '../../../src/inference/engine.ts';
import type { Capabilities } from '../../../src/inference/engines/capabilities.ts';
import {
  listCandidates,
  type PossibleCandidate,
  threadCount,
} from '../../../src/inference/engines/engine-choice.ts';
import { ModelCache } from '../../../src/inference/files/model-cache.ts';
import { ModelLibrary } from '../../../src/inference/files/model-library.ts';
import { RUNTIMES } from '../../../src/inference/files/runtime-files.ts';
import { findTaskModels } from '../../../src/inference/task-models.ts';
import { createBrowserPlatform } from '../../../src/platform/browser-platform.ts';
import { fetchFile } from '../../../src/worker/fetch-file.ts';
import { analysisRequest } from '../../lib/analysis-request.ts';
import { MeasuredPool } from '../../lib/page/measured-pool.ts';
import { models, runtimeUrl } from '../../lib/page/site.ts';

/** Bypasses all browser caches, like a first visit. */
const coldFetch: typeof fetch = (input, init) => fetch(input, { ...init, cache: 'reload' });

function coldLibrary(): ModelLibrary {
  return new ModelLibrary(models, new ModelCache({ platform: createBrowserPlatform(), fetch: coldFetch }));
}

/** The tasks whose models are available. */
export async function tasksHere(): Promise<TaskName[]> {
  const { models: listed } = await coldLibrary().manifest();
  return TASK_NAMES.filter((task) => findTaskModels(task, listed) !== undefined);
}

/** An engine that can be measured, even if Kerbside would not use it. */
export interface MeasurableEngine extends PossibleCandidate {
  /** True if Kerbside would try it. Otherwise `reason` is set. */
  used: boolean;
}

export interface Engines {
  measurable: MeasurableEngine[];
  left: { engine: EngineName; reason: string }[];
}

/** tfjs starts everywhere, and an emulated GPU works too, but slowly. Both are measured. */
export function enginesHere(capabilities: Capabilities): Engines {
  const engines: Engines = { measurable: [], left: [] };
  for (const candidate of listCandidates(capabilities)) {
    const { engine, reason } = candidate;
    const starts = { wasm: capabilities.simd, webgpu: capabilities.webgpu !== undefined, tfjs: true }[engine];
    if (candidate.possible) engines.measurable.push({ ...candidate, used: true });
    else if (starts)
      engines.measurable.push({ engine, possible: true, precision: 'int8', reason, used: false });
    else engines.left.push({ engine, reason });
  }
  return engines;
}

/** A task on an engine in its own worker. */
export interface Station {
  pool: MeasuredPool;
  run(signal: AbortSignal): Promise<void>;
  /** Resolves when the worker has ended. */
  close(): Promise<void>;
}

export function openStation(
  task: TaskName,
  candidate: PossibleCandidate,
  image: AnalysisImage,
  { threads, cores }: Capabilities,
): Station {
  const library = coldLibrary();
  const config = { runtimeUrl, threads: threads ? threadCount(cores) : 1 };
  const pool = new MeasuredPool({ library, config, candidate, timeoutMs: 600_000 });
  const analyzer = createDeviceAnalyzer({ library, pool, chooseTier: async ([small]) => small });
  return {
    pool,
    run: async (signal) => void (await analyzer.analyze(analysisRequest(task, image, signal))),
    close: () => pool.close(),
  };
}

/** On WebGL2, tfjs needs no runtime files. */
export async function fetchRuntimeCold(engine: EngineName, signal: AbortSignal): Promise<number> {
  const start = performance.now();
  const files = engine === 'tfjs' ? [] : RUNTIMES[engine].files;
  for (const { name } of files)
    await fetchFile(new URL(name, runtimeUrl).href, {
      fetch: coldFetch,
      cache: 'reload',
      idleTimeoutMs: 20_000,
      signal,
    });
  return performance.now() - start;
}
