import { KerbsideError } from '../../errors.ts';
import type { OnnxAttribute, OnnxNode, OnnxTensor } from '../onnx/graph.ts';
import type { Value } from './value.ts';

interface NodeContext {
  readonly model: string;
  readonly opset: number;
  readonly constants: ReadonlyMap<string, Value>;
}

/** Inputs of a running operator. undefined: omitted, or taken when the model was loaded. */
export type Inputs = readonly (Value | undefined)[];

/**
 * Gives an operator access to its node when the model is loaded. Records which attributes were read: an attribute that
 * was not read is not implemented, and `rejectUnreadAttributes` throws.
 */
export class NodeReader {
  readonly op: string;
  readonly opset: number;
  readonly outputCount: number;
  readonly #node: OnnxNode;
  readonly #context: NodeContext;
  readonly #readNames = new Set<string>();
  readonly #takenInputs = new Set<number>();

  constructor(node: OnnxNode, context: NodeContext) {
    this.#node = node;
    this.#context = context;
    this.op = node.op;
    this.opset = context.opset;
    this.outputCount = node.outputs.length;
  }

  int(name: string, fallback: number): number {
    const attribute = this.#attribute(name);
    if (!attribute) return fallback;
    if (attribute.kind !== 'int') throw this.unsupported(`its attribute ${name} is not an integer`);
    return attribute.value;
  }

  float(name: string, fallback: number): number {
    const attribute = this.#attribute(name);
    if (!attribute) return fallback;
    if (attribute.kind !== 'float') throw this.unsupported(`its attribute ${name} is not a number`);
    return attribute.value;
  }

  ints(name: string): readonly number[] | undefined {
    const attribute = this.#attribute(name);
    if (!attribute) return undefined;
    if (attribute.kind !== 'ints') throw this.unsupported(`its attribute ${name} is not a list of integers`);
    return attribute.value;
  }

  tensor(name: string): OnnxTensor | undefined {
    const attribute = this.#attribute(name);
    if (!attribute) return undefined;
    if (attribute.kind !== 'tensor') throw this.unsupported(`its attribute ${name} is not a tensor`);
    return attribute.value;
  }

  /** Returns one of `allowed`. The first is the default. */
  choice<const Text extends string>(name: string, allowed: readonly [Text, ...Text[]]): Text {
    const attribute = this.#attribute(name);
    if (!attribute) return allowed[0];
    const found = attribute.kind === 'string' ? allowed.find((text) => text === attribute.value) : undefined;
    if (found === undefined)
      throw this.unsupported(`its attribute ${name} is not one of ${allowed.join(', ')}`);
    return found;
  }

  /** Throws if an attribute has another value than the only implemented one. */
  requireInt(name: string, value: number): void {
    if (this.int(name, value) !== value) throw this.unsupported(`its attribute ${name} must be ${value}`);
  }

  /** Marks attributes as read that have no effect here. */
  ignore(...names: string[]): void {
    for (const name of names) this.#readNames.add(name);
  }

  hasInput(index: number): boolean {
    return Boolean(this.#node.inputs[index]);
  }

  constant(index: number): Value | undefined {
    return this.#context.constants.get(this.#node.inputs[index] ?? '');
  }

  /** Returns a constant that the operator keeps in its own form. It is not passed to the running operator. */
  takeConstant(index: number, what: string): Value {
    const value = this.constant(index);
    if (!value) throw this.unsupported(`its ${what} must be constant`);
    this.#takenInputs.add(index);
    return value;
  }

  isTaken(index: number): boolean {
    return this.#takenInputs.has(index);
  }

  /** Reads integers that are an attribute in older versions of an operator and an input in newer ones. */
  integers(attribute: string, index: number): (inputs: Inputs) => readonly number[] | undefined {
    const fixed = this.ints(attribute) ?? this.constant(index)?.numbers();
    return fixed ? () => fixed : (inputs) => inputs[index]?.numbers();
  }

  unsupported(reason: string): KerbsideError {
    return createNodeError(this.#context.model, this.#node, `it is not supported: ${reason}`, undefined);
  }

  rejectUnreadAttributes(): void {
    const unknown = [...this.#node.attributes.keys()].filter((name) => !this.#readNames.has(name));
    if (unknown.length > 0) throw this.unsupported(`its attribute ${unknown.join(', ')} is not implemented`);
  }

  #attribute(name: string): OnnxAttribute | undefined {
    this.#readNames.add(name);
    return this.#node.attributes.get(name);
  }
}

export function createNodeError(
  model: string,
  node: OnnxNode,
  problem: string,
  cause: unknown,
): KerbsideError {
  return new KerbsideError(
    'unsupported',
    `The node '${node.name}' (${node.op}) of the model '${model}' cannot run on tfjs: ${problem}. Run the model on another engine (WASM runs all operators), or export it without this node.`,
    { details: { model, node: node.name, operator: node.op }, cause },
  );
}

/** Returns a required input. */
export function requireInput(inputs: Inputs, index: number): Value {
  const value = inputs[index];
  if (!value) throw new Error(`its input ${index} is missing`);
  return value;
}
