import { elementCount, type OnnxTensor, type OnnxType } from './graph.ts';
import { widenHalves } from './half-float.ts';
import {
  bytesOf,
  copyOf,
  floatsOf,
  integerOf,
  textOf,
  varintsOf,
  WireFault,
  wireFields,
} from './wire-reader.ts';

/** TensorProto.DataType, as far as it is read. */
export const ELEMENT_TYPES: Readonly<Record<number, OnnxType>> = {
  1: 'float32',
  2: 'uint8',
  3: 'int8',
  6: 'int32',
  7: 'int64',
  9: 'bool',
  10: 'float16',
};

export function elementType(code: number): OnnxType {
  const type = ELEMENT_TYPES[code];
  if (!type) throw new WireFault(`has values of element type ${code}, which is not read`);
  return type;
}

const BYTES: Readonly<Record<OnnxType, number>> = {
  float32: 4,
  float16: 2,
  int64: 8,
  int32: 4,
  int8: 1,
  uint8: 1,
  bool: 1,
};

export interface NamedTensor {
  readonly name: string;
  readonly tensor: OnnxTensor;
}

/** A TensorProto. Its size is checked against its bytes before anything is allocated. */
export function readTensor(bytes: Uint8Array): NamedTensor {
  let name = '';
  let type: OnnxType | undefined;
  let raw: Uint8Array | undefined;
  const dims: number[] = [];
  const floats: Float32Array[] = [];
  const integers: bigint[] = [];
  for (const field of wireFields(bytes)) {
    if (field.field === 1) for (const dim of varintsOf(field)) dims.push(Number(dim));
    else if (field.field === 2) type = elementType(integerOf(field));
    else if (field.field === 4) floats.push(floatsOf(field));
    else if (field.field === 5 || field.field === 7)
      for (const value of varintsOf(field)) integers.push(value);
    else if (field.field === 8) name = textOf(field);
    else if (field.field === 9) raw = bytesOf(field);
    else if (field.field === 14 && integerOf(field) === 1) {
      throw new WireFault(`keeps the values of '${name}' in a second file; store them in the model file`);
    }
  }
  if (!type) throw new WireFault(`does not say the element type of '${name}'`);
  const count = elementCount(dims);
  const found = raw ? raw.length / BYTES[type] : type === 'float32' ? countOf(floats) : integers.length;
  if (dims.some((dim) => dim < 0) || found !== count) {
    throw new WireFault(`gives '${name}' the shape [${dims.join(', ')}] but ${found} values`);
  }
  return { name, tensor: { dims, ...(raw ? fromRaw(type, raw) : fromFields(type, floats, integers)) } };
}

function fromRaw(type: OnnxType, raw: Uint8Array): TensorData {
  const buffer = copyOf(raw);
  switch (type) {
    case 'float32':
      return { type, data: new Float32Array(buffer) };
    case 'float16':
      return { type, data: widenHalves(new Uint16Array(buffer)) };
    case 'int64':
      return { type, data: new BigInt64Array(buffer) };
    case 'int32':
      return { type, data: new Int32Array(buffer) };
    case 'int8':
      return { type, data: new Int8Array(buffer) };
    default:
      return { type, data: new Uint8Array(buffer) };
  }
}

/** Small types share int32_data; a half float stands there as its bits. */
function fromFields(type: OnnxType, floats: Float32Array[], integers: bigint[]): TensorData {
  switch (type) {
    case 'float32':
      return { type, data: join(floats) };
    case 'float16':
      return { type, data: widenHalves(Uint16Array.from(integers, Number)) };
    case 'int64':
      return { type, data: BigInt64Array.from(integers) };
    case 'int32':
      return { type, data: Int32Array.from(integers, Number) };
    case 'int8':
      return { type, data: Int8Array.from(integers, Number) };
    default:
      return { type, data: Uint8Array.from(integers, Number) };
  }
}

/** A packed field is one part; written one by one, every number is. */
function join(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(countOf(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function countOf(parts: readonly Float32Array[]): number {
  return parts.reduce((count, part) => count + part.length, 0);
}

type TensorData = OnnxTensor extends infer T ? (T extends OnnxTensor ? Omit<T, 'dims'> : never) : never;
