import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-common';
import type { Tensors } from '../engines/engine.ts';
import { createWrongTypeError } from '../engines/ort-engine.ts';
import type { GpuBuffer } from './gpu.ts';
import type { GpuFloats, ReadBack } from './read-back.ts';

/**
 * Reads the outputs of some runs back, and releases them.
 *
 * The copy is submitted before this returns its promise: later runs may overwrite the outputs.
 */
export async function readOutputs(
  readBack: ReadBack,
  runs: readonly InferenceSession.OnnxValueMapType[],
): Promise<Tensors[]> {
  const outputs = runs.flatMap((run) => Object.values(run) as OrtTensor[]);
  try {
    const values = (await readBack.read(outputs.map(toGpuFloats))).values();
    return runs.map((run) =>
      Object.fromEntries(
        Object.entries(run).map(([name, { dims }]) => [
          name,
          { dims, data: values.next().value ?? new Float32Array() },
        ]),
      ),
    );
  } finally {
    for (const output of outputs) output.dispose();
  }
}

function toGpuFloats(tensor: OrtTensor): GpuFloats {
  if (tensor.type !== 'float32') throw createWrongTypeError(tensor.type);
  return { buffer: tensor.gpuBuffer as unknown as GpuBuffer, length: tensor.size };
}
