import { openDB } from 'idb';
import { type Kerbside, openKerbside } from 'kerbside';
import { interleaved, type Summary } from '../lib/samples.ts';
import { seed } from './seed.ts';

export interface StoreBenchOptions {
  few: number;
  many: number;
  rounds: { getOne: number; addOne: number; photo: number };
}

export interface StoreBenchResult {
  seededInMs: number;
  getOne: Record<'few' | 'many', Summary>;
  addOne: Record<'few' | 'many', Summary>;
  photo: Record<'addOne' | 'bare', Summary>;
  photoBytes: number;
}

declare global {
  interface Window {
    storeBench(options: StoreBenchOptions): Promise<StoreBenchResult>;
  }
}

const user = { id: 'bench' };

window.storeBench = async ({ few, many, rounds }) => {
  const [tiny, small, large] = await Promise.all(['/tiny.jpg', '/small.jpg', '/large.jpg'].map(fetched));
  if (!tiny || !small || !large) throw new Error('A photo is missing');
  const start = performance.now();
  const ids = { few: await seed('few', few, tiny), many: await seed('many', many, tiny) };
  const seededInMs = Math.round(performance.now() - start);
  const open = {
    few: await openKerbside({ user, database: 'few' }),
    many: await openKerbside({ user, database: 'many' }),
  };

  const getOne = await interleaved(
    {
      few: () => open.few.inspections.getOne(anyOf(ids.few)),
      many: () => open.many.inspections.getOne(anyOf(ids.many)),
    },
    { rounds: rounds.getOne, warmUp: 50 },
  );

  // The same number of inspections grows in both. Otherwise the few would soon have more images each.
  const targets = { few: spread(ids.few, few), many: spread(ids.many, few) };
  const addOne = await interleaved(
    {
      few: (round) => add(open.few, at(targets.few, round), small),
      many: (round) => add(open.many, at(targets.many, round), small),
    },
    { rounds: rounds.addOne, warmUp: 10 },
  );

  const photo = await againstBarePut(large, rounds.photo);
  return { seededInMs, getOne, addOne, photo, photoBytes: large.length };
};

/** The minimum to store a photo safely: its hash and one strict transaction. */
async function againstBarePut(bytes: Uint8Array<ArrayBuffer>, rounds: number) {
  const kerbside = await openKerbside({ user, database: 'photos' });
  const bare = await openDB('bare', 1, {
    upgrade: (database) => void database.createObjectStore('photos', { keyPath: 'id' }),
  });
  const inspectionIds: string[] = [];
  for (let n = 0; n < 10; n += 1) {
    inspectionIds.push((await kerbside.inspections.createOne({ tasks: { damage_detection: {} } })).result);
  }
  return interleaved(
    {
      addOne: (round) => add(kerbside, at(inspectionIds, round), bytes),
      bare: async () => {
        const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
        const transaction = bare.transaction('photos', 'readwrite', { durability: 'strict' });
        await Promise.all([
          transaction.store.put({ id: crypto.randomUUID(), bytes: bytes.buffer, sha256 }),
          transaction.done,
        ]);
      },
    },
    { rounds, warmUp: 10 },
  );
}

function add(kerbside: Kerbside, inspectionId: string, photo: Uint8Array) {
  return kerbside.images.addOne(inspectionId, { tasks: ['damage_detection'] }, photo);
}

async function fetched(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await fetch(path)).arrayBuffer());
}

function anyOf(ids: readonly string[]): string {
  return at(ids, Math.floor(Math.random() * ids.length));
}

function at(ids: readonly string[], index: number): string {
  const id = ids.at(index % ids.length);
  if (id === undefined) throw new RangeError('There is no inspection to measure');
  return id;
}

function spread(ids: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, n) => at(ids, Math.floor((n * ids.length) / count)));
}
