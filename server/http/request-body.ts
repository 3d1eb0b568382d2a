import { createHash } from 'node:crypto';
import { MIMEType } from 'node:util';
import { invalidField } from '../../src/domain/check.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import { KerbsideError } from '../../src/errors.ts';
import { JSON_PART } from '../../src/wire/image.ts';
import type { ServiceLimits } from '../limits.ts';

/** What a request carries: JSON, alone or beside files. */
export interface RequestBody {
  json: unknown;
  /** By the names of their parts. File names are not looked at. */
  files: Record<string, Blob>;
  /** Of the content, however it was wrapped: the same request has the same hash. */
  hash: string;
}

/** Names come from clients, and must not find what every object has. */
export const createFileMap = (): RequestBody['files'] => Object.create(null);

type BodyLimits = Pick<ServiceLimits, 'jsonBytes' | 'uploadBytes'>;

/** Deeper than any body of the specification with the deepest JSON a caller may put in it. */
const DEEPEST = LIMITS.jsonDepth + 16;

/** The files of the largest request, its JSON, and a few that nobody asked for. */
const MOST_PARTS = LIMITS.imagesPerCreate + 10;

export async function readBody(request: Request, limits: BodyLimits): Promise<RequestBody> {
  const type = request.headers.get('content-type') ?? '';
  const isForm = /^multipart\/form-data\b/i.test(type);
  const bytes = await readUpTo(request, isForm ? limits.uploadBytes : limits.jsonBytes);
  if (!isForm) {
    const text = decoded(bytes);
    return { json: parsed(text), files: createFileMap(), hash: hashOf([text]) };
  }
  return fromForm(await parsedForm(bytes, type), limits.jsonBytes);
}

async function parsedForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  const { mime, boundary } = formType(type);
  refuseManyParts(bytes, boundary);
  // As it was read here: a header that can be read in two ways must not be.
  const response = new Response(bytes, { headers: { 'content-type': mime } });
  return response.formData().catch(() => {
    throw unreadableForm('a body that can not be read');
  });
}

function formType(type: string): { mime: string; boundary: string } {
  try {
    const mime = new MIMEType(type);
    const boundary = mime.params.get('boundary');
    if (boundary) return { mime: mime.toString(), boundary };
  } catch {
    // no type at all
  }
  throw unreadableForm('no boundary between its parts');
}

function unreadableForm(received: string): KerbsideError {
  return invalidField('body', 'multipart/form-data as RFC 7578 has it', received);
}

/** Counted before they are parsed, which takes time for each of them however small, and all of the thread. */
function refuseManyParts(bytes: Uint8Array<ArrayBuffer>, boundary: string): void {
  const delimiter = `--${boundary}`;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let parts = -1; // the last delimiter ends the body
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + delimiter.length)) {
    parts += 1;
    if (parts > MOST_PARTS) throw invalidField('body', `at most ${MOST_PARTS} parts`, 'more');
  }
}

async function fromForm(form: FormData, jsonBytes: number): Promise<RequestBody> {
  const files = createFileMap();
  const hashed: (string | Uint8Array)[] = [];
  let text = '';
  for (const [name, value] of form) {
    // A client may send the JSON as a field or as a file of type application/json.
    if (name === JSON_PART) text = typeof value === 'string' ? value : await value.text();
    else if (typeof value !== 'string') files[name] = value;
  }
  if (text.length > jsonBytes) throw tooLarge(jsonBytes);
  for (const [name, file] of Object.entries(files))
    hashed.push(name, new Uint8Array(await file.arrayBuffer()));
  return { json: parsed(text), files, hash: hashOf([text, ...hashed]) };
}

async function readUpTo(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of arriving(request)) {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** A client that goes away in the middle is at fault itself, though nobody is left to be told so. */
async function* arriving({ body }: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch {
    throw invalidField('body', 'as much as was announced', 'less: the connection broke');
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidField('body', 'UTF-8', 'other bytes');
  }
}

function parsed(text: string): unknown {
  if (text.trim() === '') return undefined;
  if (depthOf(text) > DEEPEST) throw invalidField('body', `JSON of at most ${DEEPEST} levels`, 'deeper JSON');
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('body', 'JSON', 'text that is not JSON');
  }
}

/** Counted before anything recursive sees it: a megabyte of brackets would overflow the stack. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inText && character === '\\') at += 1;
    else if (character === '"') inText = !inText;
    else if (!inText && (character === '{' || character === '[')) deepest = Math.max(deepest, ++depth);
    else if (!inText && (character === '}' || character === ']')) depth -= 1;
  }
  return deepest;
}

function hashOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex');
}

function tooLarge(limit: number): KerbsideError {
  const mebibytes = (limit / (1024 * 1024)).toFixed(1);
  return new KerbsideError('photo_too_large', `The request is over the limit of ${mebibytes} MiB.`, {
    details: { maxBytes: limit },
  });
}
