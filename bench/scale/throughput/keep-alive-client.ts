import { connect, type Socket } from 'node:net';
import { type ClientResponse, readResponse } from './read-response.ts';

export interface KeepAliveClient {
  send(
    path: string,
    headers: Readonly<Record<string, string>>,
    body: Buffer | string,
  ): Promise<ClientResponse>;
  close(): void;
}

interface Connection {
  send(head: string, body: Buffer | string): Promise<ClientResponse>;
  close(): void;
}

/**
 * A client of one instance that writes requests to sockets itself. It shares the processors with what it measures, so it does as
 * little as possible for each request.
 *
 * @param connections - Requests at a time. More wait.
 */
export function createKeepAliveClient(origin: string, connections: number): KeepAliveClient {
  const { hostname, port, host } = new URL(origin);
  const idle: Connection[] = [];
  const open = new Set<Connection>();
  const waiting: ((connection: Connection) => void)[] = [];
  const acquire = (): Promise<Connection> | Connection => {
    const free = idle.pop();
    if (free) return free;
    if (open.size === connections) return new Promise((resolve) => waiting.push(resolve));
    const connection = openConnection(connect({ host: hostname, port: Number(port), noDelay: true }));
    open.add(connection);
    return connection;
  };
  return {
    async send(path, headers, body) {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const length = `Content-Length: ${Buffer.byteLength(body)}\r\n`;
      const connection = await acquire();
      const response = await connection.send(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('')}${length}\r\n`,
        body,
      );
      const next = waiting.shift();
      if (next) next(connection);
      else idle.push(connection);
      return response;
    },
    close() {
      for (const connection of open) connection.close();
    },
  };
}

/** One request at a time. A connection that breaks fails the measurement. */
function openConnection(socket: Socket): Connection {
  let received = Buffer.alloc(0);
  let pending: { resolve(response: ClientResponse): void; reject(error: Error): void } | undefined;
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    try {
      const response = readResponse(received);
      if (!response) return;
      received = Buffer.alloc(0);
      pending?.resolve(response);
    } catch (error) {
      pending?.reject(error as Error);
    }
    pending = undefined;
  });
  socket.on('error', (error) => pending?.reject(error));
  socket.on('close', () => pending?.reject(new Error('The service closed the connection.')));
  return {
    send: (head, body) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject };
        if (typeof body === 'string') socket.write(head + body);
        else {
          socket.cork();
          socket.write(head);
          socket.write(body);
          socket.uncork();
        }
      }),
    close: () => void socket.destroy(),
  };
}
