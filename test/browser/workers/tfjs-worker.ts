import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import '@tensorflow/tfjs-backend-webgl';
import { getBackend, memory, setBackend } from '@tensorflow/tfjs-core';
import { readOnnxModel } from '../../../src/inference/onnx/read-model.ts';
import { tf } from '../../../src/inference/tfjs/tf.ts';
import { createTfjsModel, type TensorData } from '../../../src/inference/tfjs/tfjs-model.ts';

/** Runs a model file twice on a backend. */
export interface TfjsJob {
  backend: 'webgl' | 'wasm';
  bytes: Uint8Array;
  inputs: Record<string, TensorData>;
}
/** `leaked`: tensors that the second run left. `left`: tensors that remain after dispose. */
export type TfjsResult =
  | { backend: string; outputs: Record<string, TensorData>; leaked: number; left: number }
  | { error: string };

const file = '../../../node_modules/@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm';
setWasmPaths(new URL('.', new URL(file, import.meta.url)).href);

self.addEventListener('message', async ({ data }: MessageEvent<TfjsJob>) => {
  const result = await runJob(data).catch((error: unknown): TfjsResult => ({ error: String(error) }));
  self.postMessage(result);
});

async function runJob({ backend, bytes, inputs }: TfjsJob): Promise<TfjsResult> {
  if (!(await setBackend(backend))) throw new Error(`the backend ${backend} did not start`);
  const before = memory().numTensors;
  const model = createTfjsModel(tf, readOnnxModel(bytes));
  await model.run(inputs);
  const once = memory().numTensors;
  const outputs = await model.run(inputs);
  const leaked = memory().numTensors - once;
  model.dispose();
  return { backend: getBackend(), outputs, leaked, left: memory().numTensors - before };
}
