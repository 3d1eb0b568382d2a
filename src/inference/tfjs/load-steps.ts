import type { Tensor } from '@tensorflow/tfjs-core';
import { KerbsideError } from '../../errors.ts';
import type { OnnxGraph, OnnxNode, OnnxTensor } from '../onnx/graph.ts';
import { numbersOf } from '../onnx/tensor-numbers.ts';
import { type Inputs, NodeReader, nodeError } from './node-reader.ts';
import type { Kernel } from './operator.ts';
import { OPERATORS } from './operators/operators.ts';
import type { Tfjs } from './tf.ts';
import { Value } from './value.ts';

export interface Step {
  readonly node: OnnxNode;
  readonly kernel: Kernel;
  /** Names; empty for what the kernel does not get. */
  readonly inputs: readonly string[];
}

export interface LoadedSteps {
  readonly steps: readonly Step[];
  readonly constants: ReadonlyMap<string, Value>;
  /** Weights in the form that a kernel keeps for itself. */
  readonly owned: readonly Tensor[];
}

/** Makes every node ready to run, or throws for the first that cannot; what depends on constants alone is run now. */
export function loadSteps(tf: Tfjs, graph: OnnxGraph): LoadedSteps {
  checkOperators(graph);
  const constants = new Map<string, Value>();
  for (const [name, tensor] of graph.initializers) constants.set(name, constantValue(tf, tensor));
  const known = new Set([...constants.keys(), ...graph.inputs.map(({ name }) => name)]);
  const owned: Tensor[] = [];
  const own = <Kept extends Tensor>(tensor: Kept): Kept => {
    owned.push(tf.keep(tensor));
    return tensor;
  };
  const steps: Step[] = [];
  try {
    for (const node of graph.nodes) {
      const missing = node.inputs.find((name) => name !== '' && !known.has(name));
      if (missing) throw nodeError(graph.name, node, `nothing makes its input '${missing}'`, undefined);
      const step = inTidy(tf, graph.name, node, () => loadStep(node, graph, constants, { tf, own }));
      const inputs = step.inputs.map((name) => constants.get(name));
      if (node.inputs.every((name) => name === '' || constants.has(name))) {
        for (const [name, value] of runStep(tf, graph.name, step, inputs)) constants.set(name, value);
      } else steps.push(step);
      for (const name of node.outputs) known.add(name);
    }
    const lost = graph.outputs.find(({ name }) => !known.has(name));
    if (lost)
      throw new KerbsideError(
        'unsupported',
        `No node of the model '${graph.name}' makes its output '${lost.name}'. Export it again.`,
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

/** Runs a node; its values outlive this call, everything else that it made does not. */
export function runStep(tf: Tfjs, model: string, { node, kernel }: Step, inputs: Inputs): Map<string, Value> {
  const results = inTidy(tf, model, node, () => [kernel(inputs)].flat());
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
  reader.finish();
  return { node, kernel, inputs: node.inputs.map((name, index) => (reader.isTaken(index) ? '' : name)) };
}

/** All unknown operators at once: whoever exports the model wants to know them together. */
function checkOperators(graph: OnnxGraph): void {
  const unknown = graph.nodes.filter(({ op, domain }) => domain !== '' || !Object.hasOwn(OPERATORS, op));
  const [first] = unknown;
  if (!first) return;
  const names = [...new Set(unknown.map(({ op, domain }) => (domain ? `${domain}.${op}` : op)))];
  throw nodeError(graph.name, first, `this engine has no operator ${names.join(', ')}`, undefined);
}

/** Frees what `work` leaves behind, and makes its errors speak of the node. */
function inTidy<Result>(tf: Tfjs, model: string, node: OnnxNode, work: () => Result): Result {
  const results: Result[] = [];
  try {
    // Not by tidy's own return value: it would search that for tensors.
    tf.tidy(() => {
      results.push(work());
    });
  } catch (error) {
    if (error instanceof KerbsideError) throw error;
    throw nodeError(model, node, error instanceof Error ? error.message : String(error), error);
  }
  return results[0] as Result;
}

function constantValue(tf: Tfjs, tensor: OnnxTensor): Value {
  const { type, dims } = tensor;
  if (type === 'float32' || type === 'float16')
    return Value.host(tf, dims, { dtype: 'float32', data: tensor.data });
  if (type === 'bool') return Value.host(tf, dims, { dtype: 'bool', data: tensor.data });
  return Value.host(tf, dims, { dtype: 'int32', data: Int32Array.from(numbersOf(tensor)) });
}
