import type { EngineName } from '../engine.ts';

/** The memory of WebAssembly never shrinks. */
const MAX_JOBS = 200;
/** Over so many runs in one worker, the memory of Chromium does not grow. Measured with the damage model on one GPU (H200). */
const MAX_CHROMIUM_RUNS = 4_500;
/**
 * Safari crashes after about 500 runs of a model on WebGPU (https://github.com/microsoft/onnxruntime/issues/27584). A photo
 * takes 3 or more.
 */
const MAX_OTHER_RUNS = 350;

/** Returns after how many runs an engine's worker is replaced: runs of a model on WebGPU, otherwise jobs. */
export function getMaxRuns(engine: EngineName, userAgent: string): number {
  if (engine !== 'webgpu') return MAX_JOBS;
  return /Chrome\//.test(userAgent) ? MAX_CHROMIUM_RUNS : MAX_OTHER_RUNS;
}

/** The work of a worker until its next response. */
export interface PendingWork {
  /** Size of the models that it has to load. */
  loadBytes: number;
  /** How long this page took to fetch the runtime's files. If they are not cached, the worker fetches them too. */
  runtimeMs: number;
  /** Time of one run of its models on the golden picture. Absent before their self-test. */
  runMs?: number | undefined;
}

/**
 * A hot or busy phone can stall for seconds, and Chromium lets a request wait up to 20 s for another request that writes
 * the same file to its cache. A worker that takes longer is considered dead.
 */
const MIN_TIMEOUT_MS = 30_000;
/** A photo is larger than the golden picture, and text is read line by line. */
const RUNS_PER_PHOTO = 50;
/** A GPU compiles its shaders in the first run. */
const UNKNOWN_RUN_MS = 1_000;
/** A worker that starts right after another one died took 8 s instead of 0.25 s in a measurement. */
const WORKER_START_MS = 30_000;
const LOAD_BYTES_PER_MS = 500;

/** Returns how long to wait for a worker, in milliseconds. An engine is abandoned after 2 timeouts. */
export function workerTimeoutMs({ loadBytes, runtimeMs, runMs = UNKNOWN_RUN_MS }: PendingWork): number {
  const run = Math.max(MIN_TIMEOUT_MS, RUNS_PER_PHOTO * runMs);
  const load = loadBytes > 0 ? WORKER_START_MS + loadBytes / LOAD_BYTES_PER_MS : 0;
  return Math.round(run + load + 2 * runtimeMs);
}
