import type { RunningService } from '../../../server/index.ts';
import type { Analyzer } from '../../../src/domain/task/analyzer.ts';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { createLocks } from '../../../src/platform/locks.ts';
import { createRemoteClient, type RemoteClient } from '../../../src/remote/client.ts';
import type { Estimator } from '../../../src/rules/estimator.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { type RemoteSyncOptions, remoteSync } from '../../../src/sync/index.ts';

export interface SyncedDevice {
  kerbside: Kerbside;
  store: MemoryStore;
  /** The same user at the service. */
  remote: RemoteClient;
  /** Connects the network. */
  connect(): void;
  /** Disconnects the network. */
  disconnect(): void;
  /** Resolves when every operation is sent and every result has arrived. Rejects if an operation is blocked. */
  waitUntilSynced(): Promise<void>;
}

/** Opens an offline device with an analyzer that syncs with a running service. */
export async function syncedDevice(
  service: Omit<RunningService, 'close'>,
  analyzer: Analyzer,
  options: Partial<RemoteSyncOptions> = {},
  estimator?: Estimator,
): Promise<SyncedDevice> {
  const user = { id: 'ann', organizationId: 'kerb' };
  const token = await service.tokenFor(user);
  const to = { baseUrl: service.url, getToken: () => token };
  let isConnected = false;
  const network = async (url: string, init?: RequestInit) => {
    if (!isConnected) throw new TypeError('The network is disconnected.');
    return fetch(url, init);
  };
  const store = new MemoryStore();
  const kerbside = await openKerbside({
    user,
    store,
    analyzer,
    ...(estimator && { estimator }),
    database: crypto.randomUUID(),
    platform: { locks: createLocks(undefined) },
    sync: remoteSync({ ...to, fetch: network, graceMs: 100, ...options }),
  });
  return {
    kerbside,
    store,
    remote: createRemoteClient(to),
    connect() {
      isConnected = true;
    },
    disconnect() {
      isConnected = false;
    },
    async waitUntilSynced() {
      for (;;) {
        const { operations, awaited, blocked } = await kerbside.sync.flush();
        const [first] = blocked;
        if (first) throw new Error(`${first.kind} was rejected: ${first.reason.message}`);
        if (Object.values(operations).every((count) => count === 0) && awaited === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}
