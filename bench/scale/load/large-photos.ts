import { seededRandom } from '../../../test/fixtures/random.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { readPeakMiB, resetPeak } from '../cluster/process-usage.ts';
import { BadNetwork } from './bad-network.ts';
import { runDevice } from './device.ts';
import { type DrawPhoto, enlargePhoto } from './photos.ts';

export interface MemoryBySize {
  megabytes: number;
  photos: number;
  /** Largest resident memory of an API instance while the photos were sent. */
  apiMiB: number;
}

const SIZES_MB = [0.01, 1.5, 10, 40];
const DEVICES = 4;
const NO_FAULTS = { lost: 0, 'response lost': 0, cut: 0, rejected: 0 };

/** Lets several devices send photos of each size at the same time, and returns the memory of the API instances. */
export async function measureMemory(
  cluster: Cluster,
  firstDevice: number,
  draw: DrawPhoto,
): Promise<MemoryBySize[]> {
  const results: MemoryBySize[] = [];
  let device = firstDevice;
  for (const megabytes of SIZES_MB) {
    const network = new BadNetwork({
      origins: cluster.apis.map(({ origin }) => origin),
      rates: NO_FAULTS,
      latencyMs: { from: 0, to: 0 },
    });
    for (const { pid } of cluster.apis) resetPeak(pid());
    await Promise.all(
      Array.from({ length: DEVICES }, async () => {
        const index = device++;
        return runDevice({
          index,
          photos: 1,
          token: await cluster.signToken(`device-${index}`),
          fetch: network.createFetch(seededRandom(index)),
          draw: (...args) => enlargePhoto(draw(...args), megabytes * 1e6),
        });
      }),
    );
    const apiMiB = Math.max(...cluster.apis.map(({ pid }) => readPeakMiB(pid())));
    results.push({ megabytes, photos: DEVICES, apiMiB });
  }
  return results;
}
