import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../cluster/cluster.ts';
import { readPeakMiB, resetPeak } from '../cluster/process-usage.ts';
import { createServiceRequests } from '../throughput/service-requests.ts';
import type { BenchPhoto } from './photos.ts';

export interface MemoryUnderLoad {
  /** Requests that were sent within eight seconds. */
  requests: number;
  /** How many of them got 503. */
  rejected: number;
  /** Largest resident memory of the API instance. */
  apiMiB: number;
}

const REQUESTS = 2_000;
const INSPECTIONS = 50;
/** Connections are opened faster than requests are handled, but not all at once: the system would refuse some. */
const GROUP = { requests: 50, everyMs: 200 };

/** Sends small photos in forms to one API instance within eight seconds, as devices do after an outage. */
export async function measureManyRequests(cluster: Cluster, photo: BenchPhoto): Promise<MemoryUnderLoad> {
  const [api] = cluster.apis;
  if (!api) throw new Error('There is no API instance.');
  const token = await cluster.signToken('many-requests');
  const { createInspection, sendPhoto, close } = createServiceRequests([api], {
    token,
    photo,
    connections: REQUESTS,
  });
  const inspections = await Promise.all(Array.from({ length: INSPECTIONS }, createInspection));
  resetPeak(api.pid());
  const responses = await Promise.all(
    Array.from({ length: REQUESTS }, async (_, index) => {
      await sleep(Math.floor(index / GROUP.requests) * GROUP.everyMs);
      return sendPhoto(inspections[index % INSPECTIONS] ?? '');
    }),
  );
  const statuses = responses.map(({ status }) => status);
  close();
  const rejected = statuses.filter((status) => status === 503).length;
  if (statuses.some((status) => status !== 200 && status !== 503))
    throw new Error(`Requests at the same time got ${[...new Set(statuses)].join()}.`);
  return { requests: REQUESTS, rejected, apiMiB: readPeakMiB(api.pid()) };
}
