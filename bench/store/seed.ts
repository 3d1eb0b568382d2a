import { openDB } from 'idb';
import { MemoryStore, openKerbside } from 'kerbside';
import { IndexedDbStore } from '../../src/store/indexeddb/indexeddb-store.ts';
import { type KerbsideDatabase, SCHEMA_VERSION } from '../../src/store/indexeddb/schema.ts';
import { createNextRow } from '../../src/store/inspection-row.ts';

const IMAGES = 4;
const DAMAGES = 3;
const PER_TRANSACTION = 250;

/**
 * Fills a database with inspections and returns their ids. They are created in memory and copied in large
 * transactions: one strict transaction per change would take minutes.
 */
export async function seed(name: string, inspections: number, photo: Uint8Array): Promise<string[]> {
  const empty = new IndexedDbStore({ name });
  await empty.counts(); // the first use creates the schema
  empty.close();
  const database = await openDB<KerbsideDatabase>(name, SCHEMA_VERSION);
  const ids: string[] = [];
  while (ids.length < inspections) {
    const { rows, photos, operations } = await made(
      Math.min(PER_TRANSACTION, inspections - ids.length),
      photo,
    );
    const transaction = database.transaction(['inspections', 'photos', 'outbox'], 'readwrite');
    await Promise.all([
      ...rows.map((row) => transaction.objectStore('inspections').put(row)),
      ...photos.map((one) => transaction.objectStore('photos').put(one)),
      ...operations.map((one) => transaction.objectStore('outbox').put(one)),
      transaction.done,
    ]);
    ids.push(...rows.map((row) => row.id));
  }
  database.close();
  return ids;
}

async function made(count: number, photo: Uint8Array) {
  const store = new MemoryStore();
  const kerbside = await openKerbside({ user: { id: 'bench' }, store });
  for (let n = 0; n < count; n += 1) await inspect(kerbside, photo);
  const { records } = await store.list({
    scope: 'all',
    includeDeleted: true,
    limit: count,
    paginationOrder: 'asc',
  });
  const rows = records.flatMap((state) => {
    const commit = { id: `seed:${state.inspection.id}`, state, expectedVersion: 0 };
    return createNextRow(undefined, { ...commit, photos: [], operations: [] }) ?? [];
  });
  const photos = await Promise.all(records.flatMap(({ images }) => images.map(({ id }) => store.photo(id))));
  // Without the sequence of the memory store: the database generates its own.
  const operations = (await store.operations()).map(({ sequence: _, ...operation }) => operation);
  kerbside.close();
  return { rows, photos: photos.filter((one) => one !== undefined), operations: operations as never[] };
}

async function inspect(kerbside: Awaited<ReturnType<typeof openKerbside>>, photo: Uint8Array) {
  const names = Array.from({ length: IMAGES }, (_, n) => `photo-${n}`);
  const { result } = await kerbside.inspections.createOne(
    {
      tasks: { damage_detection: {}, wheel_analysis: {} },
      vehicle: {
        brand: 'Aster',
        model: 'Touring',
        plate: 'KB-482-SD',
        mileage: { value: 41_250, unit: 'km' },
      },
      images: names.map((fileKey) => ({ acquisition: { fileKey }, tasks: ['damage_detection'] })),
    },
    { photos: Object.fromEntries(names.map((name) => [name, photo])) },
  );
  for (let n = 0; n < DAMAGES; n += 1) {
    await kerbside.damages.createOne(result, { damageType: 'scratch', partType: 'door_front_left' });
  }
}
