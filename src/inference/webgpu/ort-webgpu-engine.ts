import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-common';
import type { Canvas } from '../../analysis/detection/model-canvas.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import type { Engine, Session, Tensors } from '../engines/engine.ts';
import { type Ort, SESSION_OPTIONS } from '../engines/ort-engine.ts';
import { CapturedRuns } from './captured-runs.ts';
import { catchGpuErrors } from './catch-gpu-errors.ts';
import { fixDimensions } from './fix-dimensions.ts';
import type { GpuBuffer, GpuDevice } from './gpu.ts';
import { GpuPhotoLayout } from './gpu-photo-layout.ts';
import { ReadBack } from './read-back.ts';
import { readOutputs } from './read-outputs.ts';

interface WebgpuEngineOptions {
  /** Whether photos are scaled on the GPU. If that fails, they are scaled on the CPU. Default: true. */
  laysOutPhotos?: boolean | undefined;
  /** The commands of a model are captured after this many runs on inputs of one shape. `Infinity`: never. */
  runsBeforeCapture?: number | undefined;
}

/** To capture takes as long as many runs: a shape that a task uses only a few times is not captured. */
const RUNS_BEFORE_CAPTURE = 12;

/** The device of the runtime, and what runs on it besides models. */
interface Gpu {
  device: GpuDevice;
  readBack: ReadBack;
  /** Undefined if photos are scaled on the CPU. */
  layout: GpuPhotoLayout | undefined;
}

/**
 * Creates an engine that runs onnxruntime-web on WebGPU.
 *
 * A photo is uploaded once and scaled on the GPU, and the outputs of all its runs are read back together: each wait for
 * the GPU costs as much as a small model. The commands of frequent runs are captured and replayed.
 */
export function createOrtWebgpuEngine(
  ort: Ort,
  { laysOutPhotos = true, runsBeforeCapture = RUNS_BEFORE_CAPTURE }: WebgpuEngineOptions = {},
): Engine {
  // The WebAssembly part only prepares the work: one thread is enough.
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.proxy = false;
  const enqueue = createQueue();
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
    load: (model) =>
      enqueue(async () => {
        const session = await ort.InferenceSession.create(model, options);
        // The first session creates the device.
        gpu ??= openGpu((await ort.env.webgpu.device) as unknown as GpuDevice, laysOutPhotos);
        const { device, readBack, layout } = await gpu;
        const captured = new CapturedRuns({
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
          runsBeforeCapture,
        });
        return createSession({ ort, session, device, readBack, layout, captured, enqueue });
      }),
  };
}

async function openGpu(device: GpuDevice, laysOutPhotos: boolean): Promise<Gpu> {
  const readBack = new ReadBack(device);
  if (!laysOutPhotos) return { device, readBack, layout: undefined };
  // A GPU that cannot scale photos may still run models.
  return { device, readBack, layout: await GpuPhotoLayout.create(device).catch(() => undefined) };
}

type Enqueue = <T>(work: () => Promise<T>) => Promise<T>;

interface SessionParts extends Gpu {
  ort: Ort;
  session: InferenceSession;
  captured: CapturedRuns;
  enqueue: Enqueue;
}

/** The input of one run. */
interface Feed {
  dims: readonly number[];
  /** Writes the input into the buffer of a captured run. */
  write(buffer: GpuBuffer): void;
  toFeeds(): Record<string, OrtTensor>;
}

function createSession({ ort, session, device, readBack, layout, captured, enqueue }: SessionParts): Session {
  const [input = ''] = session.inputNames;

  /** Runs the model on each input, one after the other, and reads all outputs back together. */
  const runAll = async (feeds: readonly Feed[]): Promise<Tensors[]> => {
    const work = async () => {
      const done: InferenceSession.OnnxValueMapType[] = [];
      const replayed = new Set<unknown>();
      for (const { dims, write, toFeeds } of feeds) {
        const replay = captured.get(dims);
        // A second replay would overwrite the outputs of the first one.
        if (replay && !replayed.has(replay)) {
          replayed.add(replay);
          write(replay.input);
          done.push(await replay.run());
        } else done.push(await session.run(toFeeds()));
      }
      return { reading: readOutputs(readBack, done) };
    };
    const { value, errors } = await enqueue(() => catchGpuErrors(device, work));
    const outputs = await value.reading;
    await errors;
    return outputs;
  };

  const runSafely = async (feeds: readonly Feed[]): Promise<Tensors[]> => {
    try {
      return await runAll(feeds);
    } catch (error) {
      const hadCaptured = await enqueue(() => captured.giveUp());
      if (!hadCaptured) throw error;
      return runAll(feeds);
    } finally {
      for (const { dims } of feeds) if (captured.count(dims)) void enqueue(() => captured.capture(dims));
    }
  };

  const run = async (inputs: Tensors): Promise<Tensors> => {
    const { dims = [], data = new Float32Array() } = inputs[input] ?? {};
    const [outputs = {}] = await runSafely([
      {
        dims,
        write: (buffer) => device.queue.writeBuffer(buffer, 0, data),
        toFeeds: () => ({ [input]: new ort.Tensor('float32', data, dims) }),
      },
    ]);
    return outputs;
  };
  const runPhoto = async (photo: DecodedPhoto, canvases: readonly Canvas[]): Promise<Tensors[]> =>
    runSafely(
      canvases.map((canvas) => {
        const dims = [1, 3, canvas.height, canvas.width];
        return {
          dims,
          write: (buffer) => void layout?.layOut(photo, canvas, buffer),
          toFeeds: () => ({ [input]: toTensor(ort, layout?.layOut(photo, canvas).buffer, dims) }),
        };
      }),
    );
  return {
    run,
    ...(layout && { runPhoto }),
    prepare: (dims) => enqueue(() => captured.capture(dims)),
    dispose: () =>
      enqueue(async () => {
        await captured.giveUp();
        await session.release();
      }),
  };
}

function toTensor(ort: Ort, buffer: GpuBuffer | undefined, dims: readonly number[]): OrtTensor {
  return ort.Tensor.fromGpuBuffer(buffer as never, { dataType: 'float32', dims: [...dims] });
}

/** Returns a function that does one work after the other: all sessions share the commands of one device. */
function createQueue(): Enqueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
}
