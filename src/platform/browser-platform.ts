import { KerbsideError } from '../errors.ts';
import { createLocks } from './locks.ts';
import type { Channel, DeviceStorage, Notes, Platform } from './ports.ts';

/** Returns the platform of pages and workers, and of Node for the globals that Node shares with them. */
export function createBrowserPlatform(): Platform {
  return {
    now: () => Date.now(),
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

/**
 * Returns the SHA-256 of the bytes in lower-case hex.
 *
 * @throws `unsupported` without `crypto.subtle`: the page is not served over https.
 */
export async function sha256(bytes: ArrayBuffer): Promise<string> {
  if (!globalThis.crypto?.subtle) {
    throw new KerbsideError(
      'unsupported',
      'crypto.subtle is not available, and photos cannot be verified without it. Serve the page over https (or from localhost).',
    );
  }
  // Wrapped in a view: Node rejects an ArrayBuffer of another realm, as tests in jsdom have it.
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
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

function createDeviceStorage(manager: StorageManager | undefined): DeviceStorage {
  return {
    async estimate() {
      const { usage, quota } = (await manager?.estimate?.()) ?? {};
      return usage === undefined || quota === undefined ? undefined : { usedBytes: usage, quotaBytes: quota };
    },
    persist: async () => (await manager?.persist?.()) ?? false,
    isPersisted: async () => (await manager?.persisted?.()) ?? false,
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
