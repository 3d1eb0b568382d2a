import type { Database } from '../database/database.ts';

const CHANNEL = 'kerbside_jobs';

/** Wakes the instances that run jobs as soon as there is work, with LISTEN and NOTIFY of Postgres. */
export interface JobSignal {
  /** Wakes all instances. Call it after the commit that wrote the work: before, they would find nothing. */
  send(): void;
  /** Calls `listener` whenever an instance has sent. Returns a function that ends this. */
  listen(listener: () => void): () => void;
}

/**
 * Creates the signal of one instance. The work itself is in the database: a signal that gets lost, because an instance dies
 * right after its commit, delays the work until the next poll.
 *
 * It is not sent in the transaction of the work: Postgres commits transactions that notify one after the other.
 */
export function createJobSignal(database: Database): JobSignal {
  const listeners = new Set<() => void>();
  let isSending = false;
  let isPending = false;
  const wakeThisInstance = () => {
    for (const listener of listeners) listener();
  };
  const notifyOthers = async () => {
    isPending = true;
    if (isSending) return; // commits during a NOTIFY share the next one
    isSending = true;
    while (isPending) {
      isPending = false;
      await database.query(`select pg_notify('${CHANNEL}', '')`).catch(() => {});
    }
    isSending = false;
  };
  return {
    send() {
      wakeThisInstance();
      if (database.listen) void notifyOthers(); // the embedded database has one instance
    },
    listen(listener) {
      listeners.add(listener);
      const subscription = database.listen?.(CHANNEL, listener);
      return () => {
        listeners.delete(listener);
        subscription?.close();
      };
    },
  };
}
