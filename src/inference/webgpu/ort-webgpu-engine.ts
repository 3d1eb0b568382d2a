import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-common';
import type { Canvas } from '../../analysis/detection/model-canvas.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import type { Engine, Session, Tensors } from '../engines/engine.ts';
import { createWrongTypeError, type Ort, SESSION_OPTIONS } from '../engines/ort-engine.ts';
import { catchGpuErrors } from './catch-gpu-errors.ts';
import type { GpuBuffer, GpuDevice } from './gpu.ts';
import { GpuPhotoLayout } from './gpu-photo-layout.ts';
import { ReadBack } from './read-back.ts';

interface WebgpuEngineOptions {
  /** Whether photos are scaled on the GPU. If that fails, they are scaled on the CPU. */
  laysOutPhotos: boolean;
}

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
 * the GPU costs as much as a small model.
 */
export function createOrtWebgpuEngine(ort: Ort, { laysOutPhotos }: WebgpuEngineOptions): Engine {
  // The WebAssembly part only prepares the work: one thread is enough.
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.proxy = false;
  const enqueue = createQueue();
  let gpu: Promise<Gpu> | undefined;
  return {
    info: {
      name: 'webgpu',
      runtime: `onnxruntime-web ${ort.env.versions.common}`,
      backend: 'webgpu',
      threads: 1,
    },
    load: (model) =>
      enqueue(async () => {
        const session = await ort.InferenceSession.create(model, {
          ...SESSION_OPTIONS,
          // By default, the runtime waits for the errors of each run before it returns.
          executionProviders: [{ name: 'webgpu', validationMode: 'wgpuOnly' }],
          preferredOutputLocation: 'gpu-buffer',
        });
        // The first session creates the device.
        gpu ??= openGpu((await ort.env.webgpu.device) as unknown as GpuDevice, laysOutPhotos);
        return createSession(ort, session, await gpu, enqueue);
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

function createSession(
  ort: Ort,
  session: InferenceSession,
  { device, readBack, layout }: Gpu,
  enqueue: Enqueue,
): Session {
  /** Reads the outputs of some runs back, and frees their buffers. */
  const read = async (runs: readonly InferenceSession.OnnxValueMapType[]): Promise<Tensors[]> => {
    const outputs = runs.flatMap((run) => Object.values(run) as OrtTensor[]);
    try {
      const values = (await readBack.read(outputs.map(toGpuFloats))).values();
      return runs.map((run) =>
        Object.fromEntries(
          Object.entries(run).map(([name, { dims }]) => [
            name,
            { dims, data: values.next().value ?? new Float32Array() },
          ]),
        ),
      );
    } finally {
      for (const output of outputs) output.dispose();
    }
  };
  const run = async (inputs: Tensors): Promise<Tensors> => {
    const feeds = Object.fromEntries(
      Object.entries(inputs).map(([name, { dims, data }]) => [name, new ort.Tensor('float32', data, dims)]),
    );
    const { value, errors } = await enqueue(() => catchGpuErrors(device, () => session.run(feeds)));
    const [outputs = {}] = await read([value]);
    await errors;
    return outputs;
  };
  const runPhoto = async (photo: DecodedPhoto, canvases: readonly Canvas[]): Promise<Tensors[]> => {
    const [input = ''] = session.inputNames;
    const runAll = async () => {
      const done: InferenceSession.OnnxValueMapType[] = [];
      for (const canvas of canvases) {
        const dims = [1, 3, canvas.height, canvas.width];
        const buffer = layout?.layOut(photo, canvas).buffer as never;
        done.push(
          await session.run({ [input]: ort.Tensor.fromGpuBuffer(buffer, { dataType: 'float32', dims }) }),
        );
      }
      return done;
    };
    const { value, errors } = await enqueue(() => catchGpuErrors(device, runAll));
    const outputs = await read(value);
    await errors;
    return outputs;
  };
  return { run, ...(layout && { runPhoto }), dispose: () => enqueue(() => session.release()) };
}

function toGpuFloats(tensor: OrtTensor) {
  if (tensor.type !== 'float32') throw createWrongTypeError(tensor.type);
  return { buffer: tensor.gpuBuffer as unknown as GpuBuffer, length: tensor.size };
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
