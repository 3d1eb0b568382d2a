import { createLocks } from './locks.ts';
import type { Channel, DeviceStorage, Notes, Platform } from './ports.ts';
import { sha256 } from './sha256.ts';

/** Returns the platform of pages and workers, and of Node for the globals that Node shares with them. */
export function createBrowserPlatform(): Platform {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    sha256,
    fetch: (url, init) => fetch(url, init),
    locks: createLocks(globalThis.navigator?.locks),
    openChannel,
    storage: createDeviceStorage(globalThis.navigator?.storage),
    notes: createNotes(),
    onOnline,
  };
}

function openChannel(name: string): Channel {
  if (typeof BroadcastChannel === 'undefined') return { post() {}, onMessage() {}, close() {} };
  const channel = new BroadcastChannel(name);
  // In Node an open channel keeps the process alive. Browsers have no such method.
  (channel as { unref?: () => void }).unref?.();
  return {
    post: (message) => channel.postMessage(message),
    onMessage: (handler) => channel.addEventListener('message', (event) => handler(event.data)),
    close: () => channel.close(),
  };
}

/** Browsers reject these calls in the field: "Internal error when calculating storage usage" (Chrome), opaque origins. */
export function createDeviceStorage(manager: Partial<StorageManager> | undefined): DeviceStorage {
  const tryCall = async <T>(call: () => Promise<T> | undefined): Promise<T | undefined> => {
    try {
      return await call();
    } catch {
      return undefined;
    }
  };
  return {
    async estimate() {
      const { usage, quota } = (await tryCall(() => manager?.estimate?.())) ?? {};
      return usage === undefined || quota === undefined ? undefined : { usedBytes: usage, quotaBytes: quota };
    },
    persist: async () => (await tryCall(() => manager?.persist?.())) ?? false,
    isPersisted: async () => (await tryCall(() => manager?.persisted?.())) ?? false,
  };
}

/** Node has neither the event nor `addEventListener`. */
function onOnline(handler: () => void): () => void {
  globalThis.addEventListener?.('online', handler);
  return () => globalThis.removeEventListener?.('online', handler);
}

/** Uses `localStorage`. Workers have none, and pages may not be allowed to use it: then nothing is stored. */
function createNotes(): Notes {
  const tryWith = <T>(access: (storage: Storage) => T): T | undefined => {
    try {
      return access(localStorage);
    } catch {
      return undefined;
    }
  };
  return {
    read: (name) => tryWith((storage) => storage.getItem(name)) ?? undefined,
    write: (name, text) =>
      tryWith((storage) => (text === undefined ? storage.removeItem(name) : storage.setItem(name, text))),
  };
}

/**
 * Limits the reported quota to the storage that the app wants to use.
 *
 * Chrome reports a quota of usage + 10 GiB, whatever the free disk space is
 * (https://chromestatus.com/feature/4977371751645184). Without a budget, `storage.warning` comes too late.
 */
export function withStorageBudget(storage: DeviceStorage, budgetBytes: number): DeviceStorage {
  return {
    async estimate() {
      const estimate = await storage.estimate();
      return estimate && { ...estimate, quotaBytes: Math.min(estimate.quotaBytes, budgetBytes) };
    },
    persist: () => storage.persist(),
    isPersisted: () => storage.isPersisted(),
  };
}
