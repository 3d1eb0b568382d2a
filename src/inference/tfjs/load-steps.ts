import type { Tensor } from '@tensorflow/tfjs-core';
import { errorMessage, KerbsideError } from '../../errors.ts';
import type { OnnxGraph, OnnxNode, OnnxTensor } from '../onnx/graph.ts';
import { toNumbers } from '../onnx/tensor-numbers.ts';
import { createNodeError, type Inputs, NodeReader } from './node-reader.ts';
import type { Kernel } from './operator.ts';
import { OPERATORS } from './operators/operators.ts';
import type { Tfjs } from './tf.ts';
import { Value } from './value.ts';

export interface Step {
  readonly node: OnnxNode;
  readonly kernel: Kernel;
  /** Names. Empty for inputs that are not passed to the kernel. */
  readonly inputs: readonly string[];
}

interface LoadedSteps {
  readonly steps: readonly Step[];
  readonly constants: ReadonlyMap<string, Value>;
  /** Weights that kernels keep in their own form. */
  readonly owned: readonly Tensor[];
}

/**
 * Prepares every node to run. Nodes that depend on constants only are run now.
 *
 * @throws KerbsideError `unsupported` for the first node that cannot run.
 */
export function loadSteps(tf: Tfjs, graph: OnnxGraph): LoadedSteps {
  checkOperators(graph);
  const constants = new Map<string, Value>();
  for (const [name, tensor] of graph.initializers) constants.set(name, createConstantValue(tf, tensor));
  const known = new Set([...constants.keys(), ...graph.inputs.map(({ name }) => name)]);
  const owned: Tensor[] = [];
  const own = <T extends Tensor>(tensor: T): T => {
    owned.push(tf.keep(tensor));
    return tensor;
  };
  const steps: Step[] = [];
  try {
    for (const node of graph.nodes) {
      const missing = node.inputs.find((name) => name !== '' && !known.has(name));
      if (missing)
        throw createNodeError(graph.name, node, `no node produces its input '${missing}'`, undefined);
      const step = runInTidy(tf, graph.name, node, () => loadStep(node, graph, constants, { tf, own }));
      const inputs = step.inputs.map((name) => constants.get(name));
      if (node.inputs.every((name) => name === '' || constants.has(name))) {
        for (const [name, value] of runStep(tf, graph.name, step, inputs)) constants.set(name, value);
      } else steps.push(step);
      for (const name of node.outputs) known.add(name);
    }
    const missing = graph.outputs.find(({ name }) => !known.has(name));
    if (missing)
      throw new KerbsideError(
        'unsupported',
        `No node of the model '${graph.name}' produces its output '${missing.name}'. Export it again.`,
      );
  } catch (error) {
    disposeAll(constants.values(), owned);
    throw error;
  }
  const used = new Set([...steps.flatMap(({ inputs }) => inputs), ...graph.outputs.map(({ name }) => name)]);
  for (const [name, value] of constants) {
    if (used.has(name)) continue;
    value.dispose();
    constants.delete(name);
  }
  return { steps, constants, owned };
}

/** Runs a node. Returns its values and disposes of all other tensors. */
export function runStep(tf: Tfjs, model: string, { node, kernel }: Step, inputs: Inputs): Map<string, Value> {
  const results = runInTidy(tf, model, node, () => [kernel(inputs)].flat());
  const named = new Map<string, Value>();
  for (const [index, value] of results.entries()) {
    const name = node.outputs[index];
    if (name) named.set(name, value);
    else value.dispose();
  }
  return named;
}

export function disposeAll(values: Iterable<Value>, tensors: Iterable<Tensor>): void {
  for (const value of values) value.dispose();
  for (const tensor of tensors) tensor.dispose();
}

function loadStep(
  node: OnnxNode,
  graph: OnnxGraph,
  constants: ReadonlyMap<string, Value>,
  tools: Parameters<NonNullable<(typeof OPERATORS)[string]>>[1],
): Step {
  const operator = OPERATORS[node.op];
  const reader = new NodeReader(node, { model: graph.name, opset: graph.opset, constants });
  if (!operator) throw reader.unsupported('its operator is unknown');
  const kernel = operator(reader, tools);
  reader.rejectUnreadAttributes();
  return { node, kernel, inputs: node.inputs.map((name, index) => (reader.isTaken(index) ? '' : name)) };
}

/** Reports all unknown operators in one error, which helps when exporting the model. */
function checkOperators(graph: OnnxGraph): void {
  const unknown = graph.nodes.filter(({ op, domain }) => domain !== '' || !Object.hasOwn(OPERATORS, op));
  const [first] = unknown;
  if (!first) return;
  const names = [...new Set(unknown.map(({ op, domain }) => (domain ? `${domain}.${op}` : op)))];
  throw createNodeError(graph.name, first, `this engine has no operator ${names.join(', ')}`, undefined);
}

/** Disposes of the temporary tensors of `work`, and adds the node to its errors. */
function runInTidy<Result>(tf: Tfjs, model: string, node: OnnxNode, work: () => Result): Result {
  const results: Result[] = [];
  try {
    // Not returned from tidy: it would search the result for tensors.
    tf.tidy(() => {
      results.push(work());
    });
  } catch (error) {
    if (error instanceof KerbsideError) throw error;
    throw createNodeError(model, node, errorMessage(error), error);
  }
  return results[0] as Result;
}

function createConstantValue(tf: Tfjs, tensor: OnnxTensor): Value {
  const { type, dims } = tensor;
  if (type === 'float32' || type === 'float16')
    return Value.host(tf, dims, { dtype: 'float32', data: tensor.data });
  if (type === 'bool') return Value.host(tf, dims, { dtype: 'bool', data: tensor.data });
  return Value.host(tf, dims, { dtype: 'int32', data: Int32Array.from(toNumbers(tensor)) });
}
