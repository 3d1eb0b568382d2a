import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-common';
import type { OutputSelection } from '../../analysis/detection/candidate-cells.ts';
import type { PhotoCanvas } from '../../analysis/pixels/pixel-region.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import type { Engine, Session, Tensors } from '../engine.ts';
import { GpuLoss } from '../runtimes/gpu-loss.ts';
import { type Ort, SESSION_OPTIONS } from '../runtimes/ort.ts';
import { CandidatePicker } from './candidate-picker.ts';
import { CapturePolicy } from './capture-policy.ts';
import { type CapturedRun, CapturedRuns } from './captured-runs.ts';
import { catchGpuErrors } from './catch-gpu-errors.ts';
import { fixDimensions } from './fix-dimensions.ts';
import type { GpuBuffer, GpuDevice } from './gpu.ts';
import { GpuPhotoLayout } from './gpu-photo-layout.ts';
import { GpuWorkQueue } from './gpu-work-queue.ts';
import { ReadBack } from './read-back.ts';
import { readOutputs, readSelection } from './read-outputs.ts';

/** Only tests and benches set these. */
export interface WebgpuEngineOptions {
  /** Whether photos are scaled on the GPU. If that fails, they are scaled on the CPU. Default: true. */
  laysOutPhotos?: boolean | undefined;
  /** Whether the candidates of detectors are picked on the GPU. If that fails, outputs are read back whole. Default: true. */
  picksCandidates?: boolean | undefined;
  /**
   * The commands of a model are captured after this many runs on inputs of one shape, even if photos are waiting.
   * `Infinity`: never.
   */
  runsBeforeCapture?: number | undefined;
  /** The commands for photos, and those for inputs whose shape repeats, are also captured as soon as nothing ran for so long. */
  idleMs?: number | undefined;
}

/** To capture takes as long as the time that this many runs save. */
const RUNS_BEFORE_CAPTURE = 24;
/** The next photo of a task comes sooner. */
const IDLE_MS = 300;

/** The device of the runtime, and what runs on it besides models. */
interface Gpu {
  device: GpuDevice;
  readBack: ReadBack;
  /** Undefined if photos are scaled on the CPU. */
  layout: GpuPhotoLayout | undefined;
  /** Undefined if outputs are read back whole. */
  picker: CandidatePicker | undefined;
}

/**
 * Creates an engine that runs onnxruntime-web on WebGPU.
 *
 * A photo is uploaded once and scaled on the GPU, and the outputs of all its runs are read back together: each wait for
 * the GPU costs as much as a small model. Of a detector's maps, only the candidates are read. The commands of frequent runs
 * are captured and replayed.
 */
export function createOrtWebgpuEngine(
  ort: Ort,
  {
    laysOutPhotos = true,
    picksCandidates = true,
    runsBeforeCapture = RUNS_BEFORE_CAPTURE,
    idleMs = IDLE_MS,
  }: WebgpuEngineOptions = {},
): Engine {
  // The WebAssembly part only prepares the work: one thread is enough.
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.proxy = false;
  const queue = new GpuWorkQueue(idleMs);
  const loss = new GpuLoss();
  let gpu: Promise<Gpu> | undefined;
  const options: InferenceSession.SessionOptions = {
    ...SESSION_OPTIONS,
    // By default, the runtime waits for the errors of each run before it returns.
    executionProviders: [{ name: 'webgpu', validationMode: 'wgpuOnly' }],
    preferredOutputLocation: 'gpu-buffer',
  };
  return {
    info: {
      name: 'webgpu',
      runtime: `onnxruntime-web ${ort.env.versions.common}`,
      backend: 'webgpu',
      threads: 1,
    },
    load(model) {
      const loading = queue.add(async () => {
        const session = await ort.InferenceSession.create(model, options);
        // The first session creates the device.
        gpu ??= openGpu((await ort.env.webgpu.device) as unknown as GpuDevice, loss, {
          laysOutPhotos,
          picksCandidates,
        });
        const { device, readBack } = await gpu;
        const policy = new CapturePolicy<CapturedRun>(runsBeforeCapture);
        const captured = new CapturedRuns(policy, {
          device,
          session,
          createSession: (dims) =>
            ort.InferenceSession.create(model, {
              ...options,
              enableGraphCapture: true,
              freeDimensionOverrides: fixDimensions(session.inputMetadata, dims),
            }),
          toTensor: (buffer, dims) => toTensor(ort, buffer, dims),
          read: (runs) => readOutputs(readBack, runs),
        });
        return createSession({ ort, session, ...(await gpu), policy, captured, queue, loss });
      });
      return loss.race(loading);
    },
  };
}

/** A GPU that cannot scale photos or pick candidates may still run models. */
async function openGpu(
  device: GpuDevice,
  loss: GpuLoss,
  { laysOutPhotos, picksCandidates }: { laysOutPhotos: boolean; picksCandidates: boolean },
): Promise<Gpu> {
  void device.lost.then(({ reason, message }) => loss.report(message || reason));
  return {
    device,
    readBack: new ReadBack(device),
    layout: laysOutPhotos ? await GpuPhotoLayout.create(device).catch(() => undefined) : undefined,
    picker: picksCandidates ? await CandidatePicker.create(device).catch(() => undefined) : undefined,
  };
}

interface SessionParts extends Gpu {
  ort: Ort;
  session: InferenceSession;
  /** Which runs are captured. */
  policy: CapturePolicy<CapturedRun>;
  captured: CapturedRuns;
  queue: GpuWorkQueue;
  loss: GpuLoss;
}

type Outputs = InferenceSession.OnnxValueMapType;

/** The input of one run. */
interface Feed {
  dims: readonly number[];
  /** Writes the input into the buffer of a captured run. */
  write(buffer: GpuBuffer): void;
  toFeeds(): Record<string, OrtTensor>;
}

function createSession(parts: SessionParts): Session {
  const { ort, session, device, readBack, layout, picker, policy, captured, queue, loss } = parts;
  const [input = ''] = session.inputNames;

  /** Runs the model on each input, one after the other, and reads all outputs back together. */
  const runAll = async <T>(
    feeds: readonly Feed[],
    read: (runs: readonly Outputs[]) => Promise<T[]>,
  ): Promise<T[]> => {
    const work = async () => {
      const readings: Promise<T[]>[] = [];
      let done: Outputs[] = [];
      let replayed = new Set<unknown>();
      const startReading = () => {
        readings.push(read(done));
        [done, replayed] = [[], new Set()];
      };
      for (const { dims, write, toFeeds } of feeds) {
        const replay = policy.use(dims);
        // A second replay overwrites the outputs of the first one: they are copied before.
        if (replayed.has(replay)) startReading();
        if (replay) {
          replayed.add(replay);
          write(replay.input);
          done.push(await replay.run());
        } else done.push(await session.run(toFeeds()));
      }
      startReading();
      return { reading: Promise.all(readings).then((all) => all.flat()) };
    };
    const { value, errors } = await queue.add(() => catchGpuErrors(device, work));
    const outputs = await value.reading;
    await errors;
    return outputs;
  };

  const requested = new Set<string>();
  const captureWhenIdle = (dims: readonly number[], isWorthIt = () => true) => {
    const key = dims.join();
    if (requested.has(key) || !policy.isWanted(dims)) return;
    requested.add(key);
    queue.addWhenIdle(async () => {
      requested.delete(key);
      if (isWorthIt()) await captured.capture(dims);
    });
  };

  const runSafely: typeof runAll = async (feeds, read) => {
    try {
      return await runAll(feeds, read);
    } catch (error) {
      const hadCaptured = await queue.add(() => captured.releaseAll());
      if (!hadCaptured) throw error;
      return runAll(feeds, read);
    } finally {
      for (const { dims } of feeds) {
        if (policy.count(dims)) void queue.add(() => captured.capture(dims));
      }
    }
  };

  const runWhole = (feeds: readonly Feed[]) => runSafely(feeds, (runs) => readOutputs(readBack, runs));

  let tooLow: string | undefined;
  /**
   * Reads what is needed of the outputs. If there are too many candidates, runs again and reads all. The same thresholds
   * are then too low for the next photos as well.
   */
  const runSelected = async (feeds: readonly Feed[], selection: OutputSelection): Promise<Tensors[]> => {
    const thresholds = selection.minLogits.join();
    if (!picker || thresholds === tooLow) return runWhole(feeds);
    const outputs = await runSafely(feeds, (runs) => readSelection(readBack, picker, runs, selection));
    if (outputs.every((one) => one !== undefined)) return outputs;
    tooLow = thresholds;
    return runWhole(feeds);
  };

  const toFeed = (inputs: Tensors): Feed => {
    const { dims = [], data = new Float32Array() } = inputs[input] ?? {};
    return {
      dims,
      write: (buffer) => device.queue.writeBuffer(buffer, 0, data),
      toFeeds: () => ({ [input]: new ort.Tensor('float32', data, dims) }),
    };
  };
  const runEach = async (inputs: readonly Tensors[]): Promise<Tensors[]> => {
    const feeds = inputs.map(toFeed);
    const outputs = await loss.race(runWhole(feeds));
    for (const { dims } of feeds) {
      const isWorthIt = () => policy.isWorthIdleTime(dims); // other shapes may be captured until then
      if (isWorthIt()) captureWhenIdle(dims, isWorthIt);
    }
    return outputs;
  };
  const run = async (inputs: Tensors): Promise<Tensors> => {
    const [outputs = {}] = await runEach([inputs]);
    return outputs;
  };
  const runPhoto = async (
    photo: DecodedPhoto,
    canvases: readonly PhotoCanvas[],
    selection?: OutputSelection,
  ): Promise<Tensors[]> => {
    const feeds = canvases.map((canvas): Feed => {
      const dims = [1, 3, canvas.height, canvas.width];
      return {
        dims,
        write: (buffer) => void layout?.layOut(photo, canvas, buffer),
        toFeeds: () => ({ [input]: toTensor(ort, layout?.layOut(photo, canvas).buffer, dims) }),
      };
    });
    const outputs = await loss.race(selection ? runSelected(feeds, selection) : runWhole(feeds));
    // Most photos have the same shape. Their regions, and the inputs of other runs, often do not.
    for (const [index, { dims }] of feeds.entries()) if (!canvases[index]?.region) captureWhenIdle(dims);
    return outputs;
  };
  return {
    run,
    runEach,
    ...(layout && { runPhoto }),
    prepare: (dims) => loss.race(queue.add(() => captured.capture(dims))),
    dispose() {
      const releasing = queue.add(async () => {
        await captured.releaseAll();
        await session.release();
      });
      return loss.race(releasing);
    },
  };
}

function toTensor(ort: Ort, buffer: GpuBuffer | undefined, dims: readonly number[]): OrtTensor {
  return ort.Tensor.fromGpuBuffer(buffer as never, { dataType: 'float32', dims: [...dims] });
}
