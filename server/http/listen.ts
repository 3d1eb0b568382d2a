import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { KerbsideError } from '../../src/errors.ts';
import type { ServiceLimits } from '../limits.ts';

const SWEEP_MS = 50;
/**
 * Connections that wait to be accepted. After an outage all devices connect at once, and with Node's default of 511 the system
 * dropped connections. It may allow fewer (`net.core.somaxconn`).
 */
const BACKLOG = 4_096;

/** A listening HTTP server. */
export interface HttpServer {
  /** For example `http://127.0.0.1:8787`. */
  origin: string;
  /** Counts the bytes of all connections since the start. */
  countBytes(): { received: number; sent: number };
  close(): Promise<void>;
}

export interface ListenOptions {
  host: string;
  port: number;
  limits: Pick<ServiceLimits, 'requestMs'>;
  /** On close, requests in progress may take this long. */
  drainMs: number;
}

/**
 * Starts an HTTP server.
 *
 * @throws `conflict` if the port is in use.
 */
export async function listen(app: Hono, { host, port, limits, drainMs }: ListenOptions): Promise<HttpServer> {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.requestTimeout = limits.requestMs;
  server.headersTimeout = Math.min(limits.requestMs, 20_000);
  server.on('request', (_, response: ServerResponse) => closeIfStalled(response, limits.requestMs));
  const countBytes = createByteCounter(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, port)));
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  const address = server.address();
  const actualPort = typeof address === 'object' && address ? address.port : port;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`,
    countBytes,
    close: () => close(server, drainMs),
  };
}

/**
 * Closes the connection if its client takes nothing of the response for this time. A response is in memory until it is sent, and a
 * phone that loses its network in a download would hold it there for many minutes.
 */
function closeIfStalled(response: ServerResponse, timeoutMs: number): void {
  response.setTimeout(timeoutMs, () => {
    const { socket } = response;
    if (socket && socket.writableLength > 0) socket.destroy(); // otherwise the request is still handled
  });
}

/** Sockets count their own bytes: a request costs nothing. */
function createByteCounter(server: Server): () => { received: number; sent: number } {
  const open = new Set<Socket>();
  const closed = { received: 0, sent: 0 };
  const add = (total: typeof closed, { bytesRead, bytesWritten }: Socket) => {
    total.received += bytesRead;
    total.sent += bytesWritten;
    return total;
  };
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      add(closed, socket);
    });
  });
  return () => [...open].reduce(add, { ...closed });
}

async function close(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  // A connection that was busy would otherwise stay open for more requests.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const timer = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(timer);
}

function toListenError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code !== 'EADDRINUSE') return error;
  return new KerbsideError('conflict', `Port ${port} is in use. Choose another one, or 0 for a free port.`);
}
