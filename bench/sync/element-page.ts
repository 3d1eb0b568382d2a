import { openKerbside } from 'kerbside';
import type { EventOf, EventType, KerbsideEvent } from '../../src/domain/events.ts';
import { defineElements } from '../../src/elements/index.ts';
import { IndexedDbStore } from '../../src/store/indexeddb/indexeddb-store.ts';
import { remoteSync } from '../../src/sync/index.ts';
import { PER_INSPECTION, seedOutbox } from './seed.ts';

export interface ElementBench {
  /** Fills the outbox and opens Kerbside without a network. */
  open(queued: number): Promise<void>;
  /** Adds the sync centre to the page and resolves when it shows the outbox. */
  show(): Promise<void>;
  /** Delivers operations and emits what a sender emits, 5 times per second. Returns how long it took in seconds. */
  deliver(seconds: number): Promise<number>;
}

declare global {
  interface Window {
    elementBench: ElementBench;
  }
}

type Handler = (event: KerbsideEvent) => void;
const NAME = 'sync-element';
const EVENTS_PER_SECOND = 5;
const handlers = new Map<EventType, Set<Handler>>();
let nextSequence = 1;
let source: HTMLElementTagNameMap['kerbside-sync']['kerbside'];

const emit = (event: KerbsideEvent) => {
  for (const handler of handlers.get(event.type) ?? []) handler(event);
};

window.elementBench = {
  async open(queued) {
    defineElements();
    await seedOutbox(NAME, queued / PER_INSPECTION);
    const offline = () => Promise.reject(new TypeError('The bench has no network.'));
    const sync = remoteSync({ baseUrl: 'https://bench.invalid/v1', getToken: () => 'bench', fetch: offline });
    const { sync: api, storage } = await openKerbside({ user: { id: 'bench' }, database: NAME, sync });
    // The bench emits the events itself, so that the cost of sending is not measured.
    source = {
      sync: api,
      storage,
      on<Type extends EventType>(type: Type, handler: (event: EventOf<Type>) => void) {
        const ofType = handlers.get(type) ?? new Set<Handler>();
        handlers.set(type, ofType.add(handler as Handler));
        return () => void ofType.delete(handler as Handler);
      },
    };
  },

  async show() {
    const element = document.createElement('kerbside-sync');
    element.kerbside = source;
    document.body.append(element);
    while (!/\d/.test(element.shadowRoot?.querySelector('.summary')?.textContent ?? '')) await pause(50);
    await pause(2_000); // the first read of the outbox is not measured
  },

  async deliver(seconds) {
    const store = new IndexedDbStore({ name: NAME });
    const startedAt = performance.now();
    for (let n = 0; n < seconds * EVENTS_PER_SECOND; n += 1) {
      await store.record([{ type: 'remove', sequence: nextSequence++ }]);
      const photo = { inspectionId: 'i', operationId: 'o', sentBytes: n, totalBytes: 1_000_000 };
      emit({ type: 'sync.progress', imageId: 'p', ...photo });
      emit({ type: 'sync.changed', inFlight: [{ ...photo, kind: 'image.add' }], lastSuccessAt: null });
      await pause(1_000 / EVENTS_PER_SECOND);
    }
    store.close();
    return (performance.now() - startedAt) / 1_000;
  },
};

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
