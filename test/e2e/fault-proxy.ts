import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault as ScheduledFault } from './fault-schedule.ts';

export type Fault =
  | ScheduledFault
  /** The browser resends a request, the service applies it twice, and the second response arrives. */
  | 'sent twice'
  /** A redirect to another server, or to another path of this one, with a status. */
  | Redirect;

export interface Redirect {
  status: 301 | 302 | 303 | 307 | 308;
  location: string;
}

/** A proxy that injects faults between a browser and a service. */
export interface FaultProxy {
  /** The URL of the service through the proxy. */
  url: string;
  /** While false, every connection is closed immediately. */
  isOpen: boolean;
  /** Returns the fault of a request (method and path), or undefined to forward it unchanged. */
  fault(line: string): Fault | undefined;
  /** The injected faults, in order. */
  readonly injected: Fault[];
  /** The writes that the service applied, in order, including those whose response was lost. */
  readonly applied: string[];
  close(): Promise<void>;
}

const SLOW_MS = 1_500;
const PORTAL = '<!doctype html><title>Hotel Wi-Fi</title><p>Please accept our terms of use.</p>';

interface Replacement {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

/** Responses that the proxy sends instead of the service. */
const REPLACEMENTS: Partial<Record<Exclude<Fault, Redirect>, Replacement>> = {
  unavailable: { status: 503, body: '{"message":"Back soon."}', headers: { 'retry-after': '1' } },
  'rate limited': { status: 429, body: '{"message":"Too many requests."}', headers: { 'retry-after': '1' } },
  broken: { status: 500, body: 'Internal Server Error' },
  portal: { status: 200, body: PORTAL, headers: { 'content-type': 'text/html' } },
  unauthorized: { status: 401, body: '{"message":"The token has expired."}' },
};

/** Without these headers a page cannot read the response. */
const CORS_HEADERS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After' };

export interface FaultProxyOptions {
  /**
   * Forwards idempotency keys. Without them the service applies every request that reaches it. Then each connection
   * serves one request only: if a reused connection breaks, Chromium silently resends the request, even a POST
   * (`ShouldResendRequest` in
   * https://source.chromium.org/chromium/chromium/src/+/main:net/http/http_network_transaction.cc).
   */
  forwardsIdempotencyKeys: boolean;
  /**
   * Forwards the `Host` header, which a bucket needs to verify signatures.
   *
   * @default false
   */
  forwardsHost?: boolean;
}

/** Starts a proxy in front of the service at `target`. */
export async function startFaultProxy(
  target: string,
  { forwardsIdempotencyKeys: passesKeys, forwardsHost = false }: FaultProxyOptions,
): Promise<FaultProxy> {
  const service = new URL(target);
  const commonHeaders = passesKeys ? {} : { connection: 'close' };
  const proxy: FaultProxy = {
    url: '',
    isOpen: true,
    fault: () => undefined,
    injected: [],
    applied: [],
    close,
  };
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on('connection', (socket) => {
    if (!proxy.isOpen) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy did not get a port');
  proxy.url = `http://127.0.0.1:${address.port}${service.pathname}`;
  return proxy;

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const line = `${incoming.method} ${incoming.url}`;
    const fault = incoming.method === 'OPTIONS' ? undefined : proxy.fault(line);
    if (fault) proxy.injected.push(fault);
    if (!proxy.isOpen || fault === 'no connection') return void incoming.destroy();
    const replacement = getReplacement(fault);
    if (replacement) {
      await buffer(incoming); // a response before the end of an upload would break the connection
      outgoing
        .writeHead(replacement.status, { ...CORS_HEADERS, ...replacement.headers, ...commonHeaders })
        .end(replacement.body);
      return;
    }
    if (!passesKeys) delete incoming.headers['idempotency-key'];
    if (!forwardsHost) delete incoming.headers.host;
    const pass = async (body: Readable) => {
      const response = await forward(incoming, body, outgoing, service.origin);
      if (isWrite(incoming) && response.status < 300) proxy.applied.push(line);
      return response;
    };
    const twice = fault === 'sent twice' ? await buffer(incoming) : undefined;
    if (twice) await pass(Readable.from([twice]));
    const response = await pass(twice ? Readable.from([twice]) : incoming);
    if (fault === 'slow') await sleep(SLOW_MS);
    if (fault === 'response lost' || !proxy.isOpen) return void outgoing.destroy();
    const half = Math.floor(response.body.length / 2);
    const body = fault === 'response truncated' ? response.body.subarray(0, half) : response.body;
    const headers = { ...response.headers, ...commonHeaders, 'content-length': body.length };
    outgoing.writeHead(response.status, headers).end(body);
  }

  function close(): Promise<void> {
    return new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}

function getReplacement(fault: Fault | undefined): Replacement | undefined {
  if (typeof fault !== 'object') return fault && REPLACEMENTS[fault];
  return { status: fault.status, body: '', headers: { location: fault.location } };
}

function isWrite({ method = '' }: IncomingMessage): boolean {
  return !['GET', 'OPTIONS'].includes(method);
}

interface ForwardedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Streams a request to the service. If the client disconnects, the request is aborted. */
async function forward(
  incoming: IncomingMessage,
  body: Readable,
  client: ServerResponse,
  origin: string,
): Promise<ForwardedResponse> {
  const { method = 'GET', headers } = incoming;
  const outward = request(origin + incoming.url, { method, headers });
  const received = new Promise<IncomingMessage>((resolve, reject) => {
    outward.once('response', resolve);
    outward.once('error', reject);
  });
  client.once('close', () => outward.destroy());
  body.pipe(outward);
  const response = await received;
  const { 'transfer-encoding': _encoding, connection: _connection, ...forwarded } = response.headers;
  return { status: response.statusCode ?? 502, headers: forwarded, body: await buffer(response) };
}
