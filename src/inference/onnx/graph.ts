/** Element types that models of this library use. Half floats are widened while reading. */
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
  /** Subgraphs, sparse tensors and types: known to be there, not read. */
  | { readonly kind: 'other' };

export interface OnnxNode {
  readonly op: string;
  /** The node's own name, or that of its first output where it has none. */
  readonly name: string;
  /** Empty for the standard's own operators. */
  readonly domain: string;
  /** An empty name is an optional input that is left out. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: ReadonlyMap<string, OnnxAttribute>;
}

export interface OnnxValueInfo {
  readonly name: string;
  readonly type: OnnxType;
  /** null: free, known when the model runs. */
  readonly dims: readonly (number | null)[];
}

export interface OnnxGraph {
  readonly name: string;
  /** Version of the standard's own operators. */
  readonly opset: number;
  /** In the order in which they can run. */
  readonly nodes: readonly OnnxNode[];
  readonly initializers: ReadonlyMap<string, OnnxTensor>;
  /** What the caller gives: inputs without those that an initializer fills. */
  readonly inputs: readonly OnnxValueInfo[];
  readonly outputs: readonly OnnxValueInfo[];
}

export function elementCount(dims: readonly number[]): number {
  return dims.reduce((product, dim) => product * dim, 1);
}
