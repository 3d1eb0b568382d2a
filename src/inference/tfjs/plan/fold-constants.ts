import type { OnnxGraph, OnnxNode, OnnxTensor } from '../../onnx/graph.ts';
import { readElementType } from '../../onnx/read-tensor.ts';
import { castTensor, toFloats, toNumbers } from '../../onnx/tensor-numbers.ts';
import { reshapeDims, squeezeDims, unsqueezeDims } from '../shapes.ts';

type Fold = (node: OnnxNode, inputs: readonly OnnxTensor[]) => OnnxTensor | undefined;

/**
 * Operators that exporters put around weights. They are computed in JavaScript: on a GPU each would be a shader that is
 * compiled to run once. load-steps.ts computes other constant nodes with tfjs's kernels. A node that cannot be folded
 * stays in the graph, and its operator reports the problem.
 */
const FOLDS: Readonly<Record<string, Fold>> = {
  Constant: (node) => readConstant(node),
  Identity: (_node, [x]) => x,
  Cast: (node, [x]) => x && castTensor(x, readElementType(readInt(node, 'to', 1))),
  DequantizeLinear: (node, [x, scale, zero]) => x && scale && dequantize(node, x, scale, zero),
  Reshape: (node, [x, shape]) => {
    const allowZero = readInt(node, 'allowzero', 0) === 1;
    return x && shape && { ...x, dims: reshapeDims(x.dims, toNumbers(shape), allowZero) };
  },
  Squeeze: (node, [x, axes]) => x && { ...x, dims: squeezeDims(x.dims, readAxes(node, axes)) },
  Unsqueeze: (node, [x, axes]) => x && { ...x, dims: unsqueezeDims(x.dims, readAxes(node, axes) ?? []) },
};

export function foldConstants(graph: OnnxGraph): OnnxGraph {
  const initializers = new Map(graph.initializers);
  const nodes = graph.nodes.filter((node) => {
    const [output] = node.outputs;
    const fold = FOLDS[node.op];
    const inputs = node.inputs.map((name) => initializers.get(name)).filter((input) => input !== undefined);
    if (!fold || !output || node.domain !== '' || inputs.length !== node.inputs.length) return true;
    const result = tryFold(() => fold(node, inputs));
    if (!result) return true;
    initializers.set(output, result);
    return false;
  });
  return { ...graph, nodes, initializers };
}

function tryFold(fold: () => OnnxTensor | undefined): OnnxTensor | undefined {
  try {
    return fold();
  } catch {
    return undefined;
  }
}

function readConstant(node: OnnxNode): OnnxTensor | undefined {
  for (const [name, attribute] of node.attributes) {
    if (name === 'value' && attribute.kind === 'tensor') return attribute.value;
    if (attribute.kind === 'float')
      return { type: 'float32', dims: [], data: Float32Array.of(attribute.value) };
    if (attribute.kind === 'int')
      return { type: 'int64', dims: [], data: BigInt64Array.of(BigInt(attribute.value)) };
    if (attribute.kind === 'floats') {
      return { type: 'float32', dims: [attribute.value.length], data: Float32Array.from(attribute.value) };
    }
    if (attribute.kind === 'ints') {
      return {
        type: 'int64',
        dims: [attribute.value.length],
        data: BigInt64Array.from(attribute.value, BigInt),
      };
    }
  }
  return undefined;
}

/** Computes (x - zero) * scale, with one scale and zero for all values or per slice along `axis`. */
function dequantize(
  node: OnnxNode,
  x: OnnxTensor,
  scale: OnnxTensor,
  zero: OnnxTensor | undefined,
): OnnxTensor | undefined {
  if (scale.dims.length > 1 || readInt(node, 'block_size', 0) !== 0) return undefined;
  const scales = toNumbers(scale);
  const zeros = zero ? toNumbers(zero) : [];
  const axis = readInt(node, 'axis', 1);
  const after = x.dims.slice(axis < 0 ? axis + x.dims.length : axis).slice(1);
  const inner = after.reduce((product, dim) => product * dim, 1);
  const data = toFloats(x).map((value, index) => {
    const slice = scales.length === 1 ? 0 : Math.floor(index / inner) % scales.length;
    return (value - (zeros[slice] ?? 0)) * (scales[slice] ?? 0);
  });
  return { type: 'float32', dims: x.dims, data };
}

function readInt(node: OnnxNode, name: string, fallback: number): number {
  const attribute = node.attributes.get(name);
  return attribute?.kind === 'int' ? attribute.value : fallback;
}

function readAxes(node: OnnxNode, input: OnnxTensor | undefined): readonly number[] | undefined {
  const attribute = node.attributes.get('axes');
  return attribute?.kind === 'ints' ? attribute.value : input && toNumbers(input);
}
