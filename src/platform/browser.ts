import { KerbsideError } from '../errors.ts';
import { createLocks } from './locks.ts';
import type { Channel, DeviceStorage, Notes, Platform } from './ports.ts';

/** The platform of browsers and workers, and of Node as far as it has the same globals. */
export function browserPlatform(): Platform {
  return {
    now: () => Date.now(),
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    sha256,
    fetch: (url, init) => fetch(url, init),
    locks: createLocks(globalThis.navigator?.locks),
    openChannel,
    storage: deviceStorage(globalThis.navigator?.storage),
    notes: pageNotes(),
    onOnline,
  };
}

export async function sha256(bytes: ArrayBuffer): Promise<string> {
  if (!globalThis.crypto?.subtle) {
    throw new KerbsideError(
      'unsupported',
      'This page has no crypto.subtle, which photos are checked with: serve it over https (or from localhost).',
    );
  }
  // A view: bytes of another realm, as a test's page in jsdom has them, are no ArrayBuffer to Node.
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function openChannel(name: string): Channel {
  if (typeof BroadcastChannel === 'undefined') return { post() {}, onMessage() {}, close() {} };
  const channel = new BroadcastChannel(name);
  // In Node an open channel keeps the process alive; in browsers there is no such method.
  (channel as { unref?: () => void }).unref?.();
  return {
    post: (message) => channel.postMessage(message),
    onMessage: (handler) => channel.addEventListener('message', (event) => handler(event.data)),
    close: () => channel.close(),
  };
}

function deviceStorage(manager: StorageManager | undefined): DeviceStorage {
  return {
    async estimate() {
      const { usage, quota } = (await manager?.estimate?.()) ?? {};
      return usage === undefined || quota === undefined ? undefined : { usedBytes: usage, quotaBytes: quota };
    },
    persist: async () => (await manager?.persist?.()) ?? false,
    isPersisted: async () => (await manager?.persisted?.()) ?? false,
  };
}

/** In Node there is no such event, and nothing to subscribe with. */
function onOnline(handler: () => void): () => void {
  globalThis.addEventListener?.('online', handler);
  return () => globalThis.removeEventListener?.('online', handler);
}

/** In localStorage. Workers have none, and pages may be forbidden to use it: then nothing is kept. */
function pageNotes(): Notes {
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      return work(localStorage);
    } catch {
      return undefined;
    }
  };
  return {
    read: (name) => attempt((storage) => storage.getItem(name)) ?? undefined,
    write: (name, text) =>
      attempt((storage) => (text === undefined ? storage.removeItem(name) : storage.setItem(name, text))),
  };
}
