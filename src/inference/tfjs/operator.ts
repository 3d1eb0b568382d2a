import type { Tensor } from '@tensorflow/tfjs-core';
import type { Inputs, NodeReader } from './node-reader.ts';
import type { Tfjs } from './tf.ts';
import type { Value } from './value.ts';

/** Runs one node. Returns new values, never its inputs: both are disposed of separately. */
export type Kernel = (inputs: Inputs) => Value | readonly Value[];

export interface OperatorTools {
  readonly tf: Tfjs;
  /** Keeps a tensor until the model is disposed of. */
  own<T extends Tensor>(tensor: T): T;
}

/** Reads a node when the model is loaded, throws if it is not supported, and returns its kernel. */
export type Operator = (node: NodeReader, tools: OperatorTools) => Kernel;
export type OperatorTable = Readonly<Record<string, Operator>>;
