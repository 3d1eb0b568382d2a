import './workbox-globals.ts';
import { openDB } from 'idb';
import { Queue } from 'workbox-background-sync';

export interface QueuedRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

/** A queue of requests in IndexedDB that are sent in order. */
export interface PlainQueue {
  add(request: QueuedRequest): Promise<unknown>;
  /** Sends until the queue is empty. Throws if it must be retried. */
  replay(): Promise<void>;
  left(): Promise<number>;
}

/** The usual queue with `idb`: add, send the first, delete it. */
export async function idbQueue(name: string, durability: IDBTransactionDurability): Promise<PlainQueue> {
  const database = await openDB(name, 1, {
    upgrade: (fresh) => void fresh.createObjectStore('requests', { keyPath: 'id', autoIncrement: true }),
  });
  return {
    async add(request) {
      const transaction = database.transaction('requests', 'readwrite', { durability });
      await Promise.all([transaction.store.add(request), transaction.done]);
    },
    async replay() {
      for (;;) {
        const [first] = await database.getAll('requests', undefined, 1);
        if (!first) return;
        const { id, url, ...init } = first;
        const response = await fetch(url, init);
        if (!response.ok) throw new Error(`The service responded with ${response.status}`);
        await database.delete('requests', id);
      }
    },
    left: () => database.count('requests'),
  };
}

/** The queue of workbox-background-sync, as its plugin uses it. */
export function workboxQueue(name: string): PlainQueue {
  const queue = new Queue(name, { onSync: async () => {} }); // replayed explicitly
  return {
    add: ({ url, ...init }) => queue.pushRequest({ request: new Request(url, init) }),
    replay: () => queue.replayRequests(),
    left: () => queue.size(),
  };
}
