import { setTimeout as sleep } from 'node:timers/promises';
import { openKerbside } from '../../../src/kerbside.ts';
import { createLocks } from '../../../src/platform/locks.ts';
import type { Fetch } from '../../../src/remote/transport.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { remoteSync } from '../../../src/sync/index.ts';
import { BASE_ORIGIN } from './bad-network.ts';
import type { DrawPhoto } from './photos.ts';

/** What a device made, to compare with what the service has. */
export interface DeviceRecord {
  plate: string;
  /** SHA-256 of each photo. */
  photos: string[];
  /** The inspection's id at the service, as the device knows it. */
  remoteId: string;
  /** From its arrival to the last result, in seconds. */
  seconds: number;
  /** Damages that the service's task returned to the device. */
  damages: number;
}

export interface DeviceOptions {
  index: number;
  photos: number;
  token: string;
  fetch: Fetch;
  draw: DrawPhoto;
}

const CHECK_MS = 1_000;

/**
 * Runs one device with the library that an app uses, on a store in memory: one inspection, its photos and a task are
 * recorded offline, then sent. Resolves when the outbox is empty and the service's result has arrived.
 */
export async function runDevice({ index, photos, token, fetch, draw }: DeviceOptions): Promise<DeviceRecord> {
  const start = performance.now();
  const user = { id: `device-${index}`, organizationId: 'fleet' };
  const store = new MemoryStore();
  const kerbside = await openKerbside({
    user,
    store,
    database: user.id,
    platform: { locks: createLocks(undefined) },
    sync: remoteSync({
      baseUrl: `${BASE_ORIGIN}/v1`,
      getToken: () => token,
      fetch,
      route: 'remote',
      graceMs: 1_000,
    }),
  });
  try {
    const plate = `D-${index}`;
    const { result: id } = await kerbside.inspections.createOne({
      tasks: { damage_detection: {} },
      vehicle: { plate },
    });
    const hashes: string[] = [];
    for (let photo = 0; photo < photos; photo += 1) {
      const { bytes, sha256 } = draw(index, photo);
      await kerbside.images.addOne(id, { name: `${photo}`, tasks: ['damage_detection'] }, new Blob([bytes]));
      hashes.push(sha256);
    }
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
    await waitUntilSynced(kerbside);
    const { entities } = await kerbside.inspections.getOne(id);
    return {
      plate,
      photos: hashes,
      remoteId: (await kerbside.sync.statusOf(id)).remoteId ?? '',
      damages: Object.keys(entities.damages).length,
      seconds: (performance.now() - start) / 1000,
    };
  } finally {
    await kerbside.close();
  }
}

async function waitUntilSynced(kerbside: Awaited<ReturnType<typeof openKerbside>>): Promise<void> {
  for (;;) {
    const { operations, awaited, blocked } = await kerbside.sync.status();
    const [first] = blocked;
    if (first) throw new Error(`${first.kind} was rejected: ${first.reason.message}`);
    if (Object.values(operations).every((count) => count === 0) && awaited === 0) return;
    await sleep(CHECK_MS);
  }
}
