import { elementCount, type OnnxGraph, type OnnxNode, type OnnxTensor } from '../../onnx/graph.ts';
import { toFloats, toNumbers } from '../../onnx/tensor-numbers.ts';
import { mergePairs } from './edit-graph.ts';

/** factor * x + offset, per channel. */
interface Affine {
  readonly factors: readonly number[];
  readonly offsets: readonly number[];
}

/**
 * Folds batch norms, and constants that are added to or multiplied with each channel, into the weights and bias of the
 * preceding convolution. Older exporters write them as separate nodes, and each is a pass over the whole image.
 */
export function foldAffine(graph: OnnxGraph): OnnxGraph {
  const initializers = new Map(graph.initializers);
  const folded = mergePairs(graph, (conv, next) => {
    const shape = readChannels(conv, initializers);
    const affine = shape && readAffine(conv, next, shape.channels, initializers);
    if (!shape || !affine) return undefined;
    const { weights, axis, channels } = shape;
    const inner = elementCount(weights.dims.slice(axis + 1));
    const scaled = toFloats(weights).map(
      (value, index) => value * (affine.factors[Math.floor(index / inner) % channels] ?? 1),
    );
    const before = initializers.get(conv.inputs[2] ?? '');
    const biases = before ? toNumbers(before) : new Array<number>(channels).fill(0);
    const bias = biases.map((value, c) => value * (affine.factors[c] ?? 1) + (affine.offsets[c] ?? 0));
    // New names: other convolutions may share the original weights.
    const [output = ''] = next.outputs;
    const names = { weights: `${output}:weights`, bias: `${output}:bias` };
    initializers.set(names.weights, { type: 'float32', dims: weights.dims, data: scaled });
    initializers.set(names.bias, { type: 'float32', dims: [channels], data: Float32Array.from(bias) });
    return { ...conv, inputs: [conv.inputs[0] ?? '', names.weights, names.bias], outputs: next.outputs };
  });
  return { ...folded, initializers };
}

function readChannels(conv: OnnxNode, initializers: ReadonlyMap<string, OnnxTensor>) {
  if (conv.domain !== '' || (conv.op !== 'Conv' && conv.op !== 'ConvTranspose')) return undefined;
  const weights = initializers.get(conv.inputs[1] ?? '');
  const biasName = conv.inputs[2] ?? '';
  const group = conv.attributes.get('group');
  const isGrouped = group?.kind === 'int' && group.value !== 1;
  if (weights?.dims.length !== 4 || (biasName !== '' && !initializers.has(biasName))) return undefined;
  // In a transposed convolution the outputs are the second axis. With groups that axis has only a part of them.
  const axis = conv.op === 'Conv' ? 0 : 1;
  if (axis === 1 && isGrouped) return undefined;
  return { weights, axis, channels: weights.dims[axis] ?? 0 };
}

function readAffine(
  conv: OnnxNode,
  next: OnnxNode,
  channels: number,
  initializers: ReadonlyMap<string, OnnxTensor>,
): Affine | undefined {
  if (next.domain !== '' || next.outputs.length !== 1) return undefined;
  if (next.op === 'BatchNormalization') return readBatchNorm(next, channels, initializers);
  const isFirst = next.inputs[0] === conv.outputs[0];
  if (next.inputs.length !== 2 || (!isFirst && (next.op === 'Sub' || next.op === 'Div'))) return undefined;
  const constant = readPerChannel(initializers.get(next.inputs[isFirst ? 1 : 0] ?? ''), channels);
  if (!constant) return undefined;
  const ones = constant.map(() => 1);
  const zeros = constant.map(() => 0);
  if (next.op === 'Add') return { factors: ones, offsets: constant };
  if (next.op === 'Sub') return { factors: ones, offsets: constant.map((value) => -value) };
  if (next.op === 'Mul') return { factors: constant, offsets: zeros };
  if (next.op === 'Div') return { factors: constant.map((value) => 1 / value), offsets: zeros };
  return undefined;
}

function readBatchNorm(
  node: OnnxNode,
  channels: number,
  initializers: ReadonlyMap<string, OnnxTensor>,
): Affine | undefined {
  const training = node.attributes.get('training_mode');
  if (training?.kind === 'int' && training.value !== 0) return undefined;
  const [scale, bias, mean, variance] = node.inputs.slice(1).map((name) => {
    const tensor = initializers.get(name);
    return tensor && toNumbers(tensor);
  });
  if (!scale || !bias || !mean || !variance || scale.length !== channels) return undefined;
  const attribute = node.attributes.get('epsilon');
  const epsilon = attribute?.kind === 'float' ? attribute.value : 1e-5;
  const factors = scale.map((value, c) => value / Math.sqrt((variance[c] ?? 0) + epsilon));
  return { factors, offsets: factors.map((factor, c) => (bias[c] ?? 0) - (mean[c] ?? 0) * factor) };
}

/** Reads a constant that broadcasts to one number per channel: a scalar, or (…, channels, 1, 1). */
function readPerChannel(tensor: OnnxTensor | undefined, channels: number): number[] | undefined {
  if (!tensor || (tensor.type !== 'float32' && tensor.type !== 'float16') || tensor.dims.length > 4)
    return undefined;
  const numbers = toNumbers(tensor);
  if (numbers.length === 1) return new Array<number>(channels).fill(numbers[0] ?? 0);
  const isChannels =
    tensor.dims.length >= 3 && tensor.dims.at(-3) === channels && numbers.length === channels;
  return isChannels ? numbers : undefined;
}
