import { createBrowserPlatform } from '../platform/browser-platform.ts';
import { createIdSource } from '../platform/id-source.ts';
import { createLocks } from '../platform/locks.ts';
import type { Platform } from '../platform/ports.ts';
import { MemoryStore } from '../store/memory-store.ts';
import { EventHub } from './events.ts';
import { createHost, type HostParts } from './host.ts';

export const NO_CHANNEL = { post() {}, onMessage() {}, close() {} };

/** Creates a host in memory, with the real parts. */
export function createTestHost({
  store = new MemoryStore(),
  loadRare = () => import('./rare-host-code.ts'),
  ...overrides
}: { store?: MemoryStore } & Partial<Pick<HostParts, 'loadRare'> & Platform> = {}) {
  const platform = { ...createBrowserPlatform(), locks: createLocks(undefined), ...overrides };
  const events = new EventHub(NO_CHANNEL);
  const host = createHost({
    store,
    events,
    platform,
    user: { id: 'ada' },
    ids: createIdSource(platform),
    photoBytes: 1_000_000,
    estimator: undefined,
    loadRare,
  });
  return { ...host, store };
}

/** Creates a promise that the test settles. */
export function createDeferred<T>() {
  let resolve = (_value: T) => {};
  let reject = (_error: unknown) => {};
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
