import type { Platform } from '../src/platform/ports.ts';
import { createProcessLocks } from '../src/platform/process-locks.ts';
import { sha256 } from '../src/platform/sha256.ts';
import type { Outbound } from './net/outbound.ts';

interface ServerPlatformDeps {
  now(): number;
  monotonic(): number;
  outbound: Outbound;
}

/**
 * Creates the platform of the service. It has no tabs, no storage quota and no offline state: channels are silent, notes
 * are not kept, and locks hold within this process. Instances exclude each other in the database.
 */
export function createServerPlatform({ now, monotonic, outbound }: ServerPlatformDeps): Platform {
  return {
    now,
    monotonic,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    sha256,
    fetch: (url, { signal }) => outbound(url, signal ? { signal } : {}),
    locks: createProcessLocks(),
    openChannel: () => ({ post() {}, onMessage() {}, close() {} }),
    storage: {
      estimate: async () => undefined,
      persist: async () => false,
      isPersisted: async () => false,
    },
    notes: { read: () => undefined, write() {} },
    onOnline: () => () => {},
  };
}
