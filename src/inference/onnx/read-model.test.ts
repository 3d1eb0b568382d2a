import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { floats, longs, type ModelSpec, onnxModel } from '../../../test/fixtures/onnx-writer.ts';
import { isKerbsideError } from '../../errors.ts';
import type { OnnxTensor } from './graph.ts';
import { readOnnxModel } from './read-model.ts';

const tensors: Readonly<Record<string, OnnxTensor>> = {
  float32: floats([2, 2], [1.5, -2, 0, 3e7]),
  float16: { type: 'float16', dims: [4], data: Float32Array.of(1.5, -0.25, 0, 2048) },
  int64: longs(-1, 0, 2 ** 40),
  int32: { type: 'int32', dims: [2], data: Int32Array.of(-7, 2 ** 30) },
  int8: { type: 'int8', dims: [1, 3], data: Int8Array.of(-128, 0, 127) },
  uint8: { type: 'uint8', dims: [2], data: Uint8Array.of(0, 255) },
  bool: { type: 'bool', dims: [2], data: Uint8Array.of(1, 0) },
  scalar: floats([], [4]),
  empty: floats([0], []),
};
const spec: ModelSpec = {
  name: 'everything',
  opset: 13,
  inputs: { x: [1, 3, null, 8] },
  outputs: { y: 'float32' },
  initializers: tensors,
  nodes: [
    {
      op: 'Conv',
      name: 'first',
      inputs: ['x', 'float32', ''],
      outputs: ['h'],
      attributes: {
        group: 2,
        axis: -1,
        pads: [0, 1, -2, 3],
        alpha: { float: 0.25 },
        scales: { floats: [1, 2.5] },
        mode: 'nearest',
        value: { tensor: longs(5) },
      },
    },
    { op: 'Odd', domain: 'com.example', inputs: ['h'], outputs: ['y'] },
  ],
};

describe('readOnnxModel', () => {
  it.each([false, true])('reads a graph with its weights (in typed fields: %s)', (typedFields) => {
    const graph = readOnnxModel(onnxModel({ ...spec, typedFields }));
    expect(graph).toMatchObject({ name: 'everything', opset: 13 });
    expect(graph.inputs).toEqual([{ name: 'x', type: 'float32', dims: [1, 3, null, 8] }]);
    expect(graph.outputs).toEqual([{ name: 'y', type: 'float32', dims: [] }]);
    expect(Object.fromEntries(graph.initializers)).toEqual(tensors);
  });

  it('reads nodes with every kind of attribute', () => {
    const [first, second] = readOnnxModel(onnxModel(spec)).nodes;
    expect(first).toMatchObject({ op: 'Conv', name: 'first', domain: '', inputs: ['x', 'float32', ''] });
    expect(Object.fromEntries(first?.attributes ?? [])).toEqual({
      group: { kind: 'int', value: 2 },
      axis: { kind: 'int', value: -1 },
      pads: { kind: 'ints', value: [0, 1, -2, 3] },
      alpha: { kind: 'float', value: 0.25 },
      scales: { kind: 'floats', value: [1, 2.5] },
      mode: { kind: 'string', value: 'nearest' },
      value: { kind: 'tensor', value: longs(5) },
    });
    expect(second).toMatchObject({ op: 'Odd', name: 'y', domain: 'com.example' });
  });

  it('reads from a view at any offset and copies the numbers', () => {
    const bytes = onnxModel(spec);
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    const graph = readOnnxModel(shifted.subarray(3));
    shifted.fill(0);
    expect(Object.fromEntries(graph.initializers)).toEqual(tensors);
  });

  it('omits weights from the inputs', () => {
    const graph = readOnnxModel(onnxModel({ ...spec, inputs: { ...spec.inputs, float32: [2, 2] } }));
    expect(graph.inputs.map(({ name }) => name)).toEqual(['x']);
  });

  it('throws an error with the problem and a remedy', () => {
    expect(() => readOnnxModel(new Uint8Array(), 'damage')).toThrow(
      "The model file 'damage' contains no ONNX graph. Fetch it again. If that does not help, export it again.",
    );
    const wrong = onnxModel({
      ...spec,
      initializers: { w: { ...tensors.float32, dims: [3] } as OnnxTensor },
    });
    expect(() => readOnnxModel(wrong)).toThrow("has 4 values for the shape [3] of 'w'");
    expect(() => readOnnxModel(onnxModel({ ...spec, opset: 0 }))).toThrow('no version of the ONNX operators');
  });
});

/** The contract for any bytes: returns a graph or throws a KerbsideError. */
function expectContract(bytes: Uint8Array): void {
  try {
    expect(readOnnxModel(bytes).opset).toBeGreaterThan(0);
  } catch (error) {
    if (!isKerbsideError(error, 'unsupported')) throw error;
  }
}

describe('readOnnxModel returns or throws', () => {
  const whole = onnxModel(spec);

  it('for random bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), expectContract), { numRuns: 500 });
  });

  it('for a file truncated at any length', () => {
    for (let length = 0; length < whole.length; length += 1) expectContract(whole.subarray(0, length));
  });

  it('for a file with changed bytes', () => {
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
    const changes = fc.array(change, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(changes, (places) => {
        const bytes = whole.slice();
        for (const [at, value] of places) bytes[at] = value;
        expectContract(bytes);
      }),
      { numRuns: 1000 },
    );
  });
});
