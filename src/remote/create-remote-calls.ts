import { checkBaseUrl } from './base-url.ts';
import { createCalls } from './calls.ts';
import { createPhotoUploader, type OfferStorage } from './photo-uploader.ts';
import type { Sleep } from './poll.ts';
import type { RemoteCalls } from './remote-calls.ts';
import { createSender } from './send.ts';
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

export const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Creates the calls of a service: what the outbox needs of a client.
 *
 * @param offers - Where it is stored whether the service offers uploads. Default: in memory.
 * @throws `invalid_input` if `baseUrl` is not an http or https address, or has a query.
 */
export function createRemoteCalls(options: Omit<RemoteOptions, 'sleep'>, offers?: OfferStorage): RemoteCalls {
  const { getToken, fetch, timeoutMs = DEFAULT_TIMEOUT_MS, now = () => Date.now() } = options;
  const transport = fetch ? createFetchTransport(fetch) : createBrowserTransport();
  const baseUrl = checkBaseUrl(options.baseUrl);
  const uploader = createPhotoUploader({ transport, timeoutMs }, offers);
  const onResponse = uploader.observe;
  return createCalls(createSender({ baseUrl, getToken, transport, timeoutMs, now, onResponse }), uploader);
}
