import type { OnnxAttribute, OnnxNode } from './graph.ts';
import { readTensor } from './read-tensor.ts';
import { bytesOf, floatsOf, integerOf, textOf, varintsOf, WireFault, wireFields } from './wire-reader.ts';

/** A NodeProto. Subgraphs are not followed, so files nest no deeper than this reader's functions. */
export function readNode(bytes: Uint8Array): OnnxNode {
  let op = '';
  let ownName = '';
  let domain = '';
  const inputs: string[] = [];
  const outputs: string[] = [];
  const attributes = new Map<string, OnnxAttribute>();
  for (const field of wireFields(bytes)) {
    if (field.field === 1) inputs.push(textOf(field));
    else if (field.field === 2) outputs.push(textOf(field));
    else if (field.field === 3) ownName = textOf(field);
    else if (field.field === 4) op = textOf(field);
    else if (field.field === 5) attributes.set(...readAttribute(bytesOf(field)));
    else if (field.field === 7) domain = textOf(field);
  }
  const name = ownName || (outputs.find((output) => output !== '') ?? '');
  if (!op) throw new WireFault(`has a node '${name}' without an operator`);
  return { op, name, domain: domain === 'ai.onnx' ? '' : domain, inputs, outputs, attributes };
}

/** AttributeProto.type: which of the fields below counts. */
const KINDS: Readonly<Record<number, Exclude<OnnxAttribute['kind'], 'other'>>> = {
  1: 'float',
  2: 'int',
  3: 'string',
  4: 'tensor',
  6: 'floats',
  7: 'ints',
  8: 'strings',
};

function readAttribute(bytes: Uint8Array): [string, OnnxAttribute] {
  let name = '';
  let type = 0;
  let float = 0;
  let int = 0;
  let text = '';
  let tensor: Uint8Array | undefined;
  const floats: number[] = [];
  const ints: number[] = [];
  const strings: string[] = [];
  for (const field of wireFields(bytes)) {
    if (field.field === 1) name = textOf(field);
    else if (field.field === 2) float = floatsOf(field)[0] ?? 0;
    else if (field.field === 3) int = integerOf(field);
    else if (field.field === 4) text = textOf(field);
    else if (field.field === 5) tensor = bytesOf(field);
    else if (field.field === 7) for (const value of floatsOf(field)) floats.push(value);
    else if (field.field === 8) for (const value of varintsOf(field)) ints.push(Number(value));
    else if (field.field === 9) strings.push(textOf(field));
    else if (field.field === 20) type = integerOf(field);
  }
  const kind = KINDS[type];
  if (kind === 'float') return [name, { kind, value: float }];
  if (kind === 'int') return [name, { kind, value: int }];
  if (kind === 'string') return [name, { kind, value: text }];
  if (kind === 'floats') return [name, { kind, value: floats }];
  if (kind === 'ints') return [name, { kind, value: ints }];
  if (kind === 'strings') return [name, { kind, value: strings }];
  if (kind === 'tensor' && tensor) return [name, { kind, value: readTensor(tensor).tensor }];
  return [name, { kind: 'other' }];
}
