import { KerbsideError } from '../../errors.ts';
import { elementCount, type OnnxGraph, type OnnxValueInfo } from '../onnx/graph.ts';
import { disposeAll, loadSteps, runStep } from './load-steps.ts';
import { planGraph } from './plan/plan-graph.ts';
import type { Tfjs } from './tf.ts';
import { Value } from './value.ts';

export interface TensorData {
  readonly dims: readonly number[];
  /** Integers and booleans are returned as floats, too. */
  readonly data: Float32Array;
}

interface TfjsModel {
  /**
   * Runs the model: takes every input by name, returns every output by name. All work is passed to tfjs synchronously, so
   * runs never interleave. Frees all memory of the run, also if it fails.
   */
  run(inputs: Readonly<Record<string, TensorData>>): Promise<Record<string, TensorData>>;
  /** Frees the weights. A run that has started still completes. */
  dispose(): void;
}

/**
 * Creates a model that runs an ONNX graph with the kernels of tfjs, on its current backend. Weights stay on the device
 * until `dispose`.
 *
 * @throws KerbsideError `unsupported` for an operator or attribute that is not implemented.
 */
export function createTfjsModel(tf: Tfjs, graph: OnnxGraph): TfjsModel {
  const { steps, constants, owned } = loadSteps(tf, planGraph(graph));
  const releases = findLastUses(steps, graph);
  let isDisposed = false;

  /** Frees values after their last use, so that few images are on the device at a time. */
  function execute(inputs: Readonly<Record<string, TensorData>>): Map<string, Value> {
    const live = new Map<string, Value>();
    try {
      for (const info of graph.inputs)
        live.set(info.name, createInputValue(tf, graph.name, info, inputs[info.name]));
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
        throw new KerbsideError('closed', `The model '${graph.name}' is disposed of. Load it again.`);
      const live = execute(inputs);
      try {
        const outputs = graph.outputs.map(async ({ name }): Promise<[string, TensorData]> => {
          const value = live.get(name) ?? constants.get(name);
          if (!value) throw new Error(`output '${name}' is missing`);
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

/** Returns the values that have their last use in each step. */
function findLastUses(
  steps: readonly {
    readonly node: { readonly outputs: readonly string[] };
    readonly inputs: readonly string[];
  }[],
  graph: OnnxGraph,
): string[][] {
  const used = new Set(graph.outputs.map(({ name }) => name));
  const releases = steps.toReversed().map(({ node, inputs }) => {
    const last = [...new Set([...inputs, ...node.outputs])].filter((name) => name !== '' && !used.has(name));
    for (const name of last) used.add(name);
    return last;
  });
  return releases.reverse();
}

function createInputValue(
  tf: Tfjs,
  model: string,
  info: OnnxValueInfo,
  given: TensorData | undefined,
): Value {
  const expected = `[${info.dims.map((dim) => dim ?? '?').join(', ')}]`;
  const inputError = (problem: string) =>
    new KerbsideError(
      'invalid_input',
      `The model '${model}' takes an input '${info.name}' of shape ${expected}; ${problem}.`,
      {
        details: { model, input: info.name, dims: given ? [...given.dims] : null },
      },
    );
  if (!given) throw inputError('none was passed');
  const { dims, data } = given;
  const fits =
    dims.length === info.dims.length && info.dims.every((dim, axis) => dim === null || dim === dims[axis]);
  if (!fits) throw inputError(`it got [${dims.join(', ')}]`);
  if (data.length !== elementCount(dims))
    throw inputError(`it got ${data.length} numbers for [${dims.join(', ')}]`);
  if (info.type === 'float32' || info.type === 'float16')
    return Value.host(tf, dims, { dtype: 'float32', data });
  return Value.host(tf, dims, { dtype: 'int32', data: Int32Array.from(data) });
}
