import type { OutputSelection } from '../analysis/detection/candidate-cells.ts';
import type { PhotoCanvas } from '../analysis/pixels/pixel-region.ts';
import type { DecodedPhoto } from '../photo/decoded-photo.ts';

/** A tensor of numbers: the input and output of every engine. */
export interface Tensor {
  dims: readonly number[];
  data: Float32Array;
  /** If present, `data` has these cells only: see `FeatureMap`. Only in outputs of which a caller needs no more. */
  cells?: Uint32Array;
}

export type Tensors = Record<string, Tensor>;

/** A model that is ready to run. */
export interface Session {
  /** Runs the model once. Calls must not overlap. */
  run(inputs: Tensors): Promise<Tensors>;
  /**
   * Scales a photo onto canvases and runs the model on each. Calls may overlap, also those of several sessions: the
   * engine then reads outputs while it runs the next model. Absent if photos are scaled on the CPU.
   *
   * @param selection What is needed of the outputs. Default: all.
   * @returns The outputs of each canvas, at least what is needed of them.
   */
  runPhoto?(
    photo: DecodedPhoto,
    canvases: readonly PhotoCanvas[],
    selection?: OutputSelection,
  ): Promise<Tensors[]>;
  /** Runs the model on each input. Absent if that takes as long as one run after the other. */
  runEach?(inputs: readonly Tensors[]): Promise<Tensors[]>;
  /** Makes later runs on inputs of a shape faster. Absent if the engine cannot. */
  prepare?(dims: readonly number[]): Promise<void>;
  dispose(): Promise<void>;
}

/** A model runtime, in a worker or in Node. */
export interface Engine {
  info: EngineInfo;
  load(model: Uint8Array): Promise<Session>;
}

/** The engines of a browser. */
export const ENGINE_NAMES = ['webgpu', 'wasm', 'tfjs'] as const;
/** One of {@link ENGINE_NAMES}. */
export type EngineName = (typeof ENGINE_NAMES)[number];

export interface EngineInfo {
  name: EngineName;
  /** For example `onnxruntime-web 1.30.0`. */
  runtime: string;
  /** The backend of the runtime: wasm, webgpu, webgl, … */
  backend: string;
  threads: number;
}

/** Returns the engine in the form of `createdBy`, for example `onnxruntime-web 1.30.0 wasm`. */
export function formatEngine({ runtime, backend }: EngineInfo): string {
  return `${runtime} ${backend}`;
}
