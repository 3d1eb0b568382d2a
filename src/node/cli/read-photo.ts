import { readFile } from 'node:fs/promises';
import { KerbsideError } from '../../errors.ts';
import { readPhotoHeader } from '../../photo/header/read-header.ts';
import { decodeUpright } from '../photo/decode-upright.ts';

/**
 * Reads a photo and checks its header. Error messages begin with the path.
 *
 * @throws `photo_unavailable` if the file cannot be read, `photo_invalid` if it is not a supported image.
 */
export async function readPhoto(path: string): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(await readBytes(path)).buffer;
  const read = readPhotoHeader(new Uint8Array(bytes));
  try {
    if (!read.ok) throw new KerbsideError('photo_invalid', read.message);
    // Whether sharp supports HEIC depends on its build. Decoding here reports that before minutes of work.
    if (read.header.type === 'image/heic') await decodeUpright(bytes, 64);
  } catch (error) {
    throw withPath(path, error);
  }
  return bytes;
}

/** Returns the error with the path before its message. */
export function withPath(path: string, error: unknown): unknown {
  if (!(error instanceof KerbsideError)) return error;
  return new KerbsideError(error.code, `${path}: ${error.message}`, { cause: error });
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    throw new KerbsideError('photo_unavailable', `${path}: ${REASONS[String(code)] ?? String(cause)}`, {
      cause,
    });
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'the file does not exist.',
  EISDIR: 'this is a folder. Pass the photos in it.',
  EACCES: 'no permission to read the file.',
};
