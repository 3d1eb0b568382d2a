import {
  type AttributeSpec,
  floats,
  longs,
  type NodeSpec,
  onnxModel,
} from '../../../../test/fixtures/onnx-writer.ts';
import type { OnnxTensor, OnnxType } from '../../onnx/graph.ts';
import { randomInput } from '../agreement.suite.ts';

/** A node with an input `x` and constants. */
interface OperatorCase {
  op: string;
  title: string;
  x?: readonly number[];
  /** Range of x; [-1, 1) by default. */
  range?: readonly [number, number];
  /** The inputs after x. null omits an optional one. */
  constants?: readonly (OnnxTensor | null)[];
  attributes?: Readonly<Record<string, AttributeSpec>>;
  opset?: number;
  outputs?: number;
  type?: OnnxType;
}

const random = (dims: readonly number[], seed = 7, low = -1, high = 1): OnnxTensor =>
  floats(dims, randomInput(dims, seed, low, high).data);
const scalar = (value: number) => floats([], [value]);
const image = [2, 3, 5, 6] as const;

const unary = (op: string, extra: Partial<OperatorCase> = {}): OperatorCase => ({
  op,
  title: 'each element',
  ...extra,
});
const binary = (op: string, extra: Partial<OperatorCase> = {}): OperatorCase[] => [
  { op, title: 'a number for each channel', constants: [random([3, 1, 1], 3, 0.5, 2)], ...extra },
  { op, title: 'a row', constants: [random([6], 4, 0.5, 2)], ...extra },
  { op, title: 'one number', constants: [scalar(0.5)], ...extra },
  { op, title: 'a whole image', constants: [random([1, 3, 5, 6], 5, 0.5, 2)], ...extra },
  { op, title: 'rank 5', constants: [random([2, 1, 1, 1, 6], 6, 0.5, 2)], ...extra },
];
const compare = (op: string): OperatorCase => ({
  op,
  title: 'to a number',
  constants: [scalar(0.1)],
  type: 'bool',
});
const reduce = (op: string): OperatorCase[] => [
  { op, title: 'height and width, kept', attributes: { axes: [2, 3] } },
  { op, title: 'channels, dropped', attributes: { axes: [-3], keepdims: 0 } },
  { op, title: 'height and width, dropped', attributes: { axes: [2, 3], keepdims: 0 } },
  { op, title: 'everything', attributes: { keepdims: 0 } },
];
const window = (op: string): OperatorCase[] => [
  { op, title: 'pads', attributes: { kernel_shape: [3, 2], strides: [2, 1], pads: [1, 1, 1, 0] } },
  {
    op,
    title: 'rounding up',
    attributes: { kernel_shape: [2, 2], strides: [2, 2], ceil_mode: 1 },
    x: [1, 2, 5, 7],
  },
  { op, title: 'same size', attributes: { kernel_shape: [3, 3], strides: [2, 2], auto_pad: 'SAME_UPPER' } },
  { op, title: 'one pixel', attributes: { kernel_shape: [1, 1], strides: [2, 2] } },
];
const resize = (
  title: string,
  attributes: Record<string, AttributeSpec>,
  sides: OnnxTensor,
): OperatorCase => {
  const constants = sides.type === 'float32' ? [null, sides] : [null, null, sides];
  return { op: 'Resize', title, attributes, constants };
};
const twice = floats([4], [1, 1, 2, 2]);

export const OPERATOR_CASES: readonly OperatorCase[] = [
  ...['Add', 'Sub', 'Mul', 'Div', 'Max', 'Min'].flatMap((op) => binary(op)),
  ...binary('Pow', { range: [0.1, 2] }),
  { op: 'Pow', title: 'squares of negative numbers', constants: [scalar(2)] },
  { op: 'Sum', title: 'three', constants: [random([3, 1, 1]), scalar(2)] },
  ...['Equal', 'Greater', 'GreaterOrEqual', 'Less', 'LessOrEqual'].map(compare),
  ...['Abs', 'Ceil', 'Cos', 'Erf', 'Exp', 'Floor', 'HardSigmoid', 'Identity', 'LeakyRelu', 'Neg'].map((op) =>
    unary(op),
  ),
  ...['Relu', 'Sigmoid', 'Sin', 'Softplus', 'Tanh', 'Elu', 'Dropout', 'HardSwish'].map((op) => unary(op)),
  ...['Log', 'Reciprocal', 'Sqrt'].map((op) => unary(op, { range: [0.1, 3] })),
  unary('HardSwish', { title: 'both ends', range: [-5, 5] }),
  unary('HardSigmoid', {
    title: 'given slope',
    range: [-5, 5],
    attributes: { alpha: { float: 1 / 6 }, beta: { float: 0.4 } },
  }),
  unary('LeakyRelu', { title: 'given slope', attributes: { alpha: { float: 0.3 } } }),
  unary('Gelu', { opset: 20, range: [-3, 3] }),
  unary('Sigmoid', { title: 'far out', range: [-60, 60] }),
  unary('Cast', { title: 'to whole numbers', attributes: { to: 6 }, range: [-9, 9], type: 'int32' }),
  unary('Cast', { title: 'to booleans', attributes: { to: 9 }, type: 'bool' }),
  { op: 'PRelu', title: 'a slope for each channel', constants: [random([3, 1, 1])] },
  { op: 'Clip', title: 'both', constants: [scalar(-0.3), scalar(0.4)] },
  { op: 'Clip', title: 'above alone', constants: [null, scalar(0.4)] },
  {
    op: 'Clip',
    title: 'old',
    attributes: { min: { float: 0 }, max: { float: 6 } },
    opset: 10,
    range: [-9, 9],
  },
  ...['ReduceMean', 'ReduceMax', 'ReduceMin', 'ReduceProd', 'ReduceL2'].flatMap(reduce),
  { op: 'ReduceSum', title: 'axes as input', constants: [longs(1, -1)] },
  {
    op: 'ReduceSum',
    title: 'no axes, nothing to do',
    constants: [longs()],
    attributes: { noop_with_empty_axes: 1 },
  },
  { op: 'ArgMax', title: 'kept', attributes: { axis: 1 }, type: 'int64' },
  { op: 'ArgMax', title: 'dropped', attributes: { axis: -1, keepdims: 0 }, type: 'int64' },
  ...[0, 1, 2, -1].flatMap((axis) => [
    { op: 'Softmax', title: `axis ${axis}`, attributes: { axis } },
    { op: 'Softmax', title: `axis ${axis}, old`, attributes: { axis }, opset: 12 },
    { op: 'LogSoftmax', title: `axis ${axis}`, attributes: { axis } },
  ]),
  { op: 'MatMul', title: 'one matrix for all', constants: [random([6, 4])] },
  { op: 'MatMul', title: 'batches', constants: [random([2, 3, 6, 4])] },
  { op: 'MatMul', title: 'batches that broadcast', constants: [random([3, 6, 4])] },
  { op: 'MatMul', title: 'a vector', constants: [random([6])] },
  { op: 'MatMul', title: 'two vectors', x: [6], constants: [random([6])] },
  { op: 'Gemm', title: 'plain', x: [3, 4], constants: [random([4, 5]), random([5])] },
  {
    op: 'Gemm',
    title: 'turned and scaled',
    x: [4, 3],
    constants: [random([5, 4]), random([3, 5])],
    attributes: { transA: 1, transB: 1, alpha: { float: 0.5 }, beta: { float: 2 } },
  },
  ...window('MaxPool'),
  ...window('AveragePool'),
  {
    op: 'AveragePool',
    title: 'counting pads',
    attributes: { kernel_shape: [3, 3], pads: [1, 1, 1, 1], count_include_pad: 1 },
  },
  { op: 'GlobalAveragePool', title: 'whole image' },
  { op: 'GlobalMaxPool', title: 'whole image' },
  {
    op: 'BatchNormalization',
    title: 'image',
    constants: [random([3]), random([3]), random([3]), random([3], 9, 0.5, 2)],
  },
  {
    op: 'BatchNormalization',
    title: 'rows',
    x: [4, 3],
    constants: [random([3]), random([3]), random([3]), random([3], 9, 0.5, 2)],
  },
  { op: 'LayerNormalization', title: 'last axis', constants: [random([6]), random([6], 2)] },
  { op: 'LayerNormalization', title: 'two axes', constants: [random([5, 6])], attributes: { axis: 2 } },
  { op: 'Shape', title: 'all', type: 'int64' },
  { op: 'Shape', title: 'some', attributes: { start: 1, end: -1 }, type: 'int64' },
  { op: 'Size', title: 'image', type: 'int64' },
  { op: 'Reshape', title: 'rest and copy', constants: [longs(0, -1, 2)] },
  { op: 'Flatten', title: 'default' },
  { op: 'Flatten', title: 'at the end', attributes: { axis: 4 } },
  { op: 'Squeeze', title: 'given', x: [1, 3, 1, 2], constants: [longs(0, -2)] },
  { op: 'Squeeze', title: 'all', x: [1, 3, 1, 2] },
  { op: 'Squeeze', title: 'old', x: [1, 3, 1, 2], attributes: { axes: [2] }, opset: 11 },
  { op: 'Unsqueeze', title: 'given', x: [2, 3], constants: [longs(0, -1)] },
  { op: 'Expand', title: 'broadcast', x: [3, 1], constants: [longs(2, 1, 4)] },
  { op: 'Transpose', title: 'to channels last', attributes: { perm: [0, 2, 3, 1] } },
  { op: 'Transpose', title: 'reversed' },
  { op: 'Transpose', title: 'rank 5', x: [2, 1, 3, 2, 2], attributes: { perm: [2, 0, 3, 1, 4] } },
  ...[0, 1, 2, -1].map((axis) => ({
    op: 'Concat',
    title: `axis ${axis}`,
    constants: [random(image)],
    attributes: { axis },
  })),
  { op: 'Split', title: 'sizes', constants: [longs(1, 2)], attributes: { axis: 1 }, outputs: 2 },
  { op: 'Split', title: 'even', attributes: { axis: 3 }, outputs: 3 },
  { op: 'Split', title: 'uneven', attributes: { axis: 2, num_outputs: 2 }, outputs: 2, opset: 18 },
  { op: 'Gather', title: 'a list, from the end too', constants: [longs(2, -1, 0)], attributes: { axis: 1 } },
  {
    op: 'Gather',
    title: 'one',
    constants: [{ type: 'int64', dims: [], data: BigInt64Array.of(1n) }],
    attributes: { axis: 2 },
  },
  { op: 'Tile', title: 'twice', constants: [longs(1, 2, 1, 2)] },
  { op: 'Pad', title: 'image', constants: [longs(0, 0, 1, 2, 0, 0, 3, 0), scalar(0.5)] },
  { op: 'Pad', title: 'channels', constants: [longs(0, 1, 0, 0, 0, 2, 0, 0)] },
  {
    op: 'Pad',
    title: 'mirrored',
    constants: [longs(0, 0, 1, 2, 0, 0, 2, 1)],
    attributes: { mode: 'reflect' },
  },
  { op: 'Pad', title: 'given axes', constants: [longs(1, 2), null, longs(3)], opset: 18 },
  { op: 'DepthToSpace', title: 'outermost', x: [1, 8, 3, 2], attributes: { blocksize: 2 } },
  { op: 'DepthToSpace', title: 'innermost', x: [1, 8, 3, 2], attributes: { blocksize: 2, mode: 'CRD' } },
  {
    op: 'Slice',
    title: 'every second',
    constants: [longs(0, 1), longs(5, 2 ** 62), longs(2, 3), longs(2, 2)],
  },
  { op: 'Slice', title: 'channels, from the end', constants: [longs(-2), longs(-1), longs(1)] },
  { op: 'Slice', title: 'backwards', constants: [longs(-1), longs(-(2 ** 62)), longs(3), longs(-2)] },
  { op: 'Slice', title: 'old', attributes: { starts: [1], ends: [3], axes: [2] }, opset: 9 },
  ...(['asymmetric', 'half_pixel', 'pytorch_half_pixel', 'align_corners'] as const).flatMap(
    (coordinate_transformation_mode) => [
      ...(['floor', 'ceil', 'round_prefer_floor', 'round_prefer_ceil'] as const).flatMap((nearest_mode) => [
        resize(
          `nearest twice, ${coordinate_transformation_mode}, ${nearest_mode}`,
          { coordinate_transformation_mode, nearest_mode },
          twice,
        ),
        resize(
          `nearest sizes, ${coordinate_transformation_mode}, ${nearest_mode}`,
          { coordinate_transformation_mode, nearest_mode },
          longs(2, 3, 8, 4),
        ),
      ]),
      resize(
        `linear twice, ${coordinate_transformation_mode}`,
        { coordinate_transformation_mode, mode: 'linear' },
        twice,
      ),
      resize(
        `linear sizes, ${coordinate_transformation_mode}`,
        { coordinate_transformation_mode, mode: 'linear' },
        longs(2, 3, 8, 4),
      ),
    ],
  ),
];

/**
 * Creates a model with the node of a case. If x is an image, the model contains the node a second time after an identity
 * convolution: there its input is channels last, and the outputs must be the same.
 */
export function createCaseModel(one: OperatorCase): { bytes: Uint8Array; dims: readonly number[] } {
  const dims = one.x ?? image;
  const [, channels = 1] = dims;
  const eye = Array.from({ length: channels ** 2 }, (_, index) => (index % (channels + 1) === 0 ? 1 : 0));
  const initializers: Record<string, OnnxTensor> = { eye: floats([channels, channels, 1, 1], eye) };
  const inputs = (one.constants ?? []).map((tensor, index) => {
    if (tensor) initializers[`c${index}`] = tensor;
    return tensor ? `c${index}` : '';
  });
  const node = (x: string, prefix: string): NodeSpec => ({
    op: one.op,
    inputs: [x, ...inputs],
    outputs: Array.from({ length: one.outputs ?? 1 }, (_, index) => `${prefix}${index}`),
    attributes: one.attributes ?? {},
  });
  const nodes = [node('x', 'y')];
  if (dims.length === 4) {
    nodes.push({ op: 'Conv', inputs: ['x', 'eye'], outputs: ['last'] }, node('last', 'z'));
  }
  const names = nodes.filter(({ op }) => op !== 'Conv').flatMap(({ outputs }) => outputs);
  const outputs = Object.fromEntries(names.map((name) => [name, one.type ?? 'float32']));
  return {
    bytes: onnxModel({ opset: one.opset ?? 17, inputs: { x: dims }, outputs, initializers, nodes }),
    dims,
  };
}
