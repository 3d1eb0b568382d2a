import type { EngineName } from '../../../src/inference/engine.ts';

export const WORKERS: Record<EngineName, () => Worker> = {
  wasm: () => new Worker(new URL('../workers/wasm.ts', import.meta.url), { type: 'module' }),
  webgpu: () => new Worker(new URL('../workers/webgpu.ts', import.meta.url), { type: 'module' }),
  tfjs: () => new Worker(new URL('../workers/tfjs.ts', import.meta.url), { type: 'module' }),
};
