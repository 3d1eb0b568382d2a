import type { DetectorEntry, ModelEntry } from '../../analysis/model-manifest.ts';
import type { Tensors } from '../engine.ts';
import { halvesToFloats } from '../onnx/half-float.ts';

/** Reads a golden file: the expected outputs of a model for the golden picture, as half floats in a row. */
export function readGoldenOutputs(bytes: ArrayBuffer, model: ModelEntry): Tensors {
  const values = halvesToFloats(new Uint16Array(bytes)); // little-endian, as is every machine with a browser
  const { goldenSide: side } = model;
  switch (model.kind) {
    case 'detector':
      return readDetectorOutputs(values, model);
    case 'text-detector':
      return { [model.output]: { dims: [1, 1, side, side], data: values } };
    case 'text-recognizer': {
      const dims = [1, side / model.stride, model.alphabet.length + 1];
      return { [model.output]: { dims, data: values } };
    }
    case 'wheel-analyser':
      return { [model.output]: { dims: [1, values.length], data: values } };
  }
}

/** Returns the names of a model's outputs, in the order of its golden file. */
export function listOutputNames(
  model: Pick<DetectorEntry, 'kind' | 'outputs'> | { kind: string; output: string },
) {
  if (!('outputs' in model)) return [model.output];
  return [...model.outputs.levels.map(({ name }) => name), model.outputs.prototypes];
}

function readDetectorOutputs(values: Float32Array, model: DetectorEntry): Tensors {
  const { levels, prototypes, prototypeCount, bins } = model.outputs;
  const channels = model.types.length + 4 * bins + prototypeCount;
  const outputs: Tensors = {};
  let at = 0;
  for (const { name, stride } of levels) {
    const side = model.goldenSide / stride;
    const length = channels * side * side;
    outputs[name] = { dims: [1, channels, side, side], data: values.subarray(at, at + length) };
    at += length;
  }
  const side = Math.sqrt((values.length - at) / prototypeCount);
  outputs[prototypes] = { dims: [1, prototypeCount, side, side], data: values.subarray(at) };
  return outputs;
}
