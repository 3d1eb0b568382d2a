import type { RunningService } from '../../../server/index.ts';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { Changes } from '../../../src/operations/changes.ts';
import { EventHub } from '../../../src/operations/events.ts';
import { StorageGuard } from '../../../src/operations/storage-guard.ts';
import { TaskRunner } from '../../../src/operations/task-runner.ts';
import { browserPlatform } from '../../../src/platform/browser.ts';
import { createRemoteClient, type RemoteClient } from '../../../src/remote/client.ts';
import type { Analyzer } from '../../../src/service/analyzer.ts';
import { createIdSource } from '../../../src/service/ids.ts';
import { browserClock } from '../../../src/sync/clock.ts';
import { deliver } from '../../../src/sync/deliver.ts';
import { openResultsSide, type ResultsSideDeps } from '../../../src/sync/results/results-side.ts';
import { Sender } from '../../../src/sync/sender.ts';
import { SharedMemoryStore } from './shared-memory-store.ts';

export interface SyncedDevice {
  kerbside: Kerbside;
  /** What sync tells this tab alone. */
  events: EventHub;
  store: SharedMemoryStore;
  remote: RemoteClient;
  blocked: string[];
  /** The network is there from now on. */
  connect(): void;
  /** Resolves when everything was sent and all results have come. */
  inStep(): Promise<void>;
  close(): void;
}

interface Options extends Partial<Pick<ResultsSideDeps, 'routing' | 'upload' | 'retention' | 'scalePhoto'>> {
  /** As if the browser had thrown away what was recorded since. */
  lostSince?: string;
}

/** A device with its own models, and the real sender and poller between it and a running service. */
export async function syncedDevice(
  service: RunningService,
  analyzer: Analyzer,
  { lostSince, ...options }: Options = {},
): Promise<SyncedDevice> {
  const user = { id: 'ann', organizationId: 'kerb' };
  const token = await service.tokenFor(user);
  const remote = createRemoteClient({ baseUrl: service.url, getToken: () => token });
  const store = new SharedMemoryStore();
  const database = crypto.randomUUID();
  const kerbside = await openKerbside({ user, store, database });
  const platform = browserPlatform();
  const events = new EventHub(platform.openChannel(`kerbside:${database}`));
  const changes = new Changes({ store, events, user, ids: createIdSource(platform), now: platform.now });
  const clock = browserClock(platform.now);
  const guard = new StorageGuard({
    storage: platform.storage,
    events,
    now: clock.now,
    budgetBytes: Infinity,
  });
  const intake = { platform, maxBytes: Infinity };
  const host = { store, events, changes, platform, user, guard, intake, lostSince };
  let isOnline = false;
  const side = openResultsSide({
    host,
    store,
    remote: remote.calls,
    clock,
    routing: { route: 'auto', deadlineMs: 10_000, results: 'remote' },
    upload: {},
    retention: 'keep',
    hints: () => ({ isOnline }),
    ...options,
  });
  const blocked: string[] = [];
  const nothing = () => {};
  const widthOf = async (inspectionId: string, imageId: string) =>
    (await store.load(inspectionId))?.state.images.find(({ id }) => id === imageId)?.imageWidth;
  const sender = new Sender({
    store,
    clock,
    random: Math.random,
    userId: user.id,
    limits: { photos: 4, photosPerInspection: 3, small: 6, window: 16 },
    graceMs: 5_000,
    sendsStarts: options.routing?.results !== 'device',
    deliver: (operation, ids, signal) =>
      deliver(
        operation,
        ids,
        {
          remote: side.remote,
          photo: side.photo,
          imageWidth: widthOf,
          remoteInspectionId: async (id) => (await store.remoteIds([id]))[0]?.remoteId,
          now: clock.now,
        },
        signal,
      ),
    adopt: side.adopt,
    events: {
      onSending: nothing,
      onSettled: side.settled,
      onFailed: nothing,
      onBlocked: ({ kind }, { message }) => blocked.push(`${kind}: ${message}`),
      onHeld: nothing,
      onResumed: nothing,
      onIdle: nothing,
    },
  });
  const runner = new TaskRunner(host, analyzer, `kerbside:${database}`, side.routing);
  await runner.start();
  const stop = new AbortController();
  events.on('inspection.updated', ({ inspectionId }) => sender.touch(inspectionId));
  for (const type of ['inspection.created', 'image.added', 'task.updated'] as const)
    events.on(type, () => sender.poke());
  return {
    kerbside,
    events,
    store,
    remote,
    blocked,
    connect() {
      isOnline = true;
      void sender.run(stop.signal);
      void side.run(stop.signal);
    },
    async inStep() {
      for (;;) {
        const [{ operations }, awaited] = [await store.counts(), await store.awaited()];
        if (operations + awaited.length === 0 || blocked.length > 0) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    close() {
      stop.abort();
      runner.close();
      events.close();
      kerbside.close();
    },
  };
}
