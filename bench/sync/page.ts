import { type Kerbside, openKerbside } from 'kerbside';
import { remoteSync } from '../../src/sync/index.ts';
import { interleaved, type Summary, summary } from '../lib/samples.ts';
import { PER_INSPECTION, seedOutbox } from './seed.ts';

export interface SyncBenchOptions {
  baseUrl: string;
  slowUrl: string;
  operations: number;
  rounds: number;
  concurrency: number;
  enqueues: number;
  queued: number;
}

export interface SyncBenchResult {
  /** Milliseconds for all operations. */
  replay: Record<'kerbside' | 'bare', Summary>;
  enqueue: Record<'alone' | 'sending', Summary>;
  /** Milliseconds from opening to the first request. */
  start: Record<'few' | 'many', Summary>;
}

declare global {
  interface Window {
    syncBench(options: SyncBenchOptions): Promise<SyncBenchResult>;
  }
}

const user = { id: 'bench' };
const getToken = () => 'bench';

window.syncBench = async (options) => ({
  replay: await replay(options),
  enqueue: await enqueue(options),
  start: await start(options),
});

/** Sends the same requests with the same concurrency from the outbox and from a bare loop. */
async function replay({ baseUrl, operations, rounds, concurrency }: SyncBenchOptions) {
  const samples = { kerbside: [] as number[], bare: [] as number[] };
  for (let round = -1; round < rounds; round += 1) {
    const database = `replay-${round}`;
    await seedOutbox(database, operations / PER_INSPECTION);
    const requests: BareRequest[] = [];
    const kerbside = await timed(async () => {
      const sync = remoteSync({
        baseUrl,
        getToken,
        concurrency: { small: concurrency },
        fetch: (url, init) => {
          requests.push({ url, method: init.method, body: init.body });
          return fetch(url, init);
        },
      });
      const opened = await openKerbside({ user, database, sync });
      const { operations: left } = await opened.sync.flush();
      if (Object.values(left).some((count) => count > 0)) throw new Error(`Left: ${JSON.stringify(left)}`);
      opened.close();
    });
    // Separate URLs, so that a cached preflight of one does not speed up the other.
    const own = requests.map((one) => ({ ...one, url: one.url.replace('/v1/', `/v1/bare${round}/`) }));
    const bare = await timed(() => bareLoop(own, concurrency));
    if (round < 0) continue;
    samples.kerbside.push(kerbside);
    samples.bare.push(bare);
  }
  return { kerbside: summary(samples.kerbside), bare: summary(samples.bare) };
}

interface BareRequest {
  url: string;
  method: string | undefined;
  body: BodyInit | null | undefined;
}

async function bareLoop(requests: readonly BareRequest[], concurrency: number): Promise<void> {
  const waiting = [...requests];
  const worker = async () => {
    for (let request = waiting.shift(); request; request = waiting.shift()) {
      const headers = {
        Authorization: 'Bearer bench',
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
      };
      const { url, method = 'GET', body = null } = request;
      await (await fetch(url, { method, body, headers })).json();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** The cost of recording while nothing is sent, and while a long outbox is sent. */
async function enqueue({ slowUrl, enqueues }: SyncBenchOptions) {
  await seedOutbox('sending', 1_000);
  const sync = remoteSync({ baseUrl: slowUrl, getToken });
  const open = {
    alone: await openKerbside({ user, database: 'alone' }),
    sending: await openKerbside({ user, database: 'sending', sync }),
  };
  const ids = { alone: await created(open.alone), sending: await created(open.sending) };
  const record = (name: 'alone' | 'sending', round: number) =>
    open[name].damages.createOne(at(ids[name], round), { damageType: 'dent', partType: 'hood' });
  const result = await interleaved(
    { alone: (round) => record('alone', round), sending: (round) => record('sending', round) },
    { rounds: enqueues, warmUp: 20 },
  );
  const { operations } = await open.sending.sync.status();
  if (operations.queued + operations.sending === 0)
    throw new Error('Sending ended before the measurement did');
  for (const kerbside of Object.values(open)) kerbside.close();
  return result;
}

async function created(kerbside: Kerbside): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    ids.push((await kerbside.inspections.createOne({ tasks: { damage_detection: {} } })).result);
  }
  return ids;
}

/** From opening to the first request. */
async function start({ slowUrl, queued }: SyncBenchOptions) {
  const sizes = { few: 1, many: queued / PER_INSPECTION };
  for (const [name, inspections] of Object.entries(sizes)) await seedOutbox(`start-${name}`, inspections);
  const first = (name: keyof typeof sizes) => async () => {
    let left = () => {};
    const request = new Promise<void>((resolve) => {
      left = resolve;
    });
    // It never gets a response, so the outbox does not change; each round has one more operation in doubt.
    const fetch = () => {
      left();
      return new Promise<Response>(() => {});
    };
    const sync = remoteSync({ baseUrl: slowUrl, getToken, fetch, graceMs: 0 });
    const kerbside = await openKerbside({ user, database: `start-${name}`, sync });
    await request;
    kerbside.close();
  };
  return interleaved({ few: first('few'), many: first('many') }, { rounds: 5, warmUp: 1 });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function at(ids: readonly string[], index: number): string {
  const id = ids.at(index % ids.length);
  if (id === undefined) throw new RangeError('There is no inspection to measure');
  return id;
}
