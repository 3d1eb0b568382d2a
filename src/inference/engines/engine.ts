/** A dense tensor of numbers, as it enters and leaves every engine. */
export interface Tensor {
  dims: readonly number[];
  data: Float32Array;
}

export type Tensors = Record<string, Tensor>;

/** A model that is ready to run. Runs are never concurrent: a worker does one job at a time. */
export interface Session {
  run(inputs: Tensors): Promise<Tensors>;
  dispose(): Promise<void>;
}

/** A model runtime inside a worker (or inside Node). */
export interface Engine {
  facts: EngineFacts;
  load(model: Uint8Array): Promise<Session>;
}

export const ENGINE_NAMES = ['webgpu', 'wasm', 'tfjs'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

export interface EngineFacts {
  name: EngineName;
  /** For example `onnxruntime-web 1.30.0`. */
  runtime: string;
  /** What the runtime really computes on: wasm, webgpu, webgl, … */
  backend: string;
  threads: number;
}
