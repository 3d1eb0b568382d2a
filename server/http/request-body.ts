import { createHash } from 'node:crypto';
import { KerbsideError } from '../../src/errors.ts';
import { invalidField } from '../../src/spec/check.ts';
import { LIMITS } from '../../src/spec/limits.ts';
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

type BodyLimits = Pick<ServiceLimits, 'jsonBytes' | 'uploadBytes'>;

/** Deeper than any body of the specification with the deepest JSON a caller may put in it. */
const DEEPEST = LIMITS.jsonDepth + 16;

export async function readBody(request: Request, limits: BodyLimits): Promise<RequestBody> {
  const type = request.headers.get('content-type') ?? '';
  const isForm = /^multipart\/form-data\b/i.test(type);
  const bytes = await readUpTo(request, isForm ? limits.uploadBytes : limits.jsonBytes);
  if (!isForm) {
    const text = decoded(bytes);
    return { json: parsed(text), files: {}, hash: hashOf([text]) };
  }
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
    throw invalidField('body', 'multipart/form-data as RFC 7578 has it', 'a body that can not be read');
  });
  return fromForm(form, limits.jsonBytes);
}

async function fromForm(form: FormData, jsonBytes: number): Promise<RequestBody> {
  const files: Record<string, Blob> = Object.create(null);
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
