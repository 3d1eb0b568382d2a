import * as ort from 'onnxruntime-web/webgpu';
import type { OutputSelection } from '../../../src/analysis/detection/candidate-cells.ts';
import { median } from '../../../src/inference/median.ts';
import { SESSION_OPTIONS } from '../../../src/inference/runtimes/ort.ts';
import { CandidatePicker } from '../../../src/inference/webgpu/candidate-picker.ts';
import { fixDimensions } from '../../../src/inference/webgpu/fix-dimensions.ts';
import { type GpuBuffer, type GpuDevice, USAGE } from '../../../src/inference/webgpu/gpu.ts';
import { ReadBack } from '../../../src/inference/webgpu/read-back.ts';
import { readSelection } from '../../../src/inference/webgpu/read-outputs.ts';
import type { WebgpuSteps } from '../result.ts';

/** One run of one model on WebGPU with bare onnxruntime-web, step by step. */
export interface StepsRequest {
  runtimeUrl: string;
  model: string;
  bytes: ArrayBuffer;
  input: string;
  width: number;
  height: number;
  /** What Kerbside reads of the outputs. */
  selection: OutputSelection;
}

/** With the wait for an idle GPU, which Kerbside never does. */
type TimedDevice = GpuDevice & { queue: { onSubmittedWorkDone(): Promise<void> } };

const ROUNDS = 15;

self.addEventListener('message', async ({ data }: MessageEvent<StepsRequest>) => {
  const base = { model: data.model, canvas: `${data.width} × ${data.height}`, wholeMs: Number.NaN };
  try {
    ort.env.wasm.wasmPaths = data.runtimeUrl;
    ort.env.wasm.numThreads = 1;
    self.postMessage({ ...base, ...(await measure(data)) } satisfies WebgpuSteps);
  } catch (error) {
    self.postMessage({ ...base, failed: String(error) } satisfies WebgpuSteps);
  }
});

async function measure(request: StepsRequest): Promise<Omit<WebgpuSteps, 'model' | 'canvas'>> {
  const { bytes, input, width, height } = request;
  const options: ort.InferenceSession.SessionOptions = {
    ...SESSION_OPTIONS,
    executionProviders: [{ name: 'webgpu', validationMode: 'wgpuOnly' }],
  };
  const dims = [1, 3, height, width];
  const pixels = new Float32Array(3 * width * height).fill(0.4);

  const plain = await ort.InferenceSession.create(new Uint8Array(bytes), options);
  const wholeMs = await medianOf(async () => {
    const outputs = await plain.run({ [input]: new ort.Tensor('float32', pixels, dims) });
    for (const tensor of Object.values(outputs)) await tensor.getData();
  });
  const device = (await ort.env.webgpu.device) as unknown as TimedDevice;
  const session = await ort.InferenceSession.create(new Uint8Array(bytes), {
    ...options,
    preferredOutputLocation: 'gpu-buffer',
  });
  const usage = USAGE.storage | USAGE.copyTarget | USAGE.copySource;
  const buffer = device.createBuffer({ size: pixels.byteLength, usage });
  const tensor = ort.Tensor.fromGpuBuffer(buffer as never, { dataType: 'float32', dims });
  let readBackBytes = 0;
  const times: [upload: number, run: number, readBack: number][] = [];
  for (let round = -3; round < ROUNDS; round += 1) {
    const start = performance.now();
    device.queue.writeBuffer(buffer, 0, pixels);
    await device.queue.onSubmittedWorkDone();
    const uploaded = performance.now();
    const outputs = await session.run({ [input]: tensor });
    await device.queue.onSubmittedWorkDone();
    const ran = performance.now();
    readBackBytes = 0;
    for (const output of Object.values(outputs)) {
      const values = await output.getData(true);
      readBackBytes += (values as Float32Array).byteLength;
    }
    if (round >= 0) times.push([uploaded - start, ran - uploaded, performance.now() - ran]);
  }
  const steps = [0, 1, 2].map((step) => median(times.map((one) => one[step] ?? Number.NaN)));
  const [uploadMs = Number.NaN, runMs = Number.NaN, readBackMs = Number.NaN] = steps;
  const runModel = () => session.run({ [input]: tensor });
  const picked = await measurePicked(device, runModel, request.selection);
  const split = { wholeMs, uploadMs, runMs, readBackMs, readBackBytes, ...picked };
  try {
    return { ...split, ...(await measureCaptured(request, options, { session, tensor, device, buffer })) };
  } catch (error) {
    return { ...split, failed: `graph capture: ${error}` };
  }
}

/** Picks the candidates on the GPU, and reads them and the prototypes back. */
async function measurePicked(
  device: TimedDevice,
  run: () => Promise<ort.InferenceSession.OnnxValueMapType>,
  selection: OutputSelection,
): Promise<Pick<WebgpuSteps, 'pickedMs' | 'pickedBytes'>> {
  const picker = await CandidatePicker.create(device);
  const readBack = new CountedReadBack(device);
  const times: number[] = [];
  for (let round = -3; round < ROUNDS; round += 1) {
    const outputs = await run();
    await device.queue.onSubmittedWorkDone();
    const start = performance.now();
    await readSelection(readBack, picker, [outputs], selection);
    if (round >= 0) times.push(performance.now() - start);
  }
  return { pickedMs: median(times), pickedBytes: readBack.bytes };
}

/** Counts the bytes of the last call. */
class CountedReadBack extends ReadBack {
  bytes = 0;

  override read(...[sources]: Parameters<ReadBack['read']>): ReturnType<ReadBack['read']> {
    this.bytes = sources.reduce((sum, { length }) => sum + 4 * length, 0);
    return super.read(sources);
  }
}

/**
 * Graph capture records the GPU commands of the first run and replays them. All shapes must be known ahead. Its outputs
 * are compared with those of the plain session, on an input that was not there while it recorded.
 */
async function measureCaptured(
  { bytes, input, width, height }: StepsRequest,
  options: ort.InferenceSession.SessionOptions,
  gpu: { session: ort.InferenceSession; tensor: ort.Tensor; device: TimedDevice; buffer: GpuBuffer },
): Promise<Partial<WebgpuSteps>> {
  const { session: plain, tensor, device, buffer } = gpu;
  const dispatches = await countDispatches(() => plain.run({ [input]: tensor }));
  const start = performance.now();
  const session = await ort.InferenceSession.create(new Uint8Array(bytes), {
    ...options,
    preferredOutputLocation: 'gpu-buffer',
    enableGraphCapture: true,
    freeDimensionOverrides: fixDimensions(plain.inputMetadata, [1, 3, height, width]),
  });
  await session.run({ [input]: tensor });
  await device.queue.onSubmittedWorkDone();
  const captureMs = performance.now() - start;
  const capturedDispatches = await countDispatches(() => session.run({ [input]: tensor }));
  const capturedMs = await medianOf(async () => {
    await session.run({ [input]: tensor });
    await device.queue.onSubmittedWorkDone();
  });
  device.queue.writeBuffer(
    buffer,
    0,
    Float32Array.from({ length: 3 * width * height }, (_, at) => (at % 97) / 97),
  );
  const actual = await session.run({ [input]: tensor });
  const expected = await plain.run({ [input]: tensor });
  let capturedDifference = 0;
  for (const [name, output] of Object.entries(expected)) {
    const values = (await actual[name]?.getData()) as Float32Array;
    const wanted = (await output.getData()) as Float32Array;
    for (const [at, value] of wanted.entries())
      capturedDifference = Math.max(capturedDifference, Math.abs(value - (values[at] ?? Number.NaN)));
  }
  return { capturedMs, capturedDifference, captureMs, dispatches, capturedDispatches };
}

/** Counts the commands that this worker gives to the GPU. */
async function countDispatches(run: () => Promise<unknown>): Promise<number> {
  const { GPUComputePassEncoder: Encoder } = self as unknown as {
    GPUComputePassEncoder: { prototype: Record<string, (...args: unknown[]) => void> };
  };
  let count = 0;
  const original: typeof Encoder.prototype = {};
  for (const name of ['dispatchWorkgroups', 'dispatchWorkgroupsIndirect']) {
    const dispatch = Encoder.prototype[name];
    if (!dispatch) continue;
    original[name] = dispatch;
    Encoder.prototype[name] = function (...args) {
      count += 1;
      dispatch.apply(this, args);
    };
  }
  try {
    await run();
  } finally {
    Object.assign(Encoder.prototype, original);
  }
  return count;
}

async function medianOf(run: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = -3; round < ROUNDS; round += 1) {
    const start = performance.now();
    await run();
    if (round >= 0) times.push(performance.now() - start);
  }
  return median(times);
}
