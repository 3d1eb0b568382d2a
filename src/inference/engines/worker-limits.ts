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
