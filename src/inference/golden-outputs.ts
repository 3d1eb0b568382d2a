import type { ModelEntry } from '../analysis/model-manifest.ts';
import type { Tensors } from './engine.ts';
import { widenHalves } from './onnx/half-float.ts';

/** The known outputs of a model for the golden picture: one after the other, heads first, then the prototypes. */
export function goldenOutputs(bytes: ArrayBuffer, model: ModelEntry): Tensors {
  const values = widenHalves(new Uint16Array(bytes)); // little endian, as every browser's machine is
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
