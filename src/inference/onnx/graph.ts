/** A tensor of a model file. Half floats are converted to float32 while reading. */
export type OnnxTensor = { readonly dims: readonly number[] } & (
  | { readonly type: 'float32' | 'float16'; readonly data: Float32Array }
  | { readonly type: 'int64'; readonly data: BigInt64Array }
  | { readonly type: 'int32'; readonly data: Int32Array }
  | { readonly type: 'int8'; readonly data: Int8Array }
  | { readonly type: 'uint8' | 'bool'; readonly data: Uint8Array }
);
export type OnnxType = OnnxTensor['type'];

export type OnnxAttribute =
  | { readonly kind: 'float' | 'int'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'tensor'; readonly value: OnnxTensor }
  | { readonly kind: 'floats' | 'ints'; readonly value: readonly number[] }
  | { readonly kind: 'strings'; readonly value: readonly string[] }
  /** Subgraphs, sparse tensors and types. They are not read. */
  | { readonly kind: 'other' };

export interface OnnxNode {
  readonly op: string;
  /** The name of the node. If it has none, the name of its first output. */
  readonly name: string;
  /** Empty for the standard ONNX operators. */
  readonly domain: string;
  /** An empty name is an omitted optional input. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: ReadonlyMap<string, OnnxAttribute>;
}

export interface OnnxValueInfo {
  readonly name: string;
  readonly type: OnnxType;
  /** null is a dynamic dimension, known when the model runs. */
  readonly dims: readonly (number | null)[];
}

export interface OnnxGraph {
  readonly name: string;
  /** Version of the standard ONNX operators. */
  readonly opset: number;
  /** In execution order. */
  readonly nodes: readonly OnnxNode[];
  readonly initializers: ReadonlyMap<string, OnnxTensor>;
  /** The inputs without those that have an initializer. */
  readonly inputs: readonly OnnxValueInfo[];
  readonly outputs: readonly OnnxValueInfo[];
}

export function elementCount(dims: readonly number[]): number {
  return dims.reduce((product, dim) => product * dim, 1);
}
