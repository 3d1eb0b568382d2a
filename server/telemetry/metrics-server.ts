import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KerbsideError } from '../../src/errors.ts';

/** Where metrics are served. */
export interface MetricsOptions {
  /** The port. 0 selects a free port. */
  port: number;
  /**
   * The address to listen on.
   *
   * @default '127.0.0.1'
   */
  host?: string;
}

export interface MetricsServer {
  /** For example `http://127.0.0.1:9464/metrics`. */
  url: string;
  close(): Promise<void>;
}

/**
 * Serves `/metrics` on a port of its own, so that clients of the API cannot read them and no token is needed.
 *
 * @throws `conflict` if the port is in use.
 */
export async function serveMetrics(
  { port, host = '127.0.0.1' }: MetricsOptions,
  render: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const text = await render().catch(() => undefined);
    if (text === undefined) response.writeHead(500).end();
    else response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new KerbsideError('conflict', `Port ${port} for metrics is in use.`)
          : error,
      ),
    );
    server.listen(port, host, resolve);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}/metrics`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
