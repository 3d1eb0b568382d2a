import { Inflate } from 'fflate';
import { KerbsideError } from '../../errors.ts';
import { invalidArchiveError } from './archive-errors.ts';

/** How much of the file is in memory at a time. */
const READ_BYTES = 1024 * 1024;
/** DEFLATE unpacks to at most 1,032 times the size: 8 MiB for one step, before its output is counted. */
const STEP_BYTES = 8 * 1024;

/**
 * Unpacks DEFLATE data step by step and stops as soon as it exceeds a size.
 *
 * @param name - The name of the file, for errors.
 * @throws `invalid_input` if the data is damaged or unpacks to more than `maxBytes`.
 */
export async function inflateBounded(
  name: string,
  packed: Blob,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  const inflate = new Inflate((chunk) => {
    total += chunk.length;
    if (total > maxBytes) throw invalidArchiveError(`${name} unpacks to more than ${maxBytes} bytes`);
    chunks.push(chunk);
  });
  try {
    for (let from = 0; from < packed.size || from === 0; from += READ_BYTES) {
      const part = new Uint8Array(await packed.slice(from, from + READ_BYTES).arrayBuffer());
      for (let at = 0; at < part.length || at === 0; at += STEP_BYTES) {
        const isLast = from + at + STEP_BYTES >= packed.size;
        inflate.push(part.subarray(at, at + STEP_BYTES), isLast);
      }
    }
  } catch (cause) {
    if (cause instanceof KerbsideError) throw cause;
    throw invalidArchiveError(`${name} is damaged`, cause);
  }
  return join(chunks, total);
}

function join(chunks: readonly Uint8Array[], total: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Returns the CRC-32 of zip files. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
