import type { InferenceSession, Tensor as OrtTensor } from 'onnxruntime-common';
import type { OutputSelection } from '../../analysis/detection/candidate-cells.ts';
import type { Tensor, Tensors } from '../engine.ts';
import { createWrongTypeError } from '../runtimes/ort.ts';
import type { CandidatePicker } from './candidate-picker.ts';
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

/**
 * Reads what is needed of the outputs of some runs back, and releases them, as {@link readOutputs} does.
 *
 * @returns The outputs of each run, or undefined for each if there are more candidates than the picker has space for.
 */
export async function readSelection(
  readBack: ReadBack,
  picker: CandidatePicker,
  runs: readonly InferenceSession.OnnxValueMapType[],
  { whole, levels, minLogits }: OutputSelection,
): Promise<(Tensors | undefined)[]> {
  const list = (names: readonly string[]) =>
    runs.flatMap((run) =>
      names.flatMap((name) => {
        const output = run[name] as OrtTensor | undefined;
        return output ? [{ run, name, dims: output.dims, ...toGpuFloats(output) }] : [];
      }),
    );
  try {
    const [wholes, maps] = [list(whole), list(levels)];
    const { floats, unpack } = picker.pick(maps, minLogits);
    const [values = new Float32Array(), ...others] = await readBack.read([floats, ...wholes]);
    const picked = unpack(values);
    if (!picked) return runs.map(() => undefined);
    const tensors: Tensor[] = [
      ...picked,
      ...wholes.map(({ dims }, index) => ({ dims, data: others[index] ?? new Float32Array() })),
    ];
    const sources = [...maps, ...wholes];
    return runs.map((run) =>
      Object.fromEntries(
        tensors.flatMap((tensor, index) =>
          sources[index]?.run === run ? [[sources[index].name, tensor]] : [],
        ),
      ),
    );
  } finally {
    for (const output of runs.flatMap((run) => Object.values(run))) output.dispose();
  }
}

function toGpuFloats(tensor: OrtTensor): GpuFloats {
  if (tensor.type !== 'float32') throw createWrongTypeError(tensor.type);
  return { buffer: tensor.gpuBuffer as unknown as GpuBuffer, length: tensor.size };
}
