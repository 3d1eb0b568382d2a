import * as ort from 'onnxruntime-web/webgpu';
import {
  type OutputSelection,
  pickCells,
  toMinLogits,
} from '../../../src/analysis/detection/candidate-cells.ts';
import type { Detection } from '../../../src/analysis/detection/detections.ts';
import type { FeatureMap } from '../../../src/analysis/detection/feature-map.ts';
import type { DetectorEntry } from '../../../src/analysis/model-manifest.ts';
import { PhotoScaler } from '../../../src/analysis/pixels/photo-scaler.ts';
import { cropPixels, type PhotoCanvas } from '../../../src/analysis/pixels/pixel-region.ts';
import type { Session } from '../../../src/inference/engine.ts';
import { drawGoldenPicture, toRgba } from '../../../src/inference/self-test/golden-picture.ts';
import { Detector } from '../../../src/inference/tasks/detector.ts';
import { CandidatePicker } from '../../../src/inference/webgpu/candidate-picker.ts';
import { type GpuDevice, USAGE } from '../../../src/inference/webgpu/gpu.ts';
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
  compareLayouts(cases: readonly { decoded: Size; canvas: PhotoCanvas }[]): Promise<number>;
  /** Returns for each case whether the GPU picks the cells that the CPU picks, or that they are too many. */
  comparePicks(cases: readonly PickCase[]): Promise<('equal' | 'different' | 'too many')[]>;
  /** Detects red patches on a photo, and runs the model on a canvas of which every cell is a candidate. */
  compareCandidates(model: string, entry: DetectorEntry): Promise<CandidateComparison>;
  /** Returns the largest difference between outputs for photos that the GPU and the CPU scaled. */
  compareRuns(model: string, cases: readonly { decoded: Size; canvases: PhotoCanvas[] }[]): Promise<number>;
  /**
   * Runs a model three times on every photo, overlapping, with and without capture.
   *
   * @param replay What happens to sessions that capture: they work, compute something else, or cannot be created.
   * @param whenIdle Captures between the rounds, not after each photo.
   */
  compareCaptured(
    model: string,
    cases: readonly { decoded: Size; canvases: PhotoCanvas[] }[],
    replay: 'works' | 'is wrong' | 'fails',
    whenIdle?: boolean,
  ): Promise<CapturedComparison>;
}

/** Maps of one call, and the thresholds of the candidates. */
export interface PickCase {
  maps: { dims: number[]; numbers: number[] }[];
  thresholds: number[];
}

export interface CandidateComparison {
  /** The detections on a photo with and without picking. */
  whole: Detection[];
  picked: Detection[];
  /** How many cells were picked on it. */
  cells: number | undefined;
  /** If there are too many candidates: whether each output has all cells, as without picking. */
  areWhole: boolean[];
}

export interface CapturedComparison {
  /** The largest difference between outputs with and without capture. */
  difference: number;
  /** The sessions that were created to capture, and the runs of each. */
  captured: { height: number; width: number; runs: number; isReleased: boolean }[];
  /** Whether the disposed engine released them. */
  areAllReleased: boolean;
}

declare global {
  interface Window {
    gpuLab: GpuLab;
  }
}

ort.env.wasm.wasmPaths = new URL('/node_modules/onnxruntime-web/dist/', location.href).href;

window.gpuLab = {
  async compareLayouts(cases) {
    const device = await requestDevice();
    const layout = await GpuPhotoLayout.create(device);
    const readBack = new ReadBack(device);
    let largest = 0;
    for (const { decoded, canvas } of cases) {
      const photo = drawPhoto(decoded);
      const [actual = new Float32Array()] = await readBack.read([layout.layOut(photo, canvas)]);
      const expected = layOutOnCpu(photo, canvas);
      largest = Math.max(largest, largestDifference(actual, expected));
    }
    return largest;
  },

  async comparePicks(cases) {
    const device = await requestDevice();
    const picker = await CandidatePicker.create(device);
    const readBack = new ReadBack(device);
    const results: Awaited<ReturnType<GpuLab['comparePicks']>> = [];
    for (const { maps, thresholds } of cases) {
      const minLogits = toMinLogits(thresholds);
      const onCpu = maps.map(({ dims, numbers }) => ({ dims, data: Float32Array.from(numbers) }));
      const onGpu = onCpu.map(({ dims, data }) => {
        const buffer = device.createBuffer({
          size: data.byteLength,
          usage: USAGE.storage | USAGE.copyTarget,
        });
        device.queue.writeBuffer(buffer, 0, data);
        return { dims, buffer };
      });
      const { floats, unpack } = picker.pick(onGpu, minLogits);
      const [values = new Float32Array()] = await readBack.read([floats]);
      const actual = unpack(values);
      const isEqual = onCpu.every((map, at) => areEqual(actual?.[at], pickCells(map, minLogits)));
      results.push(actual ? (isEqual ? 'equal' : 'different') : 'too many');
    }
    return results;
  },

  async compareCandidates(url, entry) {
    const model = new Uint8Array(await (await fetch(url)).arrayBuffer());
    const photo = drawPatches();
    const { width, height } = photo;
    const wide = { scale: 2, width: 1056, height: 512 };
    const select = (threshold: number): OutputSelection => ({
      whole: [entry.outputs.prototypes],
      levels: entry.outputs.levels.map(({ name }) => name),
      minLogits: toMinLogits(entry.types.map(() => threshold)),
    });
    const open = (picksCandidates: boolean) =>
      createOrtWebgpuEngine(ort, { picksCandidates, idleMs: 600_000 }).load(model);
    const detect = async (session: Session) =>
      (await new Detector(entry, session).detect(photo, 0.5)).detections;
    const run = async (session: Session, canvas: PhotoCanvas, selection: OutputSelection) =>
      (await session.runPhoto?.(photo, [canvas], selection))?.[0] ?? {};

    const plain = await open(false);
    const whole = await detect(plain);
    const all = await run(plain, wide, select(0));
    await plain.dispose();

    const picking = await open(true);
    const few = await run(picking, { scale: 1, width, height }, select(0.5));
    await picking.prepare?.([1, 3, height, width]);
    const picked = await detect(picking);
    const outputs = await run(picking, wide, select(0));
    await picking.dispose();
    return {
      whole,
      picked,
      cells: few[entry.outputs.levels[0]?.name ?? '']?.cells?.length,
      areWhole: Object.entries(all).map(([name, map]) => areEqual(outputs[name], map)),
    };
  },

  async compareRuns(url, cases) {
    const model = new Uint8Array(await (await fetch(url)).arrayBuffer());
    const { runPhoto, run, dispose } = await createOrtWebgpuEngine(ort).load(model);
    if (!runPhoto) throw new Error('The GPU cannot scale photos');
    // All at once: their runs must not mix.
    const all = await Promise.all(
      cases.map(({ decoded, canvases }) => runPhoto(drawPhoto(decoded), canvases)),
    );
    let largest = 0;
    for (const [index, { decoded, canvases }] of cases.entries()) {
      const photo = drawPhoto(decoded);
      for (const [scale, canvas] of canvases.entries()) {
        const data = layOutOnCpu(photo, canvas);
        const expected = await run({ image: { dims: [1, 3, canvas.height, canvas.width], data } });
        for (const [name, tensor] of Object.entries(expected)) {
          const actual = all[index]?.[scale]?.[name];
          if (actual?.dims.join() !== tensor.dims.join()) throw new Error(`${name} has another shape`);
          largest = Math.max(largest, largestDifference(actual.data, tensor.data));
        }
      }
    }
    await dispose();
    return largest;
  },

  async compareCaptured(url, cases, replay, whenIdle = false) {
    const model = new Uint8Array(await (await fetch(url)).arrayBuffer());
    const captured: CapturedComparison['captured'] = [];
    const recorded = recordCaptured(captured, replay);
    const fast = await createOrtWebgpuEngine(
      recorded,
      whenIdle ? { idleMs: 1 } : { runsBeforeCapture: 1 },
    ).load(model);
    const plain = await createOrtWebgpuEngine(ort, { runsBeforeCapture: Number.POSITIVE_INFINITY }).load(
      model,
    );
    const runAll = (session: Session) =>
      Promise.all(
        cases.map(({ decoded, canvases }) => session.runPhoto?.(drawPhoto(decoded), canvases) ?? []),
      );
    const expected = await runAll(plain);
    let difference = 0;
    for (let round = 0; round < 3; round += 1) {
      const actual = await runAll(fast);
      // Two runs compare a captured session with the plain one.
      while (whenIdle && captured.reduce((sum, { runs }) => sum + runs, 0) < 2 * round + 2)
        await new Promise((resolve) => setTimeout(resolve, 10));
      for (const [index, scales] of expected.entries())
        for (const [scale, outputs] of scales.entries())
          for (const [name, { data }] of Object.entries(outputs)) {
            const other = actual[index]?.[scale]?.[name]?.data ?? new Float32Array();
            difference = Math.max(difference, largestDifference(other, data));
          }
    }
    const before = structuredClone(captured);
    await fast.dispose();
    await plain.dispose();
    return { difference, captured: before, areAllReleased: captured.every(({ isReleased }) => isReleased) };
  },
};

/** Returns the runtime with a record of the sessions that capture. */
function recordCaptured(
  captured: CapturedComparison['captured'],
  replay: Parameters<GpuLab['compareCaptured']>[2],
): typeof ort {
  const create = async (model: Uint8Array, options: ort.InferenceSession.SessionOptions) => {
    if (!options.enableGraphCapture) return ort.InferenceSession.create(model, options);
    const [height = 0, width = 0] = Object.values(options.freeDimensionOverrides ?? {});
    const record = { height, width, runs: 0, isReleased: false };
    captured.push(record);
    if (replay === 'fails') throw new Error('This model cannot be captured');
    const isWrong = replay === 'is wrong';
    const session = await ort.InferenceSession.create(model, { ...options, enableGraphCapture: !isWrong });
    const zeros = new ort.Tensor('float32', new Float32Array(3 * height * width), [1, 3, height, width]);
    return {
      inputNames: session.inputNames,
      run(feeds: ort.InferenceSession.FeedsType) {
        record.runs += 1;
        return session.run(isWrong ? { image: zeros } : feeds);
      },
      release() {
        record.isReleased = true;
        return session.release();
      },
    };
  };
  return { ...ort, InferenceSession: { create } as unknown as typeof ort.InferenceSession };
}

/** Returns a grey photo with two red patches. */
function drawPatches(): DecodedPhoto {
  const size = { width: 320, height: 256 };
  const data = new Uint8ClampedArray(4 * size.width * size.height).fill(128);
  for (const [left, top] of [
    [32, 32],
    [160, 96],
  ] as const)
    for (let y = top; y < top + 32; y += 1)
      for (let x = left; x < left + 32; x += 1) data.set([255, 0, 0, 255], 4 * (y * size.width + x));
  return { ...size, data, original: size };
}

function areEqual(actual: FeatureMap | undefined, expected: FeatureMap): boolean {
  const toText = (map?: FeatureMap) => JSON.stringify([map?.dims, map?.cells, map?.data]);
  return toText(actual) === toText(expected);
}

async function requestDevice(): Promise<GpuDevice> {
  const { gpu } = navigator as unknown as { gpu: { requestAdapter(): Promise<Adapter> } };
  return (await gpu.requestAdapter()).requestDevice();
}

interface Adapter {
  requestDevice(): Promise<GpuDevice>;
}

function drawPhoto({ width, height }: Size): DecodedPhoto {
  return { ...toRgba(drawGoldenPicture(width, height)), original: { width, height } };
}

function layOutOnCpu(photo: DecodedPhoto, canvas: PhotoCanvas): Float32Array {
  const part = canvas.region && cropPixels(photo, canvas.region);
  return new PhotoScaler().toTensor(part ?? photo, part ?? photo.original, canvas);
}

function largestDifference(actual: Float32Array, expected: Float32Array): number {
  if (actual.length !== expected.length) return Number.POSITIVE_INFINITY;
  return expected.reduce(
    (most, value, at) => Math.max(most, Math.abs(value - (actual[at] ?? Number.NaN))),
    0,
  );
}
