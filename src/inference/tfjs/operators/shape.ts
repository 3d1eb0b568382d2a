import type { Tensor } from '@tensorflow/tfjs-core';
import { readElementType } from '../../onnx/read-tensor.ts';
import { type Inputs, requireInput } from '../node-reader.ts';
import type { Operator, OperatorTable } from '../operator.ts';
import {
  broadcastDims,
  type Dims,
  normalizeAxis,
  reshapeDims,
  squeezeDims,
  unsqueezeDims,
} from '../shapes.ts';
import { Value } from '../value.ts';

/** Operators that change dims and do not move the numbers. */
const reshaping =
  (make: (node: Parameters<Operator>[0]) => (x: Value, inputs: Inputs) => number[]): Operator =>
  (node, { tf }) => {
    const dimsOf = make(node);
    return (inputs) => {
      const x = requireInput(inputs, 0);
      return Value.plain(tf, tf.reshape(x.plain(), dimsOf(x, inputs)));
    };
  };

const reshape = reshaping((node) => {
  const allowZero = node.int('allowzero', 0) === 1;
  const target = node.integers('shape', 1);
  return (x, inputs) => reshapeDims(x.dims, target(inputs) ?? [], allowZero);
});

const flatten = reshaping((node) => {
  const axis = node.int('axis', 1);
  return (x) => {
    const split = axis === x.rank ? axis : normalizeAxis(axis, x.rank);
    const rows = x.dims.slice(0, split).reduce((product, dim) => product * dim, 1);
    return reshapeDims(x.dims, [rows, -1], true);
  };
});

const squeeze = reshaping((node) => {
  const axes = node.integers('axes', 1);
  return (x, inputs) => squeezeDims(x.dims, axes(inputs));
});

const unsqueeze = reshaping((node) => {
  const axes = node.integers('axes', 1);
  return (x, inputs) => unsqueezeDims(x.dims, axes(inputs) ?? []);
});

const shape: Operator = (node, { tf }) => {
  const [start, end] = [node.int('start', 0), node.int('end', Number.MAX_SAFE_INTEGER)];
  return (inputs) => Value.integers(tf, requireInput(inputs, 0).dims.slice(start, end));
};

const size: Operator = (_node, { tf }) => {
  return (inputs) => {
    const count = requireInput(inputs, 0).dims.reduce((product, dim) => product * dim, 1);
    return Value.integers(tf, [count], []);
  };
};

const expand: Operator = (_node, { tf }) => {
  return (inputs) => {
    const x = requireInput(inputs, 0);
    const dims = broadcastDims(x.dims, requireInput(inputs, 1).numbers());
    return Value.plain(tf, tf.broadcastTo(x.plain(), dims));
  };
};

const constantOfShape: Operator = (node, { tf }) => {
  const fill = node.tensor('value');
  const value = fill ? Number(fill.data[0] ?? 0) : 0;
  const isFloat = !fill || fill.type === 'float32' || fill.type === 'float16';
  return (inputs) => {
    const dims: Dims = requireInput(inputs, 0).numbers();
    const count = dims.reduce((product, dim) => product * dim, 1);
    if (!isFloat) return Value.integers(tf, new Array<number>(count).fill(value), dims);
    return Value.host(tf, dims, { dtype: 'float32', data: new Float32Array(count).fill(value) });
  };
};

const range: Operator = (_node, { tf }) => {
  return (inputs) => {
    const [start = 0, limit = 0, delta = 1] = [0, 1, 2].map(
      (index) => requireInput(inputs, index).numbers()[0] ?? 0,
    );
    const count = Math.max(0, Math.ceil((limit - start) / delta));
    return Value.integers(
      tf,
      Array.from({ length: count }, (_, index) => start + index * delta),
    );
  };
};

const cast: Operator = (node, { tf }) => {
  const type = readElementType(node.int('to', 1));
  node.ignore('saturate');
  // tfjs computes in float32. Half floats are only a storage format of weights.
  const dtype = type === 'float32' || type === 'float16' ? 'float32' : type === 'bool' ? 'bool' : 'int32';
  // On WASM, tf.cast to bool does not change the numbers.
  const apply = (x: Tensor): Tensor => (dtype === 'bool' ? tf.notEqual(x, 0) : tf.cast(x, dtype));
  return (inputs) => {
    const x = requireInput(inputs, 0);
    return x.isSpatial ? Value.spatial(tf, apply(x.spatial())) : Value.plain(tf, apply(x.plain()));
  };
};

export const SHAPES: OperatorTable = {
  Cast: cast,
  ConstantOfShape: constantOfShape,
  Expand: expand,
  Flatten: flatten,
  Range: range,
  Reshape: reshape,
  Shape: shape,
  Size: size,
  Squeeze: squeeze,
  Unsqueeze: unsqueeze,
};
