import { KerbsideError } from '../../errors.ts';
import { elementCount, type OnnxGraph, type OnnxValueInfo } from '../onnx/graph.ts';
import { disposeAll, loadSteps, runStep } from './load-steps.ts';
import { planGraph } from './plan/plan-graph.ts';
import type { Tfjs } from './tf.ts';
import { Value } from './value.ts';

export interface TensorData {
  readonly dims: readonly number[];
  /** Whole numbers and booleans come out as floats too. */
  readonly data: Float32Array;
}

export interface TfjsModel {
  /**
   * Every input of the model by name to every output by name. The work is handed to tfjs before this returns, so
   * runs never mix; nothing of a run is left on the device after it, whether it succeeds or not.
   */
  run(inputs: Readonly<Record<string, TensorData>>): Promise<Record<string, TensorData>>;
  /** Frees the weights. A run that has begun still ends well. */
  dispose(): void;
}

/**
 * An ONNX graph on tfjs's kernels, on whichever backend is set. Weights stay on the device until `dispose`.
 * Throws for an operator or attribute that it lacks, before anything runs.
 */
export function createTfjsModel(tf: Tfjs, graph: OnnxGraph): TfjsModel {
  const { steps, constants, owned } = loadSteps(tf, planGraph(graph));
  const releases = lastUses(steps, graph);
  let isDisposed = false;

  /** Values are freed after the last node that wants them, so that the device holds few images at a time. */
  function execute(inputs: Readonly<Record<string, TensorData>>): Map<string, Value> {
    const live = new Map<string, Value>();
    try {
      for (const info of graph.inputs)
        live.set(info.name, inputValue(tf, graph.name, info, inputs[info.name]));
      for (const [index, step] of steps.entries()) {
        const results = runStep(
          tf,
          graph.name,
          step,
          step.inputs.map((name) => live.get(name) ?? constants.get(name)),
        );
        for (const [name, value] of results) live.set(name, value);
        for (const name of releases[index] ?? []) {
          live.get(name)?.dispose();
          live.delete(name);
        }
      }
      return live;
    } catch (error) {
      disposeAll(live.values(), []);
      throw error;
    }
  }

  return {
    async run(inputs) {
      if (isDisposed)
        throw new KerbsideError('closed', `The model '${graph.name}' was disposed of. Load it again.`);
      const live = execute(inputs);
      try {
        const outputs = graph.outputs.map(async ({ name }): Promise<[string, TensorData]> => {
          const value = live.get(name) ?? constants.get(name);
          if (!value) throw new Error(`output '${name}' is gone`);
          return [name, { dims: value.dims, data: await value.read() }];
        });
        return Object.fromEntries(await Promise.all(outputs));
      } finally {
        disposeAll(live.values(), []);
      }
    },
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      disposeAll(constants.values(), owned);
    },
  };
}

/** For each step the values that nobody wants after it. */
function lastUses(
  steps: readonly {
    readonly node: { readonly outputs: readonly string[] };
    readonly inputs: readonly string[];
  }[],
  graph: OnnxGraph,
): string[][] {
  const seen = new Set(graph.outputs.map(({ name }) => name));
  const releases = steps.toReversed().map(({ node, inputs }) => {
    const last = [...new Set([...inputs, ...node.outputs])].filter((name) => name !== '' && !seen.has(name));
    for (const name of last) seen.add(name);
    return last;
  });
  return releases.reverse();
}

function inputValue(tf: Tfjs, model: string, info: OnnxValueInfo, given: TensorData | undefined): Value {
  const expected = `[${info.dims.map((dim) => dim ?? '?').join(', ')}]`;
  const refuse = (problem: string) =>
    new KerbsideError(
      'invalid_input',
      `The model '${model}' takes an input '${info.name}' of shape ${expected}; ${problem}.`,
      {
        details: { model, input: info.name, dims: given ? [...given.dims] : null },
      },
    );
  if (!given) throw refuse('none was given');
  const { dims, data } = given;
  const fits =
    dims.length === info.dims.length && info.dims.every((dim, axis) => dim === null || dim === dims[axis]);
  if (!fits) throw refuse(`it got [${dims.join(', ')}]`);
  if (data.length !== elementCount(dims))
    throw refuse(`it got ${data.length} numbers for [${dims.join(', ')}]`);
  if (info.type === 'float32' || info.type === 'float16')
    return Value.host(tf, dims, { dtype: 'float32', data });
  return Value.host(tf, dims, { dtype: 'int32', data: Int32Array.from(data) });
}
