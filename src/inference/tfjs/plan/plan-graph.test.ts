import { describe, expect, it } from 'vitest';
import {
  floats,
  longs,
  type ModelSpec,
  type NodeSpec,
  onnxModel,
} from '../../../../test/fixtures/onnx-writer.ts';
import { readOnnxModel } from '../../onnx/read-model.ts';
import { planGraph } from './plan-graph.ts';

function plan(nodes: readonly NodeSpec[], more: Partial<ModelSpec> = {}) {
  const spec = { inputs: { x: [1, 1, 4, 4] }, outputs: { y: 'float32' as const }, nodes, ...more };
  return planGraph(readOnnxModel(onnxModel(spec)));
}
const ops = (nodes: readonly NodeSpec[], more?: Partial<ModelSpec>) =>
  plan(nodes, more).nodes.map(({ op }) => op);

const w = floats([2, 1, 1, 1], [1, 2]);
const conv: NodeSpec = { op: 'Conv', inputs: ['x', 'w'], outputs: ['h'] };

describe('foldConstants', () => {
  it('dequantizes weights with a scale and zero per channel', () => {
    const graph = plan(
      [{ op: 'DequantizeLinear', inputs: ['q', 's', 'z'], outputs: ['y'], attributes: { axis: 0 } }],
      {
        initializers: {
          q: { type: 'int8', dims: [2, 2], data: Int8Array.of(1, -2, 3, 4) },
          s: floats([2], [0.5, 2]),
          z: { type: 'int8', dims: [2], data: Int8Array.of(0, 1) },
        },
      },
    );
    expect(graph.nodes).toEqual([]);
    expect(graph.initializers.get('y')).toEqual(floats([2, 2], [0.5, -1, 4, 6]));
  });

  it('casts and reshapes constants, and drops the originals', () => {
    const graph = plan(
      [
        {
          op: 'Constant',
          inputs: [],
          outputs: ['shape'],
          attributes: { value: { tensor: longs(1, -1, 1, 1) } },
        },
        { op: 'Cast', inputs: ['half'], outputs: ['whole'], attributes: { to: 1 } },
        { op: 'Reshape', inputs: ['whole', 'shape'], outputs: ['b'] },
        { op: 'Add', inputs: ['x', 'b'], outputs: ['y'] },
      ],
      { initializers: { half: { type: 'float16', dims: [2], data: Float32Array.of(0.5, 2) } } },
    );
    expect(graph.nodes.map(({ op }) => op)).toEqual(['Add']);
    expect([...graph.initializers]).toEqual([['b', floats([1, 2, 1, 1], [0.5, 2])]]);
  });

  it('keeps a node that it cannot fold', () => {
    const odd: NodeSpec = { op: 'Reshape', inputs: ['w', 'five'], outputs: ['y'] };
    expect(ops([odd], { initializers: { w, five: longs(5) } })).toEqual(['Reshape']);
  });
});

describe('nodes after a convolution', () => {
  const more = {
    initializers: {
      w,
      b: floats([1, 2, 1, 1], [10, 20]),
      two: floats([], [2]),
      row: floats([4], [1, 2, 3, 4]),
    },
  };

  it('are folded into weights and bias', () => {
    const graph = plan(
      [
        conv,
        { op: 'Add', inputs: ['b', 'h'], outputs: ['i'] },
        { op: 'Mul', inputs: ['i', 'two'], outputs: ['j'] },
        { op: 'Sub', inputs: ['j', 'two'], outputs: ['y'] },
      ],
      more,
    );
    expect(graph.nodes.map(({ op, inputs }) => [op, ...inputs])).toEqual([
      ['Conv', 'x', 'y:weights', 'y:bias'],
    ]);
    expect(graph.initializers.get('y:weights')).toEqual(floats([2, 1, 1, 1], [2, 4]));
    expect(graph.initializers.get('y:bias')).toEqual(floats([2], [18, 38]));
  });

  it('are kept if the constant is not one number per channel', () => {
    expect(ops([conv, { op: 'Add', inputs: ['h', 'row'], outputs: ['y'] }], more)).toEqual(['Conv', 'Add']);
    expect(ops([conv, { op: 'Div', inputs: ['two', 'h'], outputs: ['y'] }], more)).toEqual(['Conv', 'Div']);
    expect(ops([conv, { op: 'Mul', inputs: ['h', 'h'], outputs: ['y'] }], more)).toEqual(['Conv', 'Mul']);
  });

  it('are kept if the result of the convolution has another use', () => {
    const relu: NodeSpec = { op: 'Relu', inputs: ['h'], outputs: ['y'] };
    expect(ops([conv, relu], { ...more, outputs: { y: 'float32', h: 'float32' } })).toEqual(['Conv', 'Relu']);
    const silu: NodeSpec[] = [
      { op: 'Sigmoid', inputs: ['h'], outputs: ['gate'] },
      { op: 'Mul', inputs: ['h', 'gate'], outputs: ['y'] },
    ];
    expect(ops([conv, ...silu], more)).toEqual(['Conv', 'Sigmoid', 'Mul']);
  });

  it.each([
    ['relu', { op: 'Relu', inputs: ['h'], outputs: ['y'] }, 17],
    ['sigmoid', { op: 'Sigmoid', inputs: ['h'], outputs: ['y'] }, 17],
    ['relu6', { op: 'Clip', inputs: ['h', 'zero', 'six'], outputs: ['y'] }, 17],
    [
      'relu6',
      { op: 'Clip', inputs: ['h'], outputs: ['y'], attributes: { min: { float: 0 }, max: { float: 6 } } },
      10,
    ],
  ])('are fused as activation: %s', (activation, node, opset) => {
    const initializers = { w, zero: floats([], [0]), six: floats([], [6]) };
    const [only, ...rest] = plan([conv, node], { initializers, opset }).nodes;
    expect(rest).toEqual([]);
    expect(only?.attributes.get('activation')).toEqual({ kind: 'string', value: activation });
  });

  it('do not change weights that 2 convolutions share', () => {
    const graph = plan(
      [
        conv,
        { op: 'Mul', inputs: ['h', 'two'], outputs: ['i'] },
        { op: 'Conv', inputs: ['x', 'w'], outputs: ['j'] },
        { op: 'Sub', inputs: ['i', 'j'], outputs: ['y'] },
      ],
      more,
    );
    expect(graph.nodes.map(({ inputs }) => inputs[1])).toEqual(['i:weights', 'w', 'j']);
    expect(graph.initializers.get('w')).toEqual(w);
  });
});

it('drops nodes that do not contribute to an output', () => {
  expect(ops([conv, { op: 'Relu', inputs: ['x'], outputs: ['y'] }], { initializers: { w } })).toEqual([
    'Relu',
  ]);
});
