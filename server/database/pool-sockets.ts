import { Socket } from 'node:net';

/** The sockets of a pool, in its own hands: a driver that says goodbye waits for an answer, and there may be none. */
export interface PoolSockets {
  open(): Socket;
  /** Those that are silent for this long are cut, and those that are opened later as well. */
  setIdleTimeout(silenceMs: number): void;
  /** For when everything is said: sends what is under way, and waits for nothing. */
  close(): void;
}

export function createPoolSockets(): PoolSockets {
  const sockets = new Set<Socket>();
  let limitMs: number | undefined;
  const limit = (socket: Socket) => {
    if (limitMs !== undefined) socket.setTimeout(limitMs, () => socket.destroy());
  };
  return {
    open() {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      limit(socket);
      return socket;
    },
    setIdleTimeout(silenceMs) {
      limitMs = silenceMs;
      for (const socket of sockets) limit(socket);
    },
    close() {
      for (const socket of sockets) socket.destroySoon();
    },
  };
}
