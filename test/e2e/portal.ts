import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A server of another origin that requests are redirected to. It responds as if it were the service. */
export interface Portal {
  url: string;
  /** The requests that arrived: method, and size of the body. */
  readonly received: { method: string; bytes: number }[];
  close(): Promise<void>;
}

export interface PortalOptions {
  /** Allows pages of all origins to send everything. Without it, a browser must not send more than a preflight. */
  allowsCors: boolean;
}

export async function startPortal({ allowsCors }: PortalOptions): Promise<Portal> {
  const received: Portal['received'] = [];
  const server = createServer(async (request, response) => {
    const { length: bytes } = await buffer(request);
    received.push({ method: request.method ?? '', bytes });
    response.writeHead(200, {
      'content-type': 'application/json',
      ...(allowsCors && {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
        'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
      }),
    });
    response.end(JSON.stringify({ id: crypto.randomUUID(), data: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The portal did not get a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
