import { connect, createServer, type Socket } from 'node:net';

/** A proxy between a service and its database that can drop all data, as a network failure does. */
export interface NetworkPartition {
  /** The database's URL through the proxy. */
  url: string;
  /** Drops data silently from now on: connections stay open, and new ones are accepted. */
  cut(direction?: 'all' | 'responses'): void;
  heal(): void;
  close(): void;
}

export async function startNetworkPartition(databaseUrl: string): Promise<NetworkPartition> {
  const target = new URL(databaseUrl);
  const sockets = { client: new Set<Socket>(), server: new Set<Socket>() };
  const isCut = { client: false, server: false };
  const forward = (from: Socket, to: Socket, side: keyof typeof sockets) => {
    sockets[side].add(from);
    from.on('data', (chunk) => to.write(chunk));
    from.on('end', () => to.end());
    from.on('error', () => {}); // either side may close the connection
    from.on('close', () => {
      sockets[side].delete(from);
      if (!isCut[side]) to.destroy();
    });
    if (isCut[side]) from.pause();
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({
      port: Number(target.port),
      host: target.hostname,
      allowHalfOpen: true,
    });
    forward(client, upstream, 'client');
    forward(upstream, client, 'server');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: url.href,
    cut(direction = 'all') {
      for (const side of direction === 'all' ? (['client', 'server'] as const) : (['server'] as const)) {
        isCut[side] = true;
        for (const socket of sockets[side]) socket.pause();
      }
    },
    heal() {
      for (const side of ['client', 'server'] as const) {
        isCut[side] = false;
        for (const socket of sockets[side]) socket.resume();
      }
    },
    close() {
      server.close();
      for (const socket of [...sockets.client, ...sockets.server]) socket.destroy();
    },
  };
}
