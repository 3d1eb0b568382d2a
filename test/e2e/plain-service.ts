import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that the service applied. */
export interface Call {
  line: string;
  /** The bearer token. */
  token: string;
  operationId: string;
  at: number;
}

export interface PlainService {
  url: string;
  calls: Call[];
  close(): Promise<void>;
}

/**
 * Starts a minimal service: it accepts every call, gives every record an id, and lists inspections. `responseDelayMs`
 * is how long it takes for each.
 */
export async function startPlainService({ responseDelayMs = 0 } = {}): Promise<PlainService> {
  const calls: Call[] = [];
  const inspections: object[] = [];
  let made = 0;
  const handle = async (request: IncomingMessage) => {
    const body = await textOf(request);
    const path = (request.url ?? '').replace('/v1', '').replace(/\?.*/, '');
    const line = `${request.method} ${path}`;
    if (line === 'GET /inspections') {
      return { data: inspections.toReversed(), paging: { cursors: {}, previous: null, next: null } };
    }
    made += 1;
    const id = `r-${made}`;
    const { authorization = '', 'idempotency-key': operationId = '' } = request.headers;
    const token = authorization.replace('Bearer ', '');
    calls.push({ line, token, operationId: String(operationId), at: Date.now() });
    if (line === 'POST /inspections') inspections.push({ ...(JSON.parse(body) as object), id, tasks: [] });
    return { id };
  };
  const respond = (response: ServerResponse, json: unknown) => {
    response.writeHead(200, { ...CORS, 'Content-Type': 'application/json' });
    response.end(JSON.stringify(json));
  };
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, CORS);
      response.end();
      return;
    }
    void handle(request).then((json) => {
      if (responseDelayMs > 0) setTimeout(() => respond(response, json), responseDelayMs);
      else respond(response, json);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': '*',
  'Access-Control-Allow-Headers': 'authorization, content-type, idempotency-key, accept',
  'Access-Control-Max-Age': '600',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
