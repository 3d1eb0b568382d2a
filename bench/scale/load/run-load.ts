import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../../test/fixtures/random.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { BAD_NETWORK, BadNetwork } from './bad-network.ts';
import { type DeviceRecord, runDevice } from './device.ts';
import { planOutages, runOutages } from './kills.ts';
import type { DrawPhoto } from './photos.ts';

export interface LoadOptions {
  devices: number;
  /** Per device. */
  photos: number;
  /** Seconds over which the devices arrive. */
  window: number;
  seed: number;
  /** Seconds after which a load that has not ended fails. */
  limit: number;
}

export interface LoadResult {
  devices: DeviceRecord[];
  network: BadNetwork;
  seconds: number;
  outages: string[];
}

/** Lets all devices arrive over the window and waits until each has its result, while processes are killed. */
export async function runLoad(
  cluster: Cluster,
  { devices: count, photos, window, seed, limit }: LoadOptions,
  draw: DrawPhoto,
  log: (line: string) => void,
): Promise<LoadResult> {
  const network = new BadNetwork({
    origins: cluster.apis.map(({ origin }) => origin),
    rates: BAD_NETWORK,
    latencyMs: { from: 20, to: 200 },
  });
  const outages = planOutages(cluster);
  const start = performance.now();
  let done = 0;
  const devices = Array.from({ length: count }, async (_, index) => {
    const random = seededRandom(seed * 1_000_003 + index);
    const token = await cluster.signToken(`device-${index}`);
    await sleep(random.between(0, window * 1000));
    const record = await runDevice({ index, photos, token, fetch: network.createFetch(random), draw });
    done += 1;
    if (done % Math.ceil(count / 10) === 0) log(`${done} of ${count} devices done`);
    return record;
  });
  const tooLong = new AbortController();
  const [records] = await Promise.race([
    Promise.all([
      Promise.all(devices),
      runOutages(outages, () => Math.min(1, network.acceptedPhotos / (count * photos)), log),
    ]),
    sleep(limit * 1000, undefined, { signal: tooLong.signal }).then(() => {
      throw new Error(`Only ${done} of ${count} devices were done after ${limit} s.`);
    }),
  ]);
  tooLong.abort();
  return {
    devices: records,
    network,
    seconds: (performance.now() - start) / 1000,
    outages: outages.map(({ what }) => what),
  };
}
