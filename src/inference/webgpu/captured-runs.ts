import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-common';
import type { Tensors } from '../engine.ts';
import { findMismatch } from '../self-test/self-test.ts';
import type { CapturePolicy, Dims } from './capture-policy.ts';
import { catchGpuErrors } from './catch-gpu-errors.ts';
import { type GpuBuffer, type GpuDevice, USAGE } from './gpu.ts';

type Outputs = InferenceSession.OnnxValueMapType;

/** A model whose GPU commands for inputs of one shape were recorded. */
export interface CapturedRun {
  /** The input is written here before each run. */
  input: GpuBuffer;
  /** Replays the commands. The next run overwrites the outputs. */
  run(): Promise<Outputs>;
  dispose(): Promise<void>;
}

interface CapturedRunsDeps {
  device: GpuDevice;
  /** Runs the model without capture. */
  session: InferenceSession;
  /** Creates a session that records the commands of its first run, for inputs of one shape. */
  createSession(dims: Dims): Promise<InferenceSession>;
  toTensor(buffer: GpuBuffer, dims: Dims): OrtTensor;
  read(runs: readonly Outputs[]): Promise<Tensors[]>;
}

/** The replayed commands are those of the plain session, so the outputs are equal except for rounding. */
const TOLERANCE = { absolute: 1e-4, relative: 1e-4 };

/**
 * Captures the runs of a model, by the shape of its input.
 *
 * A run prepares about 160 GPU commands, which takes longer than their execution on a fast GPU. A captured run replays
 * them. It needs a session of its own for each shape, so only shapes that are used often are captured. If a replay does
 * not compute the same as the plain session, nothing is captured any more.
 */
export class CapturedRuns {
  readonly #policy: CapturePolicy<CapturedRun>;
  readonly #deps: CapturedRunsDeps;

  constructor(policy: CapturePolicy<CapturedRun>, deps: CapturedRunsDeps) {
    this.#policy = policy;
    this.#deps = deps;
  }

  /** Captures the runs on inputs of a shape. Does nothing if that is done or fails. */
  async capture(dims: Dims): Promise<void> {
    if (!this.#policy.isWanted(dims)) return;
    try {
      await this.#policy.evict()?.dispose();
      this.#policy.add(dims, await this.#create(dims));
    } catch {
      await this.releaseAll();
    }
  }

  /** Releases all captured runs, and captures no more. Returns whether there were any. */
  async releaseAll(): Promise<boolean> {
    const all = this.#policy.disable();
    for (const captured of all) await captured.dispose().catch(() => {});
    return all.length > 0;
  }

  async #create(dims: Dims): Promise<CapturedRun> {
    const { device, createSession, toTensor } = this.#deps;
    const session = await createSession(dims);
    const length = dims.reduce((product, side) => product * side, 1);
    const input = device.createBuffer({
      size: 4 * length,
      usage: USAGE.storage | USAGE.copySource | USAGE.copyTarget,
    });
    const [name = ''] = session.inputNames;
    const feeds = { [name]: toTensor(input, dims) };
    const captured = {
      input,
      run: () => session.run(feeds),
      async dispose() {
        await session.release();
        input.destroy();
      },
    };
    try {
      // The first run records. Only the second one replays, on another input.
      for (const seed of [1, 2]) await this.#prove(captured, feeds, createNoise(length, seed));
      return captured;
    } catch (error) {
      await captured.dispose().catch(() => {});
      throw error;
    }
  }

  /** @throws if the outputs differ from those of the plain session. */
  async #prove(
    captured: CapturedRun,
    feeds: Record<string, OrtTensor>,
    noise: Float32Array<ArrayBuffer>,
  ): Promise<void> {
    const { device, session, read } = this.#deps;
    device.queue.writeBuffer(captured.input, 0, noise);
    const { value, errors } = await catchGpuErrors(device, async () => [
      await captured.run(),
      await session.run(feeds),
    ]);
    const [actual = {}, expected = {}] = await read(value);
    await errors;
    const mismatch = findMismatch(actual, expected, TOLERANCE);
    if (mismatch !== undefined) throw new Error(`A replay of GPU commands is wrong: ${mismatch}`);
  }
}

/** Returns numbers of 0..1 in an order without a pattern. */
function createNoise(length: number, seed: number): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length }, (_, at) => (((at + seed) * 7919) % 251) / 251);
}
