import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidField } from '../../src/domain/check.ts';
import type { ServiceLimits } from '../limits.ts';
import { decodeUtf8, parseJson } from './json-body.ts';
import { openFiles, readForm, tooLargeError } from './read-form.ts';

/** The body of a request: JSON, with or without files. */
export interface RequestBody {
  json: unknown;
  /** By part name. File names are ignored. The bytes are on disk. */
  files: Record<string, Blob>;
  /** Hash of the content, independent of the multipart boundary: equal requests have equal hashes. */
  hash: string;
  /** Returns a folder for files of the request. */
  openFolder(): Promise<string>;
  /** Deletes the files. Call it when the request has been handled. */
  discard(): Promise<void>;
}

/** Returns the body of a request that has none. */
export const createEmptyBody = (uploads: string): RequestBody => ({
  json: undefined,
  files: Object.create(null),
  hash: '',
  ...createFolder(uploads),
});

export interface BodyOptions {
  limits: Pick<ServiceLimits, 'jsonBytes' | 'uploadBytes'>;
  /** The folder for files of requests. */
  uploads: string;
}

/**
 * Reads the body of a request within the limits. Files are written to disk as they arrive.
 *
 * @throws `invalid_input` if it is not JSON or a form, `photo_too_large` if it exceeds a limit.
 */
export async function readBody(request: Request, { limits, uploads }: BodyOptions): Promise<RequestBody> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type)) {
    const text = decodeUtf8(await readJsonBytes(request, limits.jsonBytes));
    return { ...createEmptyBody(uploads), json: parseJson(text), hash: computeHash([text]) };
  }
  const { openFolder, discard } = createFolder(uploads);
  const folder = await openFolder();
  try {
    const body = readUpTo(request, limits.uploadBytes);
    const form = await readForm(body, type, { folder, jsonBytes: limits.jsonBytes });
    const content = [form.text, ...form.files.flatMap(({ name, digest }) => [name, digest])];
    const files = await openFiles(form);
    return { json: parseJson(form.text), files, hash: computeHash(content), openFolder, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** A folder that is created when it is opened. */
function createFolder(uploads: string): Pick<RequestBody, 'openFolder' | 'discard'> {
  let folder: Promise<string> | undefined;
  const create = async () => {
    // Cleaners of temporary files remove the folder of an instance that has had no files for days.
    await mkdir(uploads, { recursive: true, mode: 0o700 });
    return mkdtemp(join(uploads, 'request-'));
  };
  return {
    openFolder() {
      folder ??= create();
      return folder;
    },
    async discard() {
      const path = await folder?.catch(() => undefined);
      if (path !== undefined) await rm(path, { recursive: true, force: true });
    },
  };
}

/** A body that declares its length is read at once, which costs much less: it cannot be longer. */
async function readJsonBytes(request: Request, limit: number): Promise<Uint8Array> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  if (length <= limit) return new Uint8Array(await request.arrayBuffer().catch(throwIncomplete));
  const chunks: Uint8Array[] = [];
  for await (const chunk of readUpTo(request, limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* readUpTo(request: Request, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLargeError(limit);
  let length = 0;
  for await (const chunk of readChunks(request)) {
    length += chunk.byteLength;
    if (length > limit) throw tooLargeError(limit);
    yield chunk;
  }
}

/** A client that disconnects during an upload is a client error, not an error of the service. */
async function* readChunks({ body }: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch {
    throwIncomplete();
  }
}

function throwIncomplete(): never {
  throw invalidField('body', 'a complete body', 'a part of it: the connection was closed');
}

function computeHash(parts: readonly string[]): string {
  return hash('sha256', parts.map((part) => `${part.length}:${part}`).join(''));
}
