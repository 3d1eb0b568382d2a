import { KerbsideError } from '../../errors.ts';
import { invalidArchiveError } from './archive-errors.ts';
import { crc32, inflateBounded } from './inflate.ts';

/** A file in a zip file, as the zip's directory describes it. Nothing in it is true until it was read. */
interface ZipEntry {
  method: number;
  flags: number;
  crc: number;
  packedBytes: number;
  bytes: number;
  /** Where its local header is. */
  offset: number;
}

const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED_FLAG = 1;
/** An export has about 100 bytes per photo. */
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024;

/**
 * Reads files of a zip file one by one, each with a limit, without loading the whole zip into memory.
 *
 * Nothing is unpacked until it is asked for, and unpacking ends at the limit, whatever the zip states about its sizes.
 * Zip64 and encryption are not supported: exports have neither.
 */
export class ZipReader {
  readonly #file: Blob;
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  private constructor(file: Blob, entries: ReadonlyMap<string, ZipEntry>) {
    this.#file = file;
    this.#entries = entries;
  }

  /** @throws `invalid_input` if it is not a zip file, or if two of its files have one name. */
  static async open(file: Blob): Promise<ZipReader> {
    const { count, from, bytes } = await findDirectory(file);
    return new ZipReader(file, parseDirectory(await readBytes(file, from, bytes), count));
  }

  /** Returns the stated size of a file, or undefined if the zip does not have it. */
  sizeOf(name: string): number | undefined {
    return this.#entries.get(name)?.bytes;
  }

  /**
   * Unpacks one file.
   *
   * @throws `invalid_input` if the zip does not have it, or if it is damaged or larger than `maxBytes`.
   */
  async read(name: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    const entry = this.#entries.get(name);
    if (!entry) throw invalidArchiveError(`${name} is missing`);
    if (entry.flags & ENCRYPTED_FLAG) throw invalidArchiveError(`${name} is encrypted`);
    if (entry.bytes > maxBytes) throw invalidArchiveError(`${name} has more than ${maxBytes} bytes`);
    const packed = await this.#findPacked(name, entry);
    const bytes = await unpack(name, entry, packed);
    if (bytes.length !== entry.bytes || crc32(bytes) !== entry.crc)
      throw invalidArchiveError(`${name} is damaged`);
    return bytes;
  }

  async #findPacked(name: string, { offset, packedBytes }: ZipEntry): Promise<Blob> {
    const header = viewOf(await readBytes(this.#file, offset, LOCAL_BYTES));
    if (header.getUint32(0, true) !== LOCAL_SIGNATURE) throw invalidArchiveError(`${name} is damaged`);
    const from = offset + LOCAL_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
    if (from + packedBytes > this.#file.size) throw truncatedError();
    return this.#file.slice(from, from + packedBytes);
  }
}

function unpack(name: string, { method, bytes }: ZipEntry, packed: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (method === DEFLATED) return inflateBounded(name, packed, bytes);
  if (method !== STORED) throw invalidArchiveError(`${name} is compressed with method ${method}`);
  if (packed.size !== bytes) throw invalidArchiveError(`${name} is damaged`);
  return readBytes(packed, 0, bytes);
}

/** Finds the directory by the record at the end of the zip. A comment may follow that record. */
async function findDirectory(file: Blob): Promise<{ count: number; from: number; bytes: number }> {
  const tailBytes = Math.min(file.size, END_BYTES + MAX_COMMENT_BYTES);
  const tailFrom = file.size - tailBytes;
  const tail = viewOf(await readBytes(file, tailFrom, tailBytes));
  for (let at = tailBytes - END_BYTES; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== END_SIGNATURE) continue;
    const count = tail.getUint16(at + 10, true);
    const bytes = tail.getUint32(at + 12, true);
    const from = tail.getUint32(at + 16, true);
    if (from + bytes > tailFrom + at || bytes > MAX_DIRECTORY_BYTES) throw truncatedError();
    return { count, from, bytes };
  }
  throw truncatedError();
}

function parseDirectory(directory: Uint8Array<ArrayBuffer>, count: number): Map<string, ZipEntry> {
  const view = viewOf(directory);
  const decoder = new TextDecoder();
  const entries = new Map<string, ZipEntry>();
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    if (at + ENTRY_BYTES > directory.length || view.getUint32(at, true) !== ENTRY_SIGNATURE)
      throw truncatedError();
    const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true);
    const name = decoder.decode(directory.subarray(at + ENTRY_BYTES, nameEnd));
    if (entries.has(name)) throw invalidArchiveError(`it has two files named ${name}`);
    entries.set(name, {
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

async function readBytes(file: Blob, from: number, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (from + bytes > file.size) throw truncatedError();
  try {
    return new Uint8Array(await file.slice(from, from + bytes).arrayBuffer());
  } catch (cause) {
    throw new KerbsideError('invalid_input', 'The file cannot be read. Select it again.', {
      details: { path: 'zip' },
      cause,
    });
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function truncatedError(): KerbsideError {
  return invalidArchiveError('it is not a zip file, or it is truncated');
}
