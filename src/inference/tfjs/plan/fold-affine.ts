import { elementCount, type OnnxGraph, type OnnxNode, type OnnxTensor } from '../../onnx/graph.ts';
import { floatsOf, numbersOf } from '../../onnx/tensor-numbers.ts';
import { mergePairs } from './edit-graph.ts';

/** factor * x + offset, for each channel. */
interface Affine {
  readonly factors: readonly number[];
  readonly offsets: readonly number[];
}

/**
 * Takes batch norms, and constants added to or multiplied with each channel, into the weights and bias of the
 * convolution before them. Older exporters leave all of these apart, each a pass over the whole image.
 */
export function foldAffine(graph: OnnxGraph): OnnxGraph {
  const initializers = new Map(graph.initializers);
  const folded = mergePairs(graph, (conv, next) => {
    const shape = channelsOf(conv, initializers);
    const affine = shape && affineOf(conv, next, shape.channels, initializers);
    if (!shape || !affine) return undefined;
    const { weights, axis, channels } = shape;
    const inner = elementCount(weights.dims.slice(axis + 1));
    const scaled = floatsOf(weights).map(
      (value, index) => value * (affine.factors[Math.floor(index / inner) % channels] ?? 1),
    );
    const before = initializers.get(conv.inputs[2] ?? '');
    const biases = before ? numbersOf(before) : new Array<number>(channels).fill(0);
    const bias = biases.map((value, c) => value * (affine.factors[c] ?? 1) + (affine.offsets[c] ?? 0));
    // Named after the result: weights that several convolutions share must stay as they are.
    const [output = ''] = next.outputs;
    const names = { weights: `${output}:weights`, bias: `${output}:bias` };
    initializers.set(names.weights, { type: 'float32', dims: weights.dims, data: scaled });
    initializers.set(names.bias, { type: 'float32', dims: [channels], data: Float32Array.from(bias) });
    return { ...conv, inputs: [conv.inputs[0] ?? '', names.weights, names.bias], outputs: next.outputs };
  });
  return { ...folded, initializers };
}

function channelsOf(conv: OnnxNode, initializers: ReadonlyMap<string, OnnxTensor>) {
  if (conv.domain !== '' || (conv.op !== 'Conv' && conv.op !== 'ConvTranspose')) return undefined;
  const weights = initializers.get(conv.inputs[1] ?? '');
  const biasName = conv.inputs[2] ?? '';
  const group = conv.attributes.get('group');
  const isGrouped = group?.kind === 'int' && group.value !== 1;
  if (weights?.dims.length !== 4 || (biasName !== '' && !initializers.has(biasName))) return undefined;
  // A transposed convolution has its outputs second, and in groups only some of them.
  const axis = conv.op === 'Conv' ? 0 : 1;
  if (axis === 1 && isGrouped) return undefined;
  return { weights, axis, channels: weights.dims[axis] ?? 0 };
}

function affineOf(
  conv: OnnxNode,
  next: OnnxNode,
  channels: number,
  initializers: ReadonlyMap<string, OnnxTensor>,
): Affine | undefined {
  if (next.domain !== '' || next.outputs.length !== 1) return undefined;
  if (next.op === 'BatchNormalization') return batchNormOf(next, channels, initializers);
  const isFirst = next.inputs[0] === conv.outputs[0];
  if (next.inputs.length !== 2 || (!isFirst && (next.op === 'Sub' || next.op === 'Div'))) return undefined;
  const constant = perChannel(initializers.get(next.inputs[isFirst ? 1 : 0] ?? ''), channels);
  if (!constant) return undefined;
  const ones = constant.map(() => 1);
  const zeros = constant.map(() => 0);
  if (next.op === 'Add') return { factors: ones, offsets: constant };
  if (next.op === 'Sub') return { factors: ones, offsets: constant.map((value) => -value) };
  if (next.op === 'Mul') return { factors: constant, offsets: zeros };
  if (next.op === 'Div') return { factors: constant.map((value) => 1 / value), offsets: zeros };
  return undefined;
}

function batchNormOf(
  node: OnnxNode,
  channels: number,
  initializers: ReadonlyMap<string, OnnxTensor>,
): Affine | undefined {
  const training = node.attributes.get('training_mode');
  if (training?.kind === 'int' && training.value !== 0) return undefined;
  const [scale, bias, mean, variance] = node.inputs.slice(1).map((name) => {
    const tensor = initializers.get(name);
    return tensor && numbersOf(tensor);
  });
  if (!scale || !bias || !mean || !variance || scale.length !== channels) return undefined;
  const attribute = node.attributes.get('epsilon');
  const epsilon = attribute?.kind === 'float' ? attribute.value : 1e-5;
  const factors = scale.map((value, c) => value / Math.sqrt((variance[c] ?? 0) + epsilon));
  return { factors, offsets: factors.map((factor, c) => (bias[c] ?? 0) - (mean[c] ?? 0) * factor) };
}

/** A constant that broadcasts to one number for each channel: a single one, or (…, channels, 1, 1). */
function perChannel(tensor: OnnxTensor | undefined, channels: number): number[] | undefined {
  if (!tensor || (tensor.type !== 'float32' && tensor.type !== 'float16') || tensor.dims.length > 4)
    return undefined;
  const numbers = numbersOf(tensor);
  if (numbers.length === 1) return new Array<number>(channels).fill(numbers[0] ?? 0);
  const isChannels =
    tensor.dims.length >= 3 && tensor.dims.at(-3) === channels && numbers.length === channels;
  return isChannels ? numbers : undefined;
}
