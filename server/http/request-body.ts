import { createHash } from 'node:crypto';
import { MIMEType } from 'node:util';
import { invalidField } from '../../src/domain/check.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import { KerbsideError } from '../../src/errors.ts';
import { JSON_PART } from '../../src/wire/image.ts';
import type { ServiceLimits } from '../limits.ts';

/** The body of a request: JSON, with or without files. */
export interface RequestBody {
  json: unknown;
  /** By part name. File names are ignored. */
  files: Record<string, Blob>;
  /** Hash of the content, independent of the multipart boundary: equal requests have equal hashes. */
  hash: string;
}

/** Returns an object without a prototype: part names come from clients and must not match inherited properties. */
export const createFileMap = (): RequestBody['files'] => Object.create(null);

type BodyLimits = Pick<ServiceLimits, 'jsonBytes' | 'uploadBytes'>;

/** Deeper than any body of the specification with the deepest JSON that it may contain. */
const MAX_DEPTH = LIMITS.jsonDepth + 16;

/** The files of the largest request, its JSON, and some unknown parts. */
const MAX_PARTS = LIMITS.imagesPerCreate + 10;

/**
 * Reads the body of a request within the limits.
 *
 * @throws `invalid_input` if it is not JSON or a form, `photo_too_large` if it exceeds a limit.
 */
export async function readBody(request: Request, limits: BodyLimits): Promise<RequestBody> {
  const type = request.headers.get('content-type') ?? '';
  const isForm = /^multipart\/form-data\b/i.test(type);
  const bytes = await readUpTo(request, isForm ? limits.uploadBytes : limits.jsonBytes);
  if (!isForm) {
    const text = decodeUtf8(bytes);
    return { json: parseJson(text), files: createFileMap(), hash: computeHash([text]) };
  }
  return readForm(await parseForm(bytes, type), limits.jsonBytes);
}

async function parseForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  const { mime, boundary } = parseFormType(type);
  limitParts(bytes, boundary);
  // Passes on the type as parsed above: an ambiguous header must not be parsed differently here.
  const response = new Response(bytes, { headers: { 'content-type': mime } });
  return response.formData().catch(() => {
    throw invalidFormError('a body that cannot be parsed');
  });
}

function parseFormType(type: string): { mime: string; boundary: string } {
  try {
    const mime = new MIMEType(type);
    const boundary = mime.params.get('boundary');
    if (boundary) return { mime: mime.toString(), boundary };
  } catch {
    // not a valid type
  }
  throw invalidFormError('no boundary between its parts');
}

function invalidFormError(received: string): KerbsideError {
  return invalidField('body', 'multipart/form-data (RFC 7578)', received);
}

/** Counts the parts before parsing: parsing takes time for each part, however small, and blocks the thread. */
function limitParts(bytes: Uint8Array<ArrayBuffer>, boundary: string): void {
  const delimiter = `--${boundary}`;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let parts = -1; // the last delimiter is the end of the body
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + delimiter.length)) {
    parts += 1;
    if (parts > MAX_PARTS) throw invalidField('body', `at most ${MAX_PARTS} parts`, 'more');
  }
}

async function readForm(form: FormData, jsonBytes: number): Promise<RequestBody> {
  const files = createFileMap();
  const hashed: (string | Uint8Array)[] = [];
  let text = '';
  for (const [name, value] of form) {
    // A client may send the JSON as a field or as a file of type application/json.
    if (name === JSON_PART) text = typeof value === 'string' ? value : await value.text();
    else if (typeof value !== 'string') files[name] = value;
  }
  if (text.length > jsonBytes) throw tooLargeError(jsonBytes);
  for (const [name, file] of Object.entries(files))
    hashed.push(name, new Uint8Array(await file.arrayBuffer()));
  return { json: parseJson(text), files, hash: computeHash([text, ...hashed]) };
}

async function readUpTo(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLargeError(limit);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of readChunks(request)) {
    length += chunk.byteLength;
    if (length > limit) throw tooLargeError(limit);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** A client that disconnects during an upload is a client error, not an error of the service. */
async function* readChunks({ body }: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch {
    throw invalidField('body', 'a complete body', 'a part of it: the connection was closed');
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidField('body', 'UTF-8', 'other bytes');
  }
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  if (computeDepth(text) > MAX_DEPTH)
    throw invalidField('body', `JSON of at most ${MAX_DEPTH} levels`, 'deeper JSON');
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('body', 'JSON', 'text that is not JSON');
  }
}

/** Computed without recursion, before parsing: 1 MB of brackets would overflow the stack. */
function computeDepth(text: string): number {
  let depth = 0;
  let maxDepth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString && character === '\\') at += 1;
    else if (character === '"') inString = !inString;
    else if (!inString && (character === '{' || character === '[')) maxDepth = Math.max(maxDepth, ++depth);
    else if (!inString && (character === '}' || character === ']')) depth -= 1;
  }
  return maxDepth;
}

function computeHash(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex');
}

function tooLargeError(limit: number): KerbsideError {
  const mebibytes = (limit / (1024 * 1024)).toFixed(1);
  return new KerbsideError('photo_too_large', `The request exceeds the limit of ${mebibytes} MiB.`, {
    details: { maxBytes: limit },
  });
}
