import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { KerbsideError } from '../../src/errors.ts';
import type { ServiceLimits } from '../limits.ts';

export interface Listening {
  /** `http://127.0.0.1:8787` */
  origin: string;
  close(): Promise<void>;
}

export interface ListenOptions {
  host: string;
  port: number;
  limits: Pick<ServiceLimits, 'requestMs'>;
  /** Who is still being answered when the service ends has this long. */
  graceMs: number;
}

export async function listen(app: Hono, { host, port, limits, graceMs }: ListenOptions): Promise<Listening> {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.requestTimeout = limits.requestMs;
  server.headersTimeout = Math.min(limits.requestMs, 20_000);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(inWords(error, port)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    close: () => close(server, graceMs),
  };
}

async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const impatience = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(impatience);
}

function inWords(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE') return error;
  return new KerbsideError(
    'conflict',
    `Port ${port} is in use; name another one, or 0 for any that is free.`,
  );
}
