import * as ort from 'onnxruntime-web/webgpu';
import type { Manifest, ModelEntry } from '../../src/analysis/model-manifest.ts';
import { selectVariant } from '../../src/analysis/model-manifest.ts';
import type { EngineName, Tensors } from '../../src/inference/engine.ts';
import { ModelCache } from '../../src/inference/files/model-cache.ts';
import { ModelLibrary } from '../../src/inference/files/model-library.ts';
import { readGoldenOutputs } from '../../src/inference/self-test/golden-outputs.ts';
import { findMismatch } from '../../src/inference/self-test/self-test.ts';
import { createTypicalRun } from '../../src/inference/tasks/typical-photo.ts';
import { createOrtWebgpuEngine } from '../../src/inference/webgpu/ort-webgpu-engine.ts';
import { ReadBack } from '../../src/inference/webgpu/read-back.ts';
import type { EngineMethods } from '../../src/inference/worker/engine-methods.ts';
import { createBrowserPlatform } from '../../src/platform/browser-platform.ts';
import { WorkerClient } from '../../src/worker/worker-client.ts';

export interface WebgpuBench {
  models(): Promise<string[]>;
  compare(model: string): Promise<Compared>;
  /** Returns undefined if the model is no detector, or takes too long on an emulated GPU. */
  readBack(model: string): Promise<ReadBytes | undefined>;
}

/** What is read back from the GPU for a typical photo, in bytes. */
export interface ReadBytes {
  whole: number;
  /** With candidates that the GPU picks. */
  picked: number;
}

export interface Compared {
  /** The largest difference of an output value to WASM. */
  apart: number;
  /** The failure of its self-test, if it failed. */
  wrong?: string;
  webgpuMs: number;
  wasmMs: number;
}

declare global {
  interface Window {
    webgpuBench: WebgpuBench;
  }
}

/** An emulated GPU takes minutes. */
const PATIENCE_MS = 900_000;

const folder = (path: string) => new URL(path, location.href).href;
const cache = new ModelCache({
  platform: createBrowserPlatform(),
  fetch: (url, init) => fetch(url, init),
  caches,
});
const library = new ModelLibrary(folder('/models/'), cache);
const webgpu = clientOf('webgpu');
const wasm = clientOf('wasm');

window.webgpuBench = {
  models: async () => (await library.manifest()).models.map(({ name }) => name),
  async compare(name) {
    const model = named(await library.manifest(), name);
    // The variant for GPUs without half precision, like an emulated GPU.
    const variant = selectVariant(model, 'int8');
    const bytes = await library.loadFile(variant);
    const expected = readGoldenOutputs(await library.loadFile(variant.golden), model);
    const onWasm = await goldenRun(wasm, model, bytes);
    const onGpu = await goldenRun(webgpu, model, bytes);
    const wrong = findMismatch(onGpu.outputs, expected, variant.golden.tolerance);
    return {
      apart: largestDifference(onGpu.outputs, onWasm.outputs),
      ...(wrong !== undefined && { wrong }),
      webgpuMs: onGpu.runMs,
      wasmMs: onWasm.runMs,
    };
  },
  async readBack(name) {
    const entry = named(await library.manifest(), name);
    if (entry.kind !== 'detector' || entry.tier === 'large') return undefined;
    const bytes = new Uint8Array(await library.loadFile(selectVariant(entry, 'int8')));
    const count = async (picksCandidates: boolean) => {
      const session = await createOrtWebgpuEngine(ort, {
        picksCandidates,
        runsBeforeCapture: Number.POSITIVE_INFINITY,
      }).load(bytes);
      readBytes = 0;
      await createTypicalRun({ entry, session })();
      await session.dispose();
      return readBytes;
    };
    return { whole: await count(false), picked: await count(true) };
  },
};

ort.env.wasm.wasmPaths = folder('/node_modules/onnxruntime-web/dist/');
let readBytes = 0;
const { read } = ReadBack.prototype;
ReadBack.prototype.read = function (sources) {
  readBytes += sources.reduce((sum, { length }) => sum + 4 * length, 0);
  return read.call(this, sources);
};

function clientOf(name: EngineName): WorkerClient<EngineMethods> {
  const createWorker = () => new Worker(`/dist/workers/${name}.js`, { type: 'module' });
  return new WorkerClient<EngineMethods>({ name, createWorker, timeoutMs: PATIENCE_MS });
}

function goldenRun(client: WorkerClient<EngineMethods>, model: ModelEntry, bytes: ArrayBuffer) {
  return client.run(async (worker) => {
    await worker.start({ runtimeUrl: folder('/dist/workers/'), threads: 1 });
    await worker.load(model.name, model, bytes);
    return worker.runSelfTest(model.name);
  });
}

function named({ models }: Manifest, name: string): ModelEntry {
  const model = models.find((one) => one.name === name);
  if (!model) throw new Error(`The manifest has no model ${name}`);
  return model;
}

function largestDifference(actual: Tensors, expected: Tensors): number {
  let largest = 0;
  for (const [name, { data }] of Object.entries(expected)) {
    for (const [at, wanted] of data.entries()) {
      const difference = Math.abs((actual[name]?.data[at] ?? Number.NaN) - wanted);
      if (!(difference <= largest)) largest = difference; // NaN is the largest of all
      if (Number.isNaN(largest)) return largest;
    }
  }
  return largest;
}
