import './workbox-surroundings.ts';
import { openDB } from 'idb';
import { Queue } from 'workbox-background-sync';

export interface QueuedRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

/** Requests that wait in IndexedDB, and go out in order. */
export interface PlainQueue {
  add(request: QueuedRequest): Promise<unknown>;
  /** Until nothing is left; throws when it has to be tried again. */
  replay(): Promise<void>;
  left(): Promise<number>;
}

/** What anyone would write with `idb`: put it in, send the first, take it out. */
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
        if (!response.ok) throw new Error(`The service answered ${response.status}`);
        await database.delete('requests', id);
      }
    },
    left: () => database.count('requests'),
  };
}

/** workbox-background-sync's queue, as its plugin uses it. */
export function workboxQueue(name: string): PlainQueue {
  const queue = new Queue(name, { onSync: async () => {} }); // we say when
  return {
    add: ({ url, ...init }) => queue.pushRequest({ request: new Request(url, init) }),
    replay: () => queue.replayRequests(),
    left: () => queue.size(),
  };
}
