import type { InspectionApi } from '../domain/api.ts';
import { KerbsideError } from '../errors.ts';
import { sha256 } from '../platform/sha256.ts';
import { createCalls } from './calls.ts';
import { createCorrectionsApi } from './corrections.ts';
import { createImagesApi } from './images.ts';
import { createInspectionsApi } from './inspections.ts';
import { sleep as realSleep, type Sleep } from './poll.ts';
import type { RemoteCalls } from './remote-calls.ts';
import { createReportsApi, type ReportApi } from './reports.ts';
import { createSender } from './send.ts';
import { createTasksApi } from './tasks.ts';
import type { GetToken } from './token.ts';
import { createBrowserTransport, createFetchTransport, type Fetch } from './transport.ts';

/** Options of `createRemoteClient`. */
export interface RemoteOptions {
  /** Address of the service, including its version: `https://api.example.org/v1`. No query, no fragment. */
  baseUrl: string;
  /**
   * Returns the access token. Called for each request, and again with `expired: true` after a 401. The client never stores
   * the token.
   */
  getToken: GetToken;
  /**
   * Replaces the platform's `fetch`. With your own `fetch` there is no upload progress.
   *
   * @default `globalThis.fetch`; in pages, `XMLHttpRequest` for uploads with `onProgress`
   */
  fetch?: Fetch;
  /**
   * Milliseconds without a response or upload progress after which a request throws `timeout`.
   *
   * @default 30000
   */
  timeoutMs?: number;
  /**
   * Returns the current time in milliseconds since 1970. For tests.
   *
   * @default Date.now
   */
  now?(): number;
  /**
   * Replaces the pause between polls and retries. For tests.
   *
   * @default a timer
   */
  sleep?: Sleep;
}

/** The operations of the specification on a remote service. */
export interface RemoteClient extends InspectionApi {
  /** PDF reports that the service creates or stores. */
  reports: ReportApi;
  /** One function per endpoint, with idempotency keys and without input checks. The outbox uses them. */
  calls: RemoteCalls;
}

const TIMEOUT_MS = 30_000;

/**
 * Creates a client of a remote service. It offers the same operations as a device and returns the same normalized
 * responses. Nothing is stored or queued: each call is sent at once.
 *
 * @param options - Where the service is, and how the client authenticates.
 * @returns The client. It needs no closing.
 * @throws `invalid_input` if `baseUrl` is not an http or https address, or has a query. The operations throw
 * `invalid_input`, `unauthorized`, `forbidden`, `not_found`, `rate_limited`, `remote_refused`, `remote_unavailable`,
 * `remote_invalid`, `timeout` and `aborted`, and the codes of their own that `InspectionApi` documents.
 *
 * @example
 * const client = createRemoteClient({
 *   baseUrl: 'https://api.example.org/v1',
 *   getToken: () => auth.getAccessToken(),
 * });
 * const { result: id } = await client.inspections.createOne({ tasks: { damage_detection: {} } });
 * await client.images.addOne(id, { tasks: ['damage_detection'] }, photo);
 * await client.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
 * await client.tasks.whenDone(id, 'damage_detection', { timeoutMs: 60_000 });
 * const { entities } = await client.inspections.getOne(id);
 * console.log(Object.values(entities.damages));
 */
export function createRemoteClient(options: RemoteOptions): RemoteClient {
  const { getToken, fetch, timeoutMs = TIMEOUT_MS, now = () => Date.now(), sleep = realSleep } = options;
  const transport = fetch ? createFetchTransport(fetch) : createBrowserTransport();
  const baseUrl = checkBaseUrl(options.baseUrl);
  const calls = createCalls(createSender({ baseUrl, getToken, transport, timeoutMs, now }));
  return {
    inspections: createInspectionsApi(calls),
    tasks: createTasksApi({ calls, sleep }),
    images: createImagesApi({ calls, sha256 }),
    ...createCorrectionsApi(calls),
    reports: createReportsApi({ calls, sleep }),
    calls,
  };
}

function checkBaseUrl(baseUrl: string): string {
  if (/^https?:\/\/[^?#]+$/.test(baseUrl)) return baseUrl.replace(/\/+$/, '');
  throw new KerbsideError(
    'invalid_input',
    'baseUrl: expected an http or https address without a query, such as https://api.example.org/v1.',
    { details: { path: 'baseUrl' } },
  );
}
