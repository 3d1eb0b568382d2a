import { Socket } from 'node:net';

/** The sockets of a connection pool. On close, the driver waits for a response that may never come. */
export interface PoolSockets {
  open(): Socket;
  /** Destroys each socket without data for this long. Applies to open sockets and to later ones. */
  setIdleTimeout(idleTimeoutMs: number): void;
  /** Sends pending data and closes all sockets without waiting for a response. */
  close(): void;
}

export function createPoolSockets(): PoolSockets {
  const sockets = new Set<Socket>();
  let timeoutMs: number | undefined;
  const applyTimeout = (socket: Socket) => {
    if (timeoutMs !== undefined) socket.setTimeout(timeoutMs, () => socket.destroy());
  };
  return {
    open() {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      applyTimeout(socket);
      return socket;
    },
    setIdleTimeout(idleTimeoutMs) {
      timeoutMs = idleTimeoutMs;
      for (const socket of sockets) applyTimeout(socket);
    },
    close() {
      for (const socket of sockets) socket.destroySoon();
    },
  };
}
