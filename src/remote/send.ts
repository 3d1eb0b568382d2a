import type { JsonObject } from '../domain/fields.ts';
import { abortedError, KerbsideError, throwIfAborted } from '../errors.ts';
import { type Deadline, startDeadline } from '../platform/deadline.ts';
import { JSON_PART } from '../wire/image.ts';
import { toWirePath } from '../wire/query.ts';
import type { Route } from '../wire/routes.ts';
import { jsonOf } from './json.ts';
import { answerError } from './response-error.ts';
import { type GetToken, tokenFrom, withoutToken } from './token.ts';
import type { HttpResponse, Transport, UploadProgress } from './transport.ts';

/** One call of an endpoint, as the wire has it. */
export interface Call {
  route: Route;
  /** What fills the placeholders of the path. */
  ids?: Record<string, string>;
  query?: object;
  body?: JsonObject;
  /** Makes it multipart: `json` with the body, and these. */
  files?: Record<string, Blob>;
}

export interface SendOptions {
  signal?: AbortSignal | undefined;
  /** Sent as `Idempotency-Key`: a service that knows it does not carry the same call out twice. */
  idempotencyKey?: string | undefined;
  /** Instead of the client's own, the token included; where no progress can be seen, an upload must be done within it. */
  timeoutMs?: number | undefined;
  /** In pages only: workers and Node have no way to see an upload's progress. */
  onProgress?: UploadProgress | undefined;
}

export interface SenderDeps {
  baseUrl: string;
  getToken: GetToken;
  transport: Transport;
  timeoutMs: number;
  now(): number;
}

/** 16 kB a second. */
const SLOWEST_BYTES_PER_MS = 16;

/** Sends a call and answers what `read` makes of the response. A body that `read` refuses is no answer. */
export type Send = <T>(call: Call, read: (response: HttpResponse) => T, options?: SendOptions) => Promise<T>;

export function createSender(deps: SenderDeps): Send {
  /**
   *   token ─▶ request ──2xx──▶ read ─▶ answer
   *     ▲         │
   *     └── 401 ──┘  once, with a token asked for as expired
   */
  return async (call, read, options = {}) => {
    throwIfAborted(options.signal);
    const first = await attempt(deps, call, options, false);
    const { response, clean } =
      first.response.status === 401 ? await attempt(deps, call, options, true) : first;
    if (response.status < 200 || response.status > 299) {
      throw answerError({ request: nameOf(call), response, now: deps.now(), clean });
    }
    try {
      return read(response);
    } catch (error) {
      if (!(error instanceof KerbsideError)) throw error;
      const { code, message, details, retryable } = error;
      const request = nameOf(call);
      throw new KerbsideError(code, `${request}: ${clean(message)}`, {
        details: { ...clean(details), request, status: response.status },
        retryable,
      });
    }
  };
}

async function attempt(deps: SenderDeps, call: Call, options: SendOptions, expired: boolean) {
  const timeoutMs = options.timeoutMs ?? deps.timeoutMs;
  const deadline = startDeadline(timeoutMs, options.signal);
  try {
    const token = await tokenFrom(deps.getToken, { expired }, deadline.signal).catch((error: unknown) => {
      if (options.signal?.aborted) throw abortedError(options.signal);
      throw deadline.passed ? tokenTooLate(call, timeoutMs) : error;
    });
    return await request(deps, call, options, token, deadline);
  } finally {
    deadline.clear();
  }
}

async function request(
  deps: SenderDeps,
  call: Call,
  options: SendOptions,
  token: string,
  deadline: Deadline,
) {
  const clean = <T>(said: T) => withoutToken(said, token);
  const { onProgress } = options;
  // Until the transport tells how far the upload is, if it can.
  if (options.timeoutMs === undefined && call.files) deadline.restart(deps.timeoutMs + uploadMs(call.files));
  try {
    const response = await deps.transport({
      method: call.route.method,
      url: deps.baseUrl + toWirePath(call.route, call.ids ?? {}, call.query),
      headers: headersOf(call, token, options.idempotencyKey),
      ...bodyOf(call),
      signal: deadline.signal,
      ...(onProgress && {
        onProgress: (sent: number, total: number) => {
          deadline.restart();
          onProgress(sent, total);
        },
      }),
    });
    return { response, clean };
  } catch (error) {
    if (options.signal?.aborted) throw abortedError(options.signal);
    throw deadline.passed ? tooLate(call, deadline.after) : noAnswer(call, clean(reasonOf(error)));
  }
}

/** As long as the slowest link takes that one waits for. */
function uploadMs(files: Record<string, Blob>): number {
  const bytes = Object.values(files).reduce((sum, { size }) => sum + size, 0);
  return Math.ceil(bytes / SLOWEST_BYTES_PER_MS);
}

function headersOf({ body, files }: Call, token: string, idempotencyKey: string | undefined) {
  return {
    Accept: 'application/json',
    Authorization: `Bearer ${token}`,
    ...(body && !files && { 'Content-Type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  };
}

function bodyOf({ body, files }: Call): { body?: string | FormData } {
  if (!body) return {};
  const json = JSON.stringify(body);
  if (!files) return { body: json };
  const form = new FormData();
  form.append(JSON_PART, json);
  for (const [part, file] of Object.entries(files)) form.append(part, file, part);
  return { body: form };
}

/** Without the query, which may hold what a bug report should not. */
function nameOf({ route, ids = {} }: Call): string {
  return `${route.method} ${toWirePath({ ...route, query: {} }, ids)}`;
}

function tooLate(call: Call, timeoutMs: number): KerbsideError {
  return new KerbsideError('timeout', `${nameOf(call)} was not answered within ${timeoutMs} ms.`, {
    details: { request: nameOf(call), timeoutMs },
    retryable: true,
  });
}

function tokenTooLate(call: Call, timeoutMs: number): KerbsideError {
  return new KerbsideError(
    'timeout',
    `${nameOf(call)} was not sent: getToken did not answer within ${timeoutMs} ms. It must answer or throw; it is asked again at the next attempt.`,
    { details: { request: nameOf(call), timeoutMs, sent: false }, retryable: true },
  );
}

/** The platform's error is not passed on as the cause: it may hold the request, and so the token. */
function noAnswer(call: Call, reason: string): KerbsideError {
  return new KerbsideError(
    'remote_unavailable',
    `${nameOf(call)} got no answer: ${reason}. Check the network.`,
    { details: { request: nameOf(call) }, retryable: true },
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

export function readJson<T>(decode: (json: unknown) => T): (response: HttpResponse) => T {
  return (response) => {
    const json = jsonOf(response);
    if (json !== undefined) return decode(json);
    const type = response.header('content-type') ?? 'no type';
    throw new KerbsideError(
      'remote_invalid',
      `the answer is no JSON (${response.body.byteLength} bytes of ${type}): it was cut short, or something other than the service answered.`,
      { details: { contentType: type, bytes: response.body.byteLength }, retryable: true },
    );
  };
}
