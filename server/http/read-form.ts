import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { createWriteStream, openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { addAbortSignal, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MIMEType } from 'node:util';
import { Busboy } from '@fastify/busboy';
import { invalidField } from '../../src/domain/check.ts';
import { LIMITS } from '../../src/domain/limits.ts';
import { KerbsideError } from '../../src/errors.ts';
import { JSON_PART } from '../../src/wire/form-parts.ts';
import { decodeUtf8 } from './json-body.ts';

/** The files of the largest request, its JSON, and some unknown parts. */
const MAX_PARTS = LIMITS.imagesPerCreate + 10;

/** The parts of a multipart body. */
export interface Form {
  /** The text of the part `json`. */
  text: string;
  files: { name: string; path: string; digest: string }[];
}

/**
 * Reads a multipart body part by part. Files go to `folder` as they arrive: a body takes no more memory than a few
 * buffers, however large it is. The caller deletes the folder.
 *
 * @throws `invalid_input` if the body is not a form.
 */
export async function readForm(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  { folder, jsonBytes }: { folder: string; jsonBytes: number },
): Promise<Form> {
  const form: Form = { text: '', files: [] };
  const failed = new AbortController();
  setMaxListeners(MAX_PARTS, failed.signal); // each part listens
  const writes: Promise<void>[] = [];
  let files = 0;
  let hasTooManyParts = false;
  const parser = new Busboy({
    headers: { 'content-type': parseFormType(contentType) },
    limits: { parts: MAX_PARTS, fieldSize: jsonBytes + 1, fieldNameSize: LIMITS.shortText },
  });
  const fail = (error: Error) => {
    failed.abort(error);
    parser.destroy(error);
  };
  // The parser skips all further parts. The body is read to its end: otherwise the client would get no response.
  parser.on('partsLimit', () => {
    hasTooManyParts = true;
  });
  const saveFile = async (name: string, stream: Readable, index: number) => {
    const path = join(folder, String(index));
    form.files[index] = { name, path, digest: await writeFile(stream, path) }; // in the order of the parts
  };
  parser.on('field', (name, value) => {
    if (name === JSON_PART) form.text = value;
  });
  parser.on('file', (name: string | undefined, part) => {
    if (name === undefined) return void part.resume();
    const stream = addAbortSignal(failed.signal, part);
    // A client may send the JSON as a field or as a file of type application/json.
    const write =
      name === JSON_PART
        ? readText(stream, jsonBytes).then((text) => {
            form.text = text;
          })
        : saveFile(name, stream, files++);
    write.catch(fail);
    writes.push(write);
  });
  try {
    await pipeline(body, parser);
    await Promise.all(writes);
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(writes);
    const reason: unknown = failed.signal.reason;
    if (reason instanceof KerbsideError || isSystemError(reason)) throw reason;
    throw invalidFormError('a body that cannot be parsed');
  }
  if (hasTooManyParts) throw invalidField('body', `at most ${MAX_PARTS} parts`, 'more');
  if (Buffer.byteLength(form.text) > jsonBytes) throw tooLargeError(jsonBytes);
  return form;
}

/** Opens the files of a form. Their bytes stay on disk until somebody reads them. */
export async function openFiles({ files }: Form): Promise<Record<string, Blob>> {
  const opened = await Promise.all(
    files.map(async ({ name, path }) => [name, await openAsBlob(path)] as const),
  );
  // Without a prototype: part names come from clients and must not match inherited properties.
  return Object.assign(Object.create(null), Object.fromEntries(opened));
}

/** Returns the hash of the file. */
async function writeFile(stream: Readable, path: string): Promise<string> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(stream, hashing, createWriteStream(path, { mode: 0o600 }));
  return hash.digest('hex');
}

async function readText(stream: Readable, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw tooLargeError(limit);
    chunks.push(chunk);
  }
  return decodeUtf8(Buffer.concat(chunks));
}

/** Returns the type as parsed here: the parser must not read an ambiguous header differently. */
function parseFormType(type: string): string {
  try {
    const mime = new MIMEType(type);
    if (mime.params.get('boundary')) return mime.toString();
  } catch {
    // not a valid type
  }
  throw invalidFormError('no boundary between its parts');
}

function invalidFormError(received: string): KerbsideError {
  return invalidField('body', 'multipart/form-data (RFC 7578)', received);
}

/** A full disk is not the client's fault. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

export function tooLargeError(limit: number): KerbsideError {
  const mebibytes = (limit / (1024 * 1024)).toFixed(1);
  return new KerbsideError('photo_too_large', `The request exceeds the limit of ${mebibytes} MiB.`, {
    details: { maxBytes: limit },
  });
}
