import { abortedError, KerbsideError, throwIfAborted } from '../errors.ts';
import { type Deadline, startDeadline } from '../platform/timeouts.ts';
import { JSON_PART } from '../wire/form-parts.ts';
import { toWirePath } from '../wire/query.ts';
import type { ClientRoute, InputOf, OutputOf } from '../wire/routes.ts';
import { readJson, readPhoto } from './response-body.ts';
import { toResponseError } from './response-error.ts';
import { type GetToken, redactToken, requestToken } from './token.ts';
import type { HttpResponse, Transport, UploadProgress } from './transport.ts';

/** One call of a route. */
export interface Call<R extends ClientRoute = ClientRoute> {
  route: R;
  /** Values of the path's placeholders. */
  ids?: Record<string, string>;
  query?: object;
  /** The value that the route converts to the body. */
  input?: InputOf<R>;
  /** Files by part name. They make the request multipart, with the body in part `json`. */
  files?: Record<string, Blob>;
}

/** Options of one request. */
export interface SendOptions {
  /** Aborts the request. The call throws `aborted`. */
  signal?: AbortSignal | undefined;
  /**
   * Sent as `Idempotency-Key`. A service that supports it does not apply the same call twice.
   *
   * @default no header
   */
  idempotencyKey?: string | undefined;
  /**
   * Milliseconds without progress after which the call throws `timeout`. Includes `getToken`. If upload progress is
   * not available (workers, Node), a whole upload must end within it.
   *
   * @default `timeoutMs` of the client; if it uploads files, plus their size at 16 kB/s
   */
  timeoutMs?: number | undefined;
  /** Called while an upload proceeds. Only in pages: workers and Node cannot observe an upload. */
  onProgress?: UploadProgress | undefined;
}

export interface SenderDeps {
  baseUrl: string;
  getToken: GetToken;
  transport: Transport;
  timeoutMs: number;
  now(): number;
  /** Called with each response. */
  onResponse?(response: HttpResponse): void;
}

/** The slowest connection that an upload waits for: 16 kB/s. */
const MIN_UPLOAD_BYTES_PER_MS = 16;

/** Sends a call and returns its decoded response. One that cannot be decoded counts as a missing response. */
export type Send = <R extends ClientRoute>(call: Call<R>, options?: SendOptions) => Promise<OutputOf<R>>;

export function createSender(deps: SenderDeps): Send {
  /**
   *   token ─▶ request ──2xx──▶ decode ─▶ result
   *     ▲         │
   *     └── 401 ──┘  once, with `expired: true`
   */
  return async <R extends ClientRoute>(call: Call<R>, options: SendOptions = {}) => {
    throwIfAborted(options.signal);
    const first = await attempt(deps, call, options, false);
    const { response, redact } =
      first.response.status === 401 ? await attempt(deps, call, options, true) : first;
    if (response.status < 200 || response.status > 299) {
      throw toResponseError({ request: describeCall(call), response, now: deps.now(), redact });
    }
    try {
      return decode(call, response) as OutputOf<R>;
    } catch (error) {
      if (!(error instanceof KerbsideError)) throw error;
      const { code, message, details, retryable } = error;
      const request = describeCall(call);
      throw new KerbsideError(code, `${request}: ${redact(message)}`, {
        details: { ...redact(details), request, status: response.status },
        retryable,
      });
    }
  };
}

function decode({ route, ids = {} }: Call, response: HttpResponse): unknown {
  const format = route.response;
  if (format === 'image/*') return readPhoto(response);
  return readJson((json) => format.decode(json, ids.inspectionId ?? ''))(response);
}

async function attempt(deps: SenderDeps, call: Call, options: SendOptions, expired: boolean) {
  const timeoutMs = options.timeoutMs ?? deps.timeoutMs;
  const deadline = startDeadline(timeoutMs, options.signal);
  try {
    const token = await requestToken(deps.getToken, { expired }, deadline.signal).catch((error: unknown) => {
      if (options.signal?.aborted) throw abortedError(options.signal);
      throw deadline.hasPassed ? tokenTimeoutError(call, timeoutMs) : toUnsentError(error);
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
  const redact = <T>(value: T) => redactToken(value, token);
  const { onProgress } = options;
  // Until the transport reports progress, if it can.
  if (options.timeoutMs === undefined && call.files)
    deadline.restart(deps.timeoutMs + estimateUploadMs(countBytes(call.files)));
  try {
    const response = await deps.transport({
      method: call.route.method,
      url: deps.baseUrl + toWirePath(call.route, call.ids ?? {}, call.query),
      headers: createHeaders(call, token, options.idempotencyKey),
      ...createBody(call),
      signal: deadline.signal,
      ...(onProgress && {
        onProgress: (sent: number, total: number) => {
          deadline.restart();
          onProgress(sent, total);
        },
      }),
    });
    deps.onResponse?.(response);
    return { response, redact };
  } catch (error) {
    if (options.signal?.aborted) throw abortedError(options.signal);
    throw deadline.hasPassed
      ? timeoutError(call, deadline.timeoutMs)
      : noResponseError(call, redact(describeError(error)));
  }
}

/** Returns how long the upload takes at `MIN_UPLOAD_BYTES_PER_MS`. */
export function estimateUploadMs(bytes: number): number {
  return Math.ceil(bytes / MIN_UPLOAD_BYTES_PER_MS);
}

function countBytes(files: Record<string, Blob>): number {
  return Object.values(files).reduce((sum, { size }) => sum + size, 0);
}

function createHeaders({ route, files }: Call, token: string, idempotencyKey: string | undefined) {
  return {
    Accept: 'application/json',
    Authorization: `Bearer ${token}`,
    ...(route.body && !files && { 'Content-Type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  };
}

function createBody({ route, input, files }: Call): { body?: string | FormData } {
  if (!route.body) return {};
  const json = JSON.stringify(route.body(input as never)); // `Call` checks its type
  if (!files) return { body: json };
  const form = new FormData();
  form.append(JSON_PART, json);
  for (const [part, file] of Object.entries(files)) form.append(part, file, part);
  return { body: form };
}

/** Omits the query, which may contain private data. */
function describeCall({ route, ids = {} }: Call): string {
  return `${route.method} ${toWirePath({ ...route, query: {} }, ids)}`;
}

function timeoutError(call: Call, timeoutMs: number): KerbsideError {
  return new KerbsideError('timeout', `${describeCall(call)} got no response within ${timeoutMs} ms.`, {
    details: { request: describeCall(call), timeoutMs },
    retryable: true,
  });
}

function tokenTimeoutError(call: Call, timeoutMs: number): KerbsideError {
  return new KerbsideError(
    'timeout',
    `${describeCall(call)} was not sent: getToken did not return within ${timeoutMs} ms. It must return or throw. It is called again at the next attempt.`,
    { details: { request: describeCall(call), timeoutMs, sent: false }, retryable: true },
  );
}

/** Adds `details.sent: false` to an error of what comes before a request: the request was not sent. */
export function toUnsentError(error: unknown): unknown {
  if (!(error instanceof KerbsideError)) return error;
  const { code, message, details, retryable, cause } = error;
  return new KerbsideError(code, message, { details: { ...details, sent: false }, retryable, cause });
}

/** Has no `cause`: the platform's error may contain the request, and so the token. */
function noResponseError(call: Call, reason: string): KerbsideError {
  return new KerbsideError(
    'remote_unavailable',
    `${describeCall(call)} got no response: ${reason}. Check the network.`,
    { details: { request: describeCall(call) }, retryable: true },
  );
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
