import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventOf } from '../../src/domain/events.ts';
import { type Kerbside, type KerbsideOptions, openKerbside } from '../../src/kerbside.ts';
import { deleteRaw } from '../fixtures/databases/raw.ts';

/** F18: the browser deleted the storage. */

let database: string;
const opened: Kerbside[] = [];
beforeEach(() => {
  database = `lost-${crypto.randomUUID()}`;
});
afterEach(async () => {
  for (const kerbside of opened.splice(0)) kerbside.close();
  await deleteRaw(database);
  localStorage.clear();
});

async function open(options: Pick<KerbsideOptions, 'analyzer'> = {}) {
  const kerbside = await openKerbside({ user: { id: 'ada' }, database, ...options });
  opened.push(kerbside);
  const losses: EventOf<'storage.lost'>[] = [];
  kerbside.on('storage.lost', (loss) => losses.push(loss));
  return { kerbside, losses };
}

/** Waits until the events of the opening are emitted. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

async function record(): Promise<string> {
  const { kerbside } = await open();
  const { result } = await kerbside.inspections.createOne({ tasks: {} });
  kerbside.close();
  return result;
}

// Proves fault F18.
test('emits storage.lost at the next start, with the time of the last use', async () => {
  const before = new Date().toISOString();
  await record();
  await deleteRaw(database);
  const { kerbside, losses } = await open();
  await nextTurn();
  expect(losses).toEqual([{ type: 'storage.lost', since: expect.any(String) }]);
  const since = losses[0]?.since ?? '';
  expect(since >= before && since <= new Date().toISOString()).toBe(true);
  expect((await kerbside.storage.usage()).lostSince).toBe(since);
});

test('emits storage.lost if an analyzer reads the database as Kerbside opens', async () => {
  await record();
  await deleteRaw(database);
  const never = () => new Promise<never>(() => {});
  const { losses } = await open({ analyzer: { analyze: never, assess: never } });
  await nextTurn();
  expect(losses).toHaveLength(1);
});

test('emits storage.lost in every tab at the next use if the database is deleted while open', async () => {
  const [tab, other] = [await open(), await open()];
  const before = new Date().toISOString();
  await tab.kerbside.inspections.createOne({ tasks: {} });
  await deleteRaw(database);
  await tab.kerbside.inspections.createOne({ tasks: {} });
  for (const { kerbside, losses } of [tab, other]) {
    await expect.poll(() => losses, { timeout: 25_000 }).toHaveLength(1);
    expect(losses[0]?.since && losses[0].since >= before).toBe(true);
    expect(await kerbside.storage.usage()).toMatchObject({ inspections: 1, lostSince: losses[0]?.since });
  }
});

test('does not emit storage.lost if an empty database is deleted while open', async () => {
  const { kerbside, losses } = await open();
  await deleteRaw(database);
  await kerbside.inspections.createOne({ tasks: {} });
  await nextTurn();
  expect(losses).toEqual([]);
});

test('does not emit storage.lost for an existing or a new database', async () => {
  const fresh = await open();
  await record();
  const again = await open();
  await nextTurn();
  expect([...fresh.losses, ...again.losses]).toEqual([]);
  expect((await again.kerbside.storage.usage()).lostSince).toBeNull();
});

test('does not emit storage.lost after every inspection was purged', async () => {
  const id = await record();
  const { kerbside } = await open();
  await kerbside.storage.purge(id, { discardUnsent: true });
  await expect.poll(() => localStorage.length, { timeout: 25_000 }).toBe(0);
  kerbside.close();
  await deleteRaw(database);
  const { losses } = await open();
  await nextTurn();
  expect(losses).toEqual([]);
});
