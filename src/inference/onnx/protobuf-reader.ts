/** Thrown by the readers of this folder. read-model.ts converts it to an error that names the model. */
export class OnnxFormatError extends Error {}

type ProtobufValue =
  | { readonly wire: 'varint'; readonly value: bigint }
  | { readonly wire: 'fixed64'; readonly bytes: Uint8Array }
  | { readonly wire: 'bytes'; readonly bytes: Uint8Array }
  | { readonly wire: 'fixed32'; readonly bytes: Uint8Array };
export type ProtobufField = ProtobufValue & { readonly field: number };

const MAX_VARINT_BYTES = 10;

/**
 * Yields the fields of a protobuf message in file order. Byte fields are views, not copies. Every step consumes at least
 * one byte, so this ends for any input.
 */
export function* readFields(bytes: Uint8Array): Generator<ProtobufField> {
  const cursor = new ProtobufCursor(bytes);
  while (!cursor.isAtEnd) {
    const tag = cursor.varint();
    const field = Number(tag >> 3n);
    const wire = Number(tag & 7n);
    if (wire === 0) yield { field, wire: 'varint', value: cursor.varint() };
    else if (wire === 1) yield { field, wire: 'fixed64', bytes: cursor.take(8) };
    else if (wire === 2) yield { field, wire: 'bytes', bytes: cursor.take(Number(cursor.varint())) };
    else if (wire === 5) yield { field, wire: 'fixed32', bytes: cursor.take(4) };
    else throw new OnnxFormatError('has bytes that are not a protobuf field');
  }
}

/** Reads the numbers of a repeated varint field, packed or not. */
export function readVarints(field: ProtobufField): bigint[] {
  if (field.wire === 'varint') return [BigInt.asIntN(64, field.value)];
  if (field.wire !== 'bytes') throw new OnnxFormatError('has an invalid integer field');
  const cursor = new ProtobufCursor(field.bytes);
  const values: bigint[] = [];
  while (!cursor.isAtEnd) values.push(BigInt.asIntN(64, cursor.varint()));
  return values;
}

/** Reads the numbers of a repeated float field, packed or not. */
export function readFloats(field: ProtobufField): Float32Array {
  if (field.wire === 'varint' || field.wire === 'fixed64' || field.bytes.length % 4 !== 0) {
    throw new OnnxFormatError('has an invalid float field');
  }
  return new Float32Array(copyToBuffer(field.bytes));
}

export function readInteger(field: ProtobufField): number {
  if (field.wire !== 'varint')
    throw new OnnxFormatError('has another field type where an integer is expected');
  return Number(BigInt.asIntN(64, field.value));
}

export function readBytes(field: ProtobufField): Uint8Array {
  if (field.wire !== 'bytes') throw new OnnxFormatError('has a number where bytes are expected');
  return field.bytes;
}

export function readText(field: ProtobufField): string {
  return new TextDecoder().decode(readBytes(field));
}

/** Copies bytes to an aligned buffer, for typed arrays. Protobuf is little-endian, as is every machine with a browser. */
export function copyToBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer; // not slice(): on Node's Buffer that is a view
}

class ProtobufCursor {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  varint(): bigint {
    let value = 0n;
    for (let index = 0; index < MAX_VARINT_BYTES; index += 1) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new OnnxFormatError('is truncated');
      this.#at += 1;
      value |= BigInt(byte & 0x7f) << BigInt(7 * index);
      if (byte < 0x80) return value;
    }
    throw new OnnxFormatError('has a number that is too long');
  }

  take(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new OnnxFormatError('is truncated');
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }
}
