/** Thrown by the readers of this folder; read-model.ts turns it into an error that names the model. */
export class WireFault extends Error {}

export type WireValue =
  | { readonly wire: 'varint'; readonly value: bigint }
  | { readonly wire: 'fixed64'; readonly bytes: Uint8Array }
  | { readonly wire: 'bytes'; readonly bytes: Uint8Array }
  | { readonly wire: 'fixed32'; readonly bytes: Uint8Array };
export type WireField = WireValue & { readonly field: number };

const LONGEST_VARINT = 10;

/**
 * The fields of one protobuf message, in file order; parts are views, not copies. Every step consumes at least one
 * byte, so it ends on any input.
 */
export function* wireFields(bytes: Uint8Array): Generator<WireField> {
  const cursor = new WireCursor(bytes);
  while (!cursor.isAtEnd) {
    const tag = cursor.varint();
    const field = Number(tag >> 3n);
    const wire = Number(tag & 7n);
    if (wire === 0) yield { field, wire: 'varint', value: cursor.varint() };
    else if (wire === 1) yield { field, wire: 'fixed64', bytes: cursor.take(8) };
    else if (wire === 2) yield { field, wire: 'bytes', bytes: cursor.take(Number(cursor.varint())) };
    else if (wire === 5) yield { field, wire: 'fixed32', bytes: cursor.take(4) };
    else throw new WireFault('has bytes that are no protobuf field');
  }
}

/** Numbers of a repeated varint field, which may stand packed in one field or one by one. */
export function varintsOf(field: WireField): bigint[] {
  if (field.wire === 'varint') return [BigInt.asIntN(64, field.value)];
  if (field.wire !== 'bytes')
    throw new WireFault('has a whole number in a form that protobuf does not allow');
  const cursor = new WireCursor(field.bytes);
  const values: bigint[] = [];
  while (!cursor.isAtEnd) values.push(BigInt.asIntN(64, cursor.varint()));
  return values;
}

/** Numbers of a repeated float field, packed or one by one. */
export function floatsOf(field: WireField): Float32Array {
  if (field.wire === 'varint' || field.wire === 'fixed64' || field.bytes.length % 4 !== 0) {
    throw new WireFault('has a real number in a form that protobuf does not allow');
  }
  return new Float32Array(copyOf(field.bytes));
}

export function integerOf(field: WireField): number {
  if (field.wire !== 'varint') throw new WireFault('has something else where a whole number must stand');
  return Number(BigInt.asIntN(64, field.value));
}

export function bytesOf(field: WireField): Uint8Array {
  if (field.wire !== 'bytes') throw new WireFault('has a number where a text or a part must stand');
  return field.bytes;
}

export function textOf(field: WireField): string {
  return new TextDecoder().decode(bytesOf(field));
}

/** Aligned, for typed arrays. Protobuf is little-endian, as is every machine that runs a browser. */
export function copyOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer; // not slice(): on Node's Buffer that is a view
}

class WireCursor {
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
    for (let index = 0; index < LONGEST_VARINT; index += 1) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new WireFault('ends too early');
      this.#at += 1;
      value |= BigInt(byte & 0x7f) << BigInt(7 * index);
      if (byte < 0x80) return value;
    }
    throw new WireFault('has a number that is too long');
  }

  take(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new WireFault('ends too early');
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }
}
