import { connect, createServer, type Socket } from 'node:net';

/** A network between a service and its database that can be parted. */
export interface NetworkPartition {
  /** The database's URL, by way of here. */
  url: string;
  /** From now on nothing arrives, and nobody is told: connections stay open, new ones too. `answers`: only those get lost. */
  cut(what?: 'all' | 'answers'): void;
  heal(): void;
  close(): void;
}

export async function startNetworkPartition(databaseUrl: string): Promise<NetworkPartition> {
  const target = new URL(databaseUrl);
  const sockets = { asking: new Set<Socket>(), answering: new Set<Socket>() };
  const parted = { asking: false, answering: false };
  const carry = (from: Socket, to: Socket, side: keyof typeof sockets) => {
    sockets[side].add(from);
    from.on('data', (chunk) => to.write(chunk));
    from.on('end', () => to.end());
    from.on('error', () => {}); // either side may break off
    from.on('close', () => {
      sockets[side].delete(from);
      if (!parted[side]) to.destroy();
    });
    if (parted[side]) from.pause();
  };
  const server = createServer({ allowHalfOpen: true }, (asking) => {
    const answering = connect({
      port: Number(target.port),
      host: target.hostname,
      allowHalfOpen: true,
    });
    carry(asking, answering, 'asking');
    carry(answering, asking, 'answering');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(databaseUrl);
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: url.href,
    cut(what = 'all') {
      for (const side of what === 'all' ? (['asking', 'answering'] as const) : (['answering'] as const)) {
        parted[side] = true;
        for (const socket of sockets[side]) socket.pause();
      }
    },
    heal() {
      for (const side of ['asking', 'answering'] as const) {
        parted[side] = false;
        for (const socket of sockets[side]) socket.resume();
      }
    },
    close() {
      server.close();
      for (const socket of [...sockets.asking, ...sockets.answering]) socket.destroy();
    },
  };
}
