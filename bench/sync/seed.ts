import { openDB } from 'idb';
import { MemoryStore, openKerbside } from 'kerbside';
import type { Operation } from '../../src/domain/outbox/operation.ts';
import { IndexedDbStore } from '../../src/store/indexeddb/indexeddb-store.ts';
import { type KerbsideDatabase, SCHEMA_VERSION } from '../../src/store/indexeddb/schema.ts';
import { createNextRow } from '../../src/store/inspection-row.ts';

/** Operations of one inspection: its creation, damages, severities, PDF data. */
export const PER_INSPECTION = 20;
const PARTS = ['hood', 'roof', 'trunk', 'grill', 'bumper_front', 'bumper_back', 'door_front_left'] as const;
const DAMAGES = ['dent', 'scratch'] as const;
const PER_TRANSACTION = 500;

/**
 * Fills a database with inspections and queued operations. The library records one; the others are copies with new ids,
 * written in large transactions: one strict transaction per change would take minutes.
 */
export async function seedOutbox(name: string, inspections: number): Promise<void> {
  const empty = new IndexedDbStore({ name });
  await empty.counts(); // the first use creates the schema
  empty.close();
  const { state, operations } = await recorded();
  const text = JSON.stringify({ state, operations });
  const database = await openDB<KerbsideDatabase>(name, SCHEMA_VERSION);
  for (let from = 0; from < inspections; from += PER_TRANSACTION) {
    const transaction = database.transaction(['inspections', 'outbox'], 'readwrite');
    for (let n = from; n < Math.min(from + PER_TRANSACTION, inspections); n += 1) {
      const copy = JSON.parse(withOwnIds(text, n)) as { state: typeof state; operations: Operation[] };
      const commit = { id: `seed:${n}`, state: copy.state, expectedVersion: 0, photos: [], operations: [] };
      const row = createNextRow(undefined, commit);
      if (row) void transaction.objectStore('inspections').put(row);
      for (const operation of copy.operations) void transaction.objectStore('outbox').put(operation as never);
    }
    await transaction.done;
  }
  database.close();
}

async function recorded() {
  const store = new MemoryStore();
  const kerbside = await openKerbside({ user: { id: 'bench' }, store });
  const { result: id } = await kerbside.inspections.createOne({
    tasks: { damage_detection: {} },
    vehicle: { brand: 'Aster', plate: 'KB-482-SD', mileage: { value: 41_250, unit: 'km' } },
  });
  for (let n = 1; n < PER_INSPECTION; n += 1) {
    const partType = PARTS[n % PARTS.length] ?? 'hood';
    if (n % 5 === 0) await kerbside.inspections.addAdditionalData(id, { comment: `note ${n}` });
    else if (n % 5 === 1) await kerbside.severities.createOne(id, { label: partType, level: 2 });
    else await kerbside.damages.createOne(id, { damageType: DAMAGES[n % 2] ?? 'dent', partType });
  }
  const loaded = await store.load(id);
  const operations = (await store.operations()).map(({ sequence: _sequence, ...operation }) => operation);
  kerbside.close();
  if (!loaded) throw new Error('The inspection is not there');
  return { state: loaded.state, operations };
}

/** Replaces the last group of every UUID with the number of the copy. */
function withOwnIds(text: string, copy: number): string {
  const own = copy.toString(16).padStart(8, '0');
  return text.replace(/([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-)[0-9a-f]{8}/g, `$1${own}`);
}
