import * as ort from 'onnxruntime-web/webgpu';
import type { Canvas } from '../../../src/analysis/detection/model-canvas.ts';
import { PhotoScaler } from '../../../src/analysis/detection/photo-scaler.ts';
import { drawGoldenPicture, toRgba } from '../../../src/inference/engines/golden-picture.ts';
import type { GpuDevice } from '../../../src/inference/webgpu/gpu.ts';
import { GpuPhotoLayout } from '../../../src/inference/webgpu/gpu-photo-layout.ts';
import { createOrtWebgpuEngine } from '../../../src/inference/webgpu/ort-webgpu-engine.ts';
import { ReadBack } from '../../../src/inference/webgpu/read-back.ts';
import type { DecodedPhoto } from '../../../src/photo/decoded-photo.ts';

interface Size {
  width: number;
  height: number;
}

/** A page that runs the WebGPU code on its own thread. */
export interface GpuLab {
  /** Returns the largest difference between the tensors of GPU and CPU. */
  compareLayouts(cases: readonly { decoded: Size; canvas: Canvas }[]): Promise<number>;
  /** Returns the largest difference between outputs for photos that the GPU and the CPU scaled. */
  compareRuns(model: string, cases: readonly { decoded: Size; canvases: Canvas[] }[]): Promise<number>;
}

declare global {
  interface Window {
    gpuLab: GpuLab;
  }
}

ort.env.wasm.wasmPaths = new URL('/node_modules/onnxruntime-web/dist/', location.href).href;

window.gpuLab = {
  async compareLayouts(cases) {
    const { gpu } = navigator as unknown as { gpu: { requestAdapter(): Promise<Adapter> } };
    const device = await (await gpu.requestAdapter()).requestDevice();
    const layout = await GpuPhotoLayout.create(device);
    const readBack = new ReadBack(device);
    let largest = 0;
    for (const { decoded, canvas } of cases) {
      const photo = drawPhoto(decoded);
      const [actual = new Float32Array()] = await readBack.read([layout.layOut(photo, canvas)]);
      const expected = new PhotoScaler().toTensor(photo, photo.original, canvas);
      largest = Math.max(largest, largestDifference(actual, expected));
    }
    return largest;
  },

  async compareRuns(url, cases) {
    const model = new Uint8Array(await (await fetch(url)).arrayBuffer());
    const { runPhoto, run } = await createOrtWebgpuEngine(ort, { laysOutPhotos: true }).load(model);
    if (!runPhoto) throw new Error('The GPU cannot scale photos');
    // All at once: their runs must not mix.
    const all = await Promise.all(
      cases.map(({ decoded, canvases }) => runPhoto(drawPhoto(decoded), canvases)),
    );
    let largest = 0;
    for (const [index, { decoded, canvases }] of cases.entries()) {
      const photo = drawPhoto(decoded);
      for (const [scale, canvas] of canvases.entries()) {
        const data = new PhotoScaler().toTensor(photo, photo.original, canvas);
        const expected = await run({ image: { dims: [1, 3, canvas.height, canvas.width], data } });
        for (const [name, tensor] of Object.entries(expected)) {
          const actual = all[index]?.[scale]?.[name];
          if (actual?.dims.join() !== tensor.dims.join()) throw new Error(`${name} has another shape`);
          largest = Math.max(largest, largestDifference(actual.data, tensor.data));
        }
      }
    }
    return largest;
  },
};

interface Adapter {
  requestDevice(): Promise<GpuDevice>;
}

function drawPhoto({ width, height }: Size): DecodedPhoto {
  return { ...toRgba(drawGoldenPicture(width, height)), original: { width, height } };
}

function largestDifference(actual: Float32Array, expected: Float32Array): number {
  if (actual.length !== expected.length) return Number.POSITIVE_INFINITY;
  return expected.reduce(
    (most, value, at) => Math.max(most, Math.abs(value - (actual[at] ?? Number.NaN))),
    0,
  );
}
