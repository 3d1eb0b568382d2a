import { Socket } from 'node:net';
import pg from 'pg';

/** Delay before a lost connection is opened again. */
const RECONNECT_MS = 1_000;

/** A connection that listens to one channel. */
export interface Subscription {
  close(): void;
}

/**
 * Calls `onNotify` for each notification on a channel. It has a connection of its own, because a pool's connections change
 * hands. A lost connection is opened again, and then `onNotify` is called too: notifications may have been missed.
 */
export function listenToPg(
  connectionString: string,
  channel: string,
  onNotify: () => void,
  reconnectMs = RECONNECT_MS,
): Subscription {
  let isClosed = false;
  let socket: Socket | undefined;
  let retry: NodeJS.Timeout | undefined;
  connect();
  return {
    close() {
      isClosed = true;
      clearTimeout(retry);
      socket?.destroy(); // without a farewell: the database may not respond
    },
  };

  function connect(): void {
    const opened = new Socket();
    socket = opened;
    opened.once('close', () => {
      if (!isClosed) retry = setTimeout(connect, reconnectMs).unref();
    });
    const client = new pg.Client({ connectionString, stream: () => opened, keepAlive: true });
    client.on('notification', onNotify);
    client.on('error', () => opened.destroy());
    client
      .connect()
      .then(() => client.query(`listen ${client.escapeIdentifier(channel)}`))
      .then(onNotify)
      .catch(() => opened.destroy());
  }
}
