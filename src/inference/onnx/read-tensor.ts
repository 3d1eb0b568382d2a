import { elementCount, type OnnxTensor, type OnnxType } from './graph.ts';
import { halvesToFloats } from './half-float.ts';
import {
  copyToBuffer,
  OnnxFormatError,
  readBytes,
  readFields,
  readFloats,
  readInteger,
  readText,
  readVarints,
} from './protobuf-reader.ts';

/** The supported values of TensorProto.DataType. */
const ELEMENT_TYPES: Readonly<Record<number, OnnxType>> = {
  1: 'float32',
  2: 'uint8',
  3: 'int8',
  6: 'int32',
  7: 'int64',
  9: 'bool',
  10: 'float16',
};

export function readElementType(code: number): OnnxType {
  const type = ELEMENT_TYPES[code];
  if (!type) throw new OnnxFormatError(`has values of element type ${code}, which is not supported`);
  return type;
}

const ELEMENT_BYTES: Readonly<Record<OnnxType, number>> = {
  float32: 4,
  float16: 2,
  int64: 8,
  int32: 4,
  int8: 1,
  uint8: 1,
  bool: 1,
};

interface NamedTensor {
  readonly name: string;
  readonly tensor: OnnxTensor;
}

/** Reads a TensorProto. Its size is compared with its bytes before memory is allocated. */
export function readTensor(bytes: Uint8Array): NamedTensor {
  let name = '';
  let type: OnnxType | undefined;
  let raw: Uint8Array | undefined;
  const dims: number[] = [];
  const floats: Float32Array[] = [];
  const integers: bigint[] = [];
  for (const field of readFields(bytes)) {
    if (field.field === 1) for (const dim of readVarints(field)) dims.push(Number(dim));
    else if (field.field === 2) type = readElementType(readInteger(field));
    else if (field.field === 4) floats.push(readFloats(field));
    else if (field.field === 5 || field.field === 7)
      for (const value of readVarints(field)) integers.push(value);
    else if (field.field === 8) name = readText(field);
    else if (field.field === 9) raw = readBytes(field);
    else if (field.field === 14 && readInteger(field) === 1) {
      throw new OnnxFormatError(
        `stores the values of '${name}' in a second file; store them in the model file`,
      );
    }
  }
  if (!type) throw new OnnxFormatError(`has no element type for '${name}'`);
  const count = elementCount(dims);
  const valueCount = raw
    ? raw.length / ELEMENT_BYTES[type]
    : type === 'float32'
      ? countFloats(floats)
      : integers.length;
  if (dims.some((dim) => dim < 0) || valueCount !== count) {
    throw new OnnxFormatError(`has ${valueCount} values for the shape [${dims.join(', ')}] of '${name}'`);
  }
  return { name, tensor: { dims, ...(raw ? decodeRaw(type, raw) : decodeFields(type, floats, integers)) } };
}

function decodeRaw(type: OnnxType, raw: Uint8Array): TensorData {
  const buffer = copyToBuffer(raw);
  switch (type) {
    case 'float32':
      return { type, data: new Float32Array(buffer) };
    case 'float16':
      return { type, data: halvesToFloats(new Uint16Array(buffer)) };
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

/** Small types share int32_data. Half floats are stored there as their bits. */
function decodeFields(type: OnnxType, floats: Float32Array[], integers: bigint[]): TensorData {
  switch (type) {
    case 'float32':
      return { type, data: joinFloats(floats) };
    case 'float16':
      return { type, data: halvesToFloats(Uint16Array.from(integers, Number)) };
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

/** A packed field is one part. In an unpacked field, every number is a part. */
function joinFloats(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(countFloats(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function countFloats(parts: readonly Float32Array[]): number {
  return parts.reduce((count, part) => count + part.length, 0);
}

type TensorData = OnnxTensor extends infer T ? (T extends OnnxTensor ? Omit<T, 'dims'> : never) : never;
