import { KerbsideError } from '../../errors.ts';
import type { OnnxAttribute, OnnxNode, OnnxTensor } from '../onnx/graph.ts';
import type { Value } from './value.ts';

export interface NodeContext {
  readonly model: string;
  readonly opset: number;
  readonly constants: ReadonlyMap<string, Value>;
}

/** Inputs of a running operator; undefined is one that is left out (or was taken at load). */
export type Inputs = readonly (Value | undefined)[];

/**
 * What an operator may ask of its node at load. It remembers what was asked: an attribute that nobody asked for is
 * one that the operator does not know, and `finish` says so.
 */
export class NodeReader {
  readonly op: string;
  readonly opset: number;
  readonly outputCount: number;
  readonly #node: OnnxNode;
  readonly #context: NodeContext;
  readonly #asked = new Set<string>();
  readonly #taken = new Set<number>();

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
    if (attribute.kind !== 'int') throw this.unsupported(`its attribute ${name} is no whole number`);
    return attribute.value;
  }

  float(name: string, fallback: number): number {
    const attribute = this.#attribute(name);
    if (!attribute) return fallback;
    if (attribute.kind !== 'float') throw this.unsupported(`its attribute ${name} is no number`);
    return attribute.value;
  }

  ints(name: string): readonly number[] | undefined {
    const attribute = this.#attribute(name);
    if (!attribute) return undefined;
    if (attribute.kind !== 'ints')
      throw this.unsupported(`its attribute ${name} is no list of whole numbers`);
    return attribute.value;
  }

  tensor(name: string): OnnxTensor | undefined {
    const attribute = this.#attribute(name);
    if (!attribute) return undefined;
    if (attribute.kind !== 'tensor') throw this.unsupported(`its attribute ${name} is no tensor`);
    return attribute.value;
  }

  /** One of `allowed`, the first by default. */
  choice<const Text extends string>(name: string, allowed: readonly [Text, ...Text[]]): Text {
    const attribute = this.#attribute(name);
    if (!attribute) return allowed[0];
    const found = attribute.kind === 'string' ? allowed.find((text) => text === attribute.value) : undefined;
    if (found === undefined)
      throw this.unsupported(`its attribute ${name} is not one of ${allowed.join(', ')}`);
    return found;
  }

  /** An attribute that must have this value, because nothing else is implemented. */
  require(name: string, value: number): void {
    if (this.int(name, value) !== value) throw this.unsupported(`its attribute ${name} must be ${value}`);
  }

  /** Attributes that change nothing here. */
  ignore(...names: string[]): void {
    for (const name of names) this.#asked.add(name);
  }

  hasInput(index: number): boolean {
    return Boolean(this.#node.inputs[index]);
  }

  constant(index: number): Value | undefined {
    return this.#context.constants.get(this.#node.inputs[index] ?? '');
  }

  /** A constant that the operator keeps in a form of its own: the running operator does not get it. */
  take(index: number, what: string): Value {
    const value = this.constant(index);
    if (!value) throw this.unsupported(`its ${what} must be constant`);
    this.#taken.add(index);
    return value;
  }

  isTaken(index: number): boolean {
    return this.#taken.has(index);
  }

  /** Whole numbers that older versions of an operator have as attribute and newer ones as input. */
  integers(attribute: string, index: number): (inputs: Inputs) => readonly number[] | undefined {
    const fixed = this.ints(attribute) ?? this.constant(index)?.numbers();
    return fixed ? () => fixed : (inputs) => inputs[index]?.numbers();
  }

  unsupported(reason: string): KerbsideError {
    return nodeError(this.#context.model, this.#node, `it cannot be run here: ${reason}`, undefined);
  }

  finish(): void {
    const unknown = [...this.#node.attributes.keys()].filter((name) => !this.#asked.has(name));
    if (unknown.length > 0) throw this.unsupported(`its attribute ${unknown.join(', ')} is not implemented`);
  }

  #attribute(name: string): OnnxAttribute | undefined {
    this.#asked.add(name);
    return this.#node.attributes.get(name);
  }
}

export function nodeError(model: string, node: OnnxNode, problem: string, cause: unknown): KerbsideError {
  return new KerbsideError(
    'unsupported',
    `In the model '${model}' the node '${node.name}' (${node.op}) is the trouble: ${problem}. Run this model on another engine (WASM runs all of them), or export it without that node.`,
    { details: { model, node: node.name, operator: node.op }, cause },
  );
}

/** An input that the operator cannot do without. */
export function given(inputs: Inputs, index: number): Value {
  const value = inputs[index];
  if (!value) throw new Error(`its input ${index} is missing`);
  return value;
}
