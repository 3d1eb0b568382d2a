import { HeaderError } from './photo-header.ts';

/**
 * Reads numbers with bounds checks, big-endian by default. A read past the end of the file means that the file is
 * truncated. A read past the end of a part means that the file is malformed.
 */
export class ByteReader {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #isPart: boolean;

  constructor(bytes: Uint8Array, isPart = false) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isPart = isPart;
  }

  get length(): number {
    return this.bytes.length;
  }

  u8(at: number): number {
    return this.#check(at, 1).getUint8(at);
  }

  u16(at: number, littleEndian = false): number {
    return this.#check(at, 2).getUint16(at, littleEndian);
  }

  u32(at: number, littleEndian = false): number {
    return this.#check(at, 4).getUint32(at, littleEndian);
  }

  /** Exact up to 2^53. Larger numbers only need to compare as larger than any file. */
  u64(at: number): number {
    return this.u32(at) * 2 ** 32 + this.u32(at + 4);
  }

  ascii(at: number, length: number): string {
    this.#check(at, length);
    return String.fromCharCode(...this.bytes.subarray(at, at + length));
  }

  /**
   * Returns whether these bytes are at `at`. If the file ends before, returns false.
   *
   * @param expected Bytes beyond ASCII must be numbers: minifiers write such characters unescaped, and a page that is not
   *   UTF-8 decodes them differently.
   */
  startsWith(expected: string | readonly number[], at = 0): boolean {
    const text = typeof expected === 'string' ? expected : String.fromCharCode(...expected);
    return this.has(at, text.length) && this.ascii(at, text.length) === text;
  }

  has(at: number, length: number): boolean {
    return at >= 0 && length >= 0 && at + length <= this.length;
  }

  /** Returns a reader of a part, without a copy. */
  part(at: number, length: number): ByteReader {
    if (length < 0) throw new HeaderError('malformed', 'has a part of impossible length');
    this.#check(at, length);
    return new ByteReader(this.bytes.subarray(at, at + length), true);
  }

  #check(at: number, length: number): DataView {
    if (this.has(at, length)) return this.#view;
    if (this.#isPart) throw new HeaderError('malformed', 'has a part that is too short');
    throw new HeaderError('truncated', 'ends too early');
  }
}
