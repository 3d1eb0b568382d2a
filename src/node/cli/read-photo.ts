import { readFile } from 'node:fs/promises';
import { KerbsideError } from '../../errors.ts';
import { readPhotoHeader } from '../../photo/header/read-header.ts';
import { decodeUpright } from '../photo/decode-upright.ts';

export interface PhotoFile {
  path: string;
  bytes: ArrayBuffer;
}

/** Reads a photo; throws a line that names the file and says what is wrong with it. */
export async function readPhoto(path: string): Promise<PhotoFile> {
  const bytes = new Uint8Array(await contentOf(path)).buffer;
  const read = readPhotoHeader(new Uint8Array(bytes));
  try {
    if (!read.ok) throw new KerbsideError('photo_invalid', read.message);
    // Whether sharp can read HEIC depends on how it was built: better told now than after minutes of work.
    if (read.header.type === 'image/heic') await decodeUpright(bytes, 64);
  } catch (error) {
    throw withPath(path, error);
  }
  return { path, bytes };
}

/** The same error, beginning with the file that it is about. */
export function withPath(path: string, error: unknown): unknown {
  if (!(error instanceof KerbsideError)) return error;
  return new KerbsideError(error.code, `${path}: ${error.message}`, { cause: error });
}

async function contentOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    throw new KerbsideError('photo_unavailable', `${path}: ${reasons[String(code)] ?? String(cause)}`, {
      cause,
    });
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file.',
  EISDIR: 'this is a folder; name the photos in it.',
  EACCES: 'the file may not be read.',
};
