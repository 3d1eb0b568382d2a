import type { Tensor } from '@tensorflow/tfjs-core';
import type { Inputs, NodeReader } from './node-reader.ts';
import type { Tfjs } from './tf.ts';
import type { Value } from './value.ts';

/** Runs one node. It returns new values, never its inputs: both are disposed of on their own. */
export type Kernel = (inputs: Inputs) => Value | readonly Value[];

export interface OperatorTools {
  readonly tf: Tfjs;
  /** Keeps a tensor as long as the model lives. */
  own<Kept extends Tensor>(tensor: Kept): Kept;
}

/** Reads a node at load, refuses what it cannot do, and returns what runs it. */
export type Operator = (node: NodeReader, tools: OperatorTools) => Kernel;
export type OperatorTable = Readonly<Record<string, Operator>>;
