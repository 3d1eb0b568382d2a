import { openKerbside } from 'kerbside';
import { remoteSync } from '../../src/sync/index.ts';
import { interleaved, type Summary, summary } from '../lib/samples.ts';
import { PER_INSPECTION, seedOutbox } from '../sync/seed.ts';
import { idbQueue, type PlainQueue, type QueuedRequest, workboxQueue } from './queues.ts';

export const WAYS = ['kerbside', 'idb', 'workbox'] as const;
export type Way = (typeof WAYS)[number];

export interface OutboxBenchOptions {
  baseUrl: string;
  enqueues: number;
  operations: number;
  rounds: number;
}

export interface OutboxBenchResult {
  enqueue: Record<Way | 'idbStrict', Summary>;
  /** Milliseconds for all operations. */
  replay: Record<Way, Summary>;
}

export interface BadNetworkOptions {
  way: Way;
  baseUrl: string;
  token: string;
  userId: string;
  bookings: number;
}

declare global {
  interface Window {
    outboxBench(options: OutboxBenchOptions): Promise<OutboxBenchResult>;
    /** Creates numbered inspections over an unreliable network until the queue is empty. */
    badNetwork(options: BadNetworkOptions): Promise<void>;
  }
}

const user = { id: 'bench' };
/** A minimal request. Kerbside's requests have more fields. */
const headers = { Authorization: 'Bearer bench', 'Content-Type': 'application/json' };

window.outboxBench = async (options) => ({ enqueue: await enqueue(options), replay: await replay(options) });

async function enqueue({ baseUrl, enqueues }: OutboxBenchOptions) {
  const kerbside = await openKerbside({ user, database: 'enqueue' });
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const [relaxed, strict] = [await idbQueue('relaxed', 'relaxed'), await idbQueue('strict', 'strict')];
  const workbox = workboxQueue('enqueue');
  const damage = { damageType: 'dent', partType: 'hood' } as const;
  const request: QueuedRequest = {
    url: `${baseUrl}/inspections/${id}/damages`,
    method: 'POST',
    headers,
    body: JSON.stringify({ damage_type: 'dent', part_type: 'hood' }),
  };
  const result = await interleaved(
    {
      kerbside: () => kerbside.damages.createOne(id, damage),
      idb: () => relaxed.add(request),
      idbStrict: () => strict.add(request),
      workbox: () => workbox.add(request),
    },
    { rounds: enqueues, warmUp: 20 },
  );
  kerbside.close();
  return result;
}

/** The same requests, from each queue. */
async function replay({ baseUrl, operations, rounds }: OutboxBenchOptions) {
  const samples: Record<Way, number[]> = { kerbside: [], idb: [], workbox: [] };
  for (let round = -1; round < rounds; round += 1) {
    const requests: QueuedRequest[] = [];
    await seedOutbox(`replay-${round}`, operations / PER_INSPECTION);
    const took: Record<Way, number> = {
      kerbside: await timed(async () => {
        const sync = remoteSync({
          baseUrl,
          getToken: () => 'bench',
          fetch: (url, { method = 'GET', body, ...init }) => {
            if (typeof body === 'string') requests.push({ url, method, headers, body });
            return fetch(url, { method, body: body ?? null, ...init });
          },
        });
        const kerbside = await openKerbside({ user, database: `replay-${round}`, sync });
        await kerbside.sync.flush();
        kerbside.close();
      }),
      idb: await replayed(await idbQueue(`idb-${round}`, 'relaxed'), requests, `idb${round}`),
      workbox: await replayed(workboxQueue(`workbox-${round}`), requests, `workbox${round}`),
    };
    if (round < 0) continue; // warm-up
    for (const [way, ms] of Object.entries(took)) samples[way as Way].push(ms);
  }
  const { kerbside, idb, workbox } = samples;
  return { kerbside: summary(kerbside), idb: summary(idb), workbox: summary(workbox) };
}

/** Separate URLs, so that a cached preflight of one does not speed up another. */
async function replayed(queue: PlainQueue, requests: readonly QueuedRequest[], own: string): Promise<number> {
  for (const request of requests)
    await queue.add({ ...request, url: request.url.replace('/v1/', `/v1/${own}/`) });
  return timed(() => queue.replay());
}

window.badNetwork = async ({ way, baseUrl, token, userId, bookings }) => {
  const numbers = Array.from({ length: bookings }, (_, booking) => booking);
  if (way === 'kerbside') {
    const sync = remoteSync({ baseUrl, getToken: () => token, graceMs: 200 });
    const kerbside = await openKerbside({ user: { id: userId }, database: `bad-network-${way}`, sync });
    for (const booking of numbers)
      await kerbside.inspections.createOne({
        tasks: { damage_detection: {} },
        additionalData: { booking },
      });
    await until(async () =>
      Object.values((await kerbside.sync.flush()).operations).every((left) => left === 0),
    );
    kerbside.close();
    return;
  }
  const queue = way === 'idb' ? await idbQueue(`bad-network-${way}`, 'strict') : workboxQueue('bad-network');
  for (const booking of numbers)
    await queue.add({
      url: `${baseUrl}/inspections`,
      method: 'POST',
      headers: { ...headers, Authorization: `Bearer ${token}` },
      body: JSON.stringify({
        tasks: { damage_detection: { status: 'NOT_STARTED' } },
        additional_data: { booking },
      }),
    });
  await until(async () => {
    await queue.replay().catch(() => {});
    return (await queue.left()) === 0;
  });
};

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 200));
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
