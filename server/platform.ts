import type { Platform } from '../src/platform/ports.ts';
import { createProcessLocks } from '../src/platform/process-locks.ts';
import { sha256 } from '../src/platform/sha256.ts';
import type { Outbound } from './net/outbound.ts';

interface ServerPlatformDeps {
  now(): number;
  monotonic(): number;
  outbound: Outbound;
}

const POOL_BYTES = 4_096;

/** Returns random bytes from a pool that is filled at once: a request needs several ids, and each call of the system costs time. */
function createRandomBytes(): Platform['randomBytes'] {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  return (length) => {
    if (length > POOL_BYTES) return crypto.getRandomValues(new Uint8Array(length));
    if (used + length > POOL_BYTES) {
      crypto.getRandomValues(pool);
      used = 0;
    }
    used += length;
    return pool.slice(used - length, used);
  };
}

/**
 * Creates the platform of the service. It has no tabs, no storage quota and no offline state: channels are silent, notes
 * are not kept, and locks hold within this process. Instances exclude each other in the database.
 */
export function createServerPlatform({ now, monotonic, outbound }: ServerPlatformDeps): Platform {
  return {
    now,
    monotonic,
    randomBytes: createRandomBytes(),
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
