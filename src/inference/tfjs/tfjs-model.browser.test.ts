// @module-tag long
import { afterEach, describe, expect, it } from 'vitest';
import type { TfjsJob, TfjsResult } from '../../../test/browser/workers/tfjs-worker.ts';
import { onnxModel } from '../../../test/fixtures/onnx-writer.ts';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { tinyDetector } from '../../../test/fixtures/tiny-detector.ts';
import { GOLDEN, GOLDEN_DIMS } from '../../../test/fixtures/tiny-detector-golden.ts';

const workers: Worker[] = [];

afterEach(() => {
  for (const worker of workers.splice(0)) worker.terminate();
});

async function runInWorker(job: TfjsJob): Promise<TfjsResult> {
  const url = new URL('../../../test/browser/workers/tfjs-worker.ts', import.meta.url);
  const worker = new Worker(url, { type: 'module' });
  workers.push(worker);
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<TfjsResult>) => resolve(data));
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
    worker.postMessage(job);
  });
}

function hasWebgl2(): boolean {
  return new OffscreenCanvas(1, 1).getContext('webgl2') !== null;
}

describe('createTfjsModel in a worker', () => {
  const random = seededRandom(1);
  const data = Float32Array.from({ length: 3 * 8 * 8 }, () => random.between(-1, 1));
  const inputs = { image: { dims: GOLDEN_DIMS, data } };
  const bytes = onnxModel(tinyDetector('int8'));

  // WebGL2 compiles a shader for every step. Without a GPU that takes seconds.
  it.for(['webgl', 'wasm'] as const)(
    'runs a small detector on %s and agrees with onnxruntime',
    async (backend, { skip }) => {
      skip(backend === 'webgl' && !hasWebgl2(), 'this browser has no WebGL2');
      const result = await runInWorker({ backend, bytes, inputs });
      if ('error' in result) throw new Error(result.error);
      expect(result).toMatchObject({ backend, leaked: 0, left: 0 });
      for (const [name, golden] of Object.entries(GOLDEN)) {
        const tensor = result.outputs[name];
        expect(tensor?.dims).toEqual(golden.dims);
        const differences = golden.data.map((value, index) =>
          Math.abs(value - (tensor?.data[index] ?? Number.NaN)),
        );
        expect(Math.max(...differences)).toBeLessThan(1e-3);
      }
    },
  );
});
