import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Kerbside, openKerbside } from '../../src/kerbside.ts';
import { SCHEMA_VERSION } from '../../src/store/indexeddb/schema.ts';
import {
  CONNECTION_FAULTS,
  type Fault,
  reportCommitsAsAborted,
  spyTransactions,
} from '../fixtures/databases/indexeddb-faults.ts';
import { deleteRaw, openRaw } from '../fixtures/databases/raw.ts';

/** F8 through the public API: operations and events. */

let database: string;
let kerbside: Kerbside;
let inspectionId: string;
const faults: Fault[] = [];

beforeEach(async () => {
  database = `faults-${crypto.randomUUID()}`;
  kerbside = await openKerbside({ user: { id: 'ada' }, database });
  inspectionId = (await kerbside.inspections.createOne({ tasks: {} })).result;
});
afterEach(async () => {
  for (const fault of faults.splice(0)) fault.end();
  kerbside.close();
  await deleteRaw(database);
});

const dent = { damageType: 'dent', partType: 'hood' } as const;
const damages = async () =>
  (await kerbside.inspections.getOne(inspectionId)).entities.inspections[inspectionId]?.damages;

test.each(CONNECTION_FAULTS)('an operation succeeds after one "$text"', async ({ strike }) => {
  faults.push(await strike(1));
  const { result } = await kerbside.damages.createOne(inspectionId, dent);
  expect(await damages()).toEqual([result]);
});

// Proves fault F8.
test.each([1, 3])('a commit whose completion event was lost %i times is applied once', async (times) => {
  faults.push(await reportCommitsAsAborted(times));
  const { result } = await kerbside.damages.createOne(inspectionId, dent);
  expect(faults[0]?.count).toBe(times);
  expect(await damages()).toEqual([result]);
  expect(await kerbside.storage.usage()).toMatchObject({ operations: 2 });
});

test('after an upgrade by another tab, emits storage.outdated and rejects every call with storage_outdated', async () => {
  const events: string[] = [];
  kerbside.on('storage.outdated', ({ type }) => events.push(type));
  const newer = await openRaw(database, SCHEMA_VERSION + 1);
  await expect(kerbside.damages.createOne(inspectionId, dent)).rejects.toMatchObject({
    code: 'storage_outdated',
    message: expect.stringMatching(/reload/i),
  });
  await expect(kerbside.inspections.getMany()).rejects.toMatchObject({ code: 'storage_outdated' });
  expect(events).toEqual(['storage.outdated']);
  await expect(openKerbside({ user: { id: 'ada' }, database })).rejects.toMatchObject({
    code: 'storage_outdated',
  });
  newer.close();
});

test('every write uses strict durability', async () => {
  const relaxed: string[] = [];
  let writes = 0;
  faults.push(
    spyTransactions(({ mode, durability }) => {
      if (mode === 'readonly') return;
      writes += 1;
      if (durability !== 'strict') relaxed.push(durability);
    }),
  );
  const { result } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  await kerbside.inspections.updateVehicle(result, { plate: 'AB-123-CD' });
  await kerbside.inspections.addAdditionalData(result, { comment: 'rain' });
  await kerbside.damages.createOne(result, dent);
  await kerbside.tasks.updateOne(result, 'damage_detection', { status: 'DONE' });
  const zip = await kerbside.storage.export(result);
  await kerbside.inspections.deleteOne(result);
  await kerbside.storage.purge(result, { discardUnsent: true });
  await kerbside.storage.import(zip);
  expect(writes).toBe(8);
  expect(relaxed).toEqual([]);
});
