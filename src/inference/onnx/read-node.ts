import type { OnnxAttribute, OnnxNode } from './graph.ts';
import {
  OnnxFormatError,
  readBytes,
  readFields,
  readFloats,
  readInteger,
  readText,
  readVarints,
} from './protobuf-reader.ts';
import { readTensor } from './read-tensor.ts';

/** Reads a NodeProto. Subgraphs are not read, so the recursion depth is bounded. */
export function readNode(bytes: Uint8Array): OnnxNode {
  let op = '';
  let explicitName = '';
  let domain = '';
  const inputs: string[] = [];
  const outputs: string[] = [];
  const attributes = new Map<string, OnnxAttribute>();
  for (const field of readFields(bytes)) {
    if (field.field === 1) inputs.push(readText(field));
    else if (field.field === 2) outputs.push(readText(field));
    else if (field.field === 3) explicitName = readText(field);
    else if (field.field === 4) op = readText(field);
    else if (field.field === 5) attributes.set(...readAttribute(readBytes(field)));
    else if (field.field === 7) domain = readText(field);
  }
  const name = explicitName || (outputs.find((output) => output !== '') ?? '');
  if (!op) throw new OnnxFormatError(`has a node '${name}' without an operator`);
  return { op, name, domain: domain === 'ai.onnx' ? '' : domain, inputs, outputs, attributes };
}

/** AttributeProto.type: the field that holds the value. */
const ATTRIBUTE_KINDS: Readonly<Record<number, Exclude<OnnxAttribute['kind'], 'other'>>> = {
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
  for (const field of readFields(bytes)) {
    if (field.field === 1) name = readText(field);
    else if (field.field === 2) float = readFloats(field)[0] ?? 0;
    else if (field.field === 3) int = readInteger(field);
    else if (field.field === 4) text = readText(field);
    else if (field.field === 5) tensor = readBytes(field);
    else if (field.field === 7) for (const value of readFloats(field)) floats.push(value);
    else if (field.field === 8) for (const value of readVarints(field)) ints.push(Number(value));
    else if (field.field === 9) strings.push(readText(field));
    else if (field.field === 20) type = readInteger(field);
  }
  const kind = ATTRIBUTE_KINDS[type];
  if (kind === 'float') return [name, { kind, value: float }];
  if (kind === 'int') return [name, { kind, value: int }];
  if (kind === 'string') return [name, { kind, value: text }];
  if (kind === 'floats') return [name, { kind, value: floats }];
  if (kind === 'ints') return [name, { kind, value: ints }];
  if (kind === 'strings') return [name, { kind, value: strings }];
  if (kind === 'tensor' && tensor) return [name, { kind, value: readTensor(tensor).tensor }];
  return [name, { kind: 'other' }];
}
