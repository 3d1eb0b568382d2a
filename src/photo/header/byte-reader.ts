import { HeaderFault } from './photo-header.ts';

/**
 * Bounds-checked reads, big-endian unless told otherwise. Reading past the end of the file means that the
 * file was cut; reading past the end of a part of it means that the file contradicts itself.
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
    return this.#checked(at, 1).getUint8(at);
  }

  u16(at: number, littleEndian = false): number {
    return this.#checked(at, 2).getUint16(at, littleEndian);
  }

  u32(at: number, littleEndian = false): number {
    return this.#checked(at, 4).getUint32(at, littleEndian);
  }

  /** Exact up to 2^53; beyond, still far larger than any file, which is all that a comparison needs. */
  u64(at: number): number {
    return this.u32(at) * 2 ** 32 + this.u32(at + 4);
  }

  ascii(at: number, length: number): string {
    this.#checked(at, length);
    return String.fromCharCode(...this.bytes.subarray(at, at + length));
  }

  /**
   * Whether these bytes stand at `at`; false, not a fault, where the file ends before. Bytes beyond ASCII are given as
   * numbers: in a string minifiers write such signs as they are, and a script of a page that is not UTF-8 has others.
   */
  startsWith(start: string | readonly number[], at = 0): boolean {
    const text = typeof start === 'string' ? start : String.fromCharCode(...start);
    return this.has(at, text.length) && this.ascii(at, text.length) === text;
  }

  has(at: number, length: number): boolean {
    return at >= 0 && length >= 0 && at + length <= this.length;
  }

  /** A view of a part, without a copy. */
  part(at: number, length: number): ByteReader {
    if (length < 0) throw new HeaderFault('malformed', 'gives one of its parts an impossible length');
    this.#checked(at, length);
    return new ByteReader(this.bytes.subarray(at, at + length), true);
  }

  #checked(at: number, length: number): DataView {
    if (this.has(at, length)) return this.#view;
    if (this.#isPart) throw new HeaderFault('malformed', 'has a part that is shorter than what it must hold');
    throw new HeaderFault('truncated', 'ends too early');
  }
}
