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

/** As a browser sends a request again by itself: the service carries it out twice, and the second answer arrives. */
export type Fault = ScheduledFault | 'sent twice';

/** A bad network in front of a service. */
export interface FaultProxy {
  /** The service's address, as seen through the proxy. */
  url: string;
  /** While false, every connection breaks at once. */
  isOpen: boolean;
  /** Says what becomes of a request (method and path); undefined lets it through. */
  fault(line: string): Fault | undefined;
  /** Faults that happened. */
  readonly met: Fault[];
  /** The changes that the service carried out, in order, whether or not anybody heard of it. */
  readonly done: string[];
  close(): Promise<void>;
}

const SLOW_MS = 1_500;
const PORTAL = '<!doctype html><title>Hotel Wi-Fi</title><p>Please accept our terms of use.</p>';

/** What something on the way answers in the service's name. */
const INSTEAD: Partial<Record<Fault, { status: number; body: string; headers?: Record<string, string> }>> = {
  unavailable: { status: 503, body: '{"message":"Back soon."}', headers: { 'retry-after': '1' } },
  'rate limited': { status: 429, body: '{"message":"Not so fast."}', headers: { 'retry-after': '1' } },
  broken: { status: 500, body: 'Internal Server Error' },
  portal: { status: 200, body: PORTAL, headers: { 'content-type': 'text/html' } },
  unauthorized: { status: 401, body: '{"message":"The token has expired."}' },
};

/** Without these a page would see no answer at all, whatever it is. */
const READABLE = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After' };

export interface FaultProxyOptions {
  /**
   * Whether idempotency keys get through. Without them the service carries out whatever reaches it, as often as it does;
   * then each connection is for one request only: over a kept one that breaks, Chromium sends a request a second time
   * by itself, even a POST, and tells nobody (`ShouldResendRequest` in
   * https://source.chromium.org/chromium/chromium/src/+/main:net/http/http_network_transaction.cc).
   */
  passesKeys: boolean;
}

/** Starts a proxy before the service at `target`. */
export async function startFaultProxy(
  target: string,
  { passesKeys }: FaultProxyOptions,
): Promise<FaultProxy> {
  const service = new URL(target);
  const everyAnswer = passesKeys ? {} : { connection: 'close' };
  const proxy: FaultProxy = { url: '', isOpen: true, fault: () => undefined, met: [], done: [], close };
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on('connection', (socket) => {
    if (!proxy.isOpen) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The proxy has no port');
  proxy.url = `http://127.0.0.1:${address.port}${service.pathname}`;
  return proxy;

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const line = `${incoming.method} ${incoming.url}`;
    const fault = incoming.method === 'OPTIONS' ? undefined : proxy.fault(line);
    if (fault) proxy.met.push(fault);
    if (!proxy.isOpen || fault === 'no connection') return void incoming.destroy();
    const instead = fault && INSTEAD[fault];
    if (instead) {
      await buffer(incoming); // an answer before the end of an upload would break the connection
      outgoing
        .writeHead(instead.status, { ...READABLE, ...instead.headers, ...everyAnswer })
        .end(instead.body);
      return;
    }
    if (!passesKeys) delete incoming.headers['idempotency-key'];
    const pass = async (body: Readable) => {
      const answer = await forward(incoming, body, outgoing, service.origin);
      if (isChange(incoming) && answer.status < 300) proxy.done.push(line);
      return answer;
    };
    const twice = fault === 'sent twice' ? await buffer(incoming) : undefined;
    if (twice) await pass(Readable.from([twice]));
    const answer = await pass(twice ? Readable.from([twice]) : incoming);
    if (fault === 'slow') await sleep(SLOW_MS);
    if (fault === 'answer lost' || !proxy.isOpen) return void outgoing.destroy();
    const half = Math.floor(answer.body.length / 2);
    const body = fault === 'answer cut short' ? answer.body.subarray(0, half) : answer.body;
    const headers = { ...answer.headers, ...everyAnswer, 'content-length': body.length };
    outgoing.writeHead(answer.status, headers).end(body);
  }

  function close(): Promise<void> {
    return new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}

function isChange({ method = '' }: IncomingMessage): boolean {
  return !['GET', 'OPTIONS'].includes(method);
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Passes a request on as it comes. A client that dies in the middle of it takes it along. */
async function forward(
  incoming: IncomingMessage,
  body: Readable,
  client: ServerResponse,
  origin: string,
): Promise<Answer> {
  const { host: _host, ...headers } = incoming.headers;
  const outward = request(origin + incoming.url, { method: incoming.method ?? 'GET', headers });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    outward.once('response', resolve);
    outward.once('error', reject);
  });
  client.once('close', () => outward.destroy());
  body.pipe(outward);
  const response = await answer;
  const { 'transfer-encoding': _encoding, connection: _connection, ...kept } = response.headers;
  return { status: response.statusCode ?? 502, headers: kept, body: await buffer(response) };
}
