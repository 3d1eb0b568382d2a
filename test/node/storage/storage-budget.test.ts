import { afterEach, describe, expect, test } from 'vitest';
import { isKerbsideError } from '../../../src/errors.ts';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import type { Commit } from '../../../src/store/store.ts';
import { smallPhoto } from '../support/photos.ts';

const MB = 1024 * 1024;

const opened: Kerbside[] = [];
afterEach(() => {
  for (const kerbside of opened.splice(0)) kerbside.close();
});

/** A device with plenty of storage and an app that limits itself to 12 MB. */
async function device() {
  const phone = { usedBytes: 0, estimates: 0, now: 0, isBroken: false };
  class CountingStore extends MemoryStore {
    override async commit(commit: Commit) {
      if (phone.isBroken && commit.photos.length > 0) throw new Error('the disk is broken');
      const done = await super.commit(commit);
      if (done) for (const { bytes } of commit.photos) phone.usedBytes += bytes.byteLength;
      return done;
    }
  }
  const kerbside = await openKerbside({
    user: { id: 'ann' },
    database: crypto.randomUUID(),
    store: new CountingStore(),
    limits: { storageBytes: 12 * MB },
    platform: {
      now: () => phone.now,
      storage: {
        async estimate() {
          phone.estimates += 1;
          const { usedBytes } = phone;
          await new Promise((resolve) => setTimeout(resolve)); // asynchronous, like a browser
          return { usedBytes, quotaBytes: 1000 * MB };
        },
        persist: async () => true,
        isPersisted: async () => true,
      },
    },
  });
  opened.push(kerbside);
  const warnings: number[] = [];
  kerbside.on('storage.warning', ({ usedBytes }) => warnings.push(usedBytes));
  return { phone, kerbside, warnings };
}

const inspection = async ({ inspections }: Kerbside) => (await inspections.createOne({ tasks: {} })).result;

/** Returns a photo padded to 1 MB. */
async function photo(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(MB);
  bytes.set(await smallPhoto());
  return bytes;
}

async function outcomes(calls: Promise<unknown>[]): Promise<string[]> {
  const codeOf = (error: unknown) => (isKerbsideError(error) ? error.code : String(error));
  return Promise.all(calls.map((call) => call.then(() => 'kept', codeOf)));
}

const kept = (count: number) => Array.from({ length: count }, () => 'kept');
const rejected = (count: number) => Array.from({ length: count }, () => 'storage_full');

test('usage reports the limit as quota', async () => {
  const { kerbside } = await device();
  expect((await kerbside.storage.usage()).quotaBytes).toBe(12 * MB);
});

describe('photos added concurrently', () => {
  test('stay within the limit and emit one warning', async () => {
    const { phone, kerbside, warnings } = await device();
    const id = await inspection(kerbside);
    const file = new Blob([await photo()]);
    const calls = Array.from({ length: 14 }, () => kerbside.images.addOne(id, {}, file));
    // 2 MB stay free for the database itself.
    expect((await outcomes(calls)).sort()).toEqual([...kept(10), ...rejected(4)]);
    expect(phone.usedBytes).toBe(10 * MB);
    expect(warnings).toEqual([10 * MB]);
  });

  test('to several and new inspections share the limit', async () => {
    const { phone, kerbside } = await device();
    const ids = await Promise.all([inspection(kerbside), inspection(kerbside), inspection(kerbside)]);
    const bytes = await photo();
    const create = () =>
      kerbside.inspections.createOne(
        { tasks: {}, images: [{ acquisition: { strategy: 'upload_multipart_form_keys', fileKey: 'a' } }] },
        { photos: { a: bytes } },
      );
    const calls = ids.flatMap((id) => [
      kerbside.images.addOne(id, {}, bytes),
      kerbside.images.addOne(id, {}, bytes),
      create(),
      create(),
    ]);
    expect((await outcomes(calls)).sort()).toEqual([...kept(10), ...rejected(2)]);
    expect(phone.usedBytes).toBe(10 * MB);
  });

  test('need one storage estimate while they fit', async () => {
    const { phone, kerbside } = await device();
    const id = await inspection(kerbside);
    const bytes = await photo();
    await Promise.all(Array.from({ length: 6 }, () => kerbside.images.addOne(id, {}, bytes)));
    expect(phone.estimates).toBe(1);
  });

  test('count while they are being written, also with a new estimate', async () => {
    const { phone, kerbside } = await device();
    const [here, there] = [await inspection(kerbside), await inspection(kerbside)];
    const bytes = await photo();
    const calls = Array.from({ length: 12 }, (_, n) => {
      phone.now += 6_000; // the last estimate has expired each time
      return kerbside.images.addOne(n % 2 ? here : there, {}, bytes);
    });
    expect((await outcomes(calls)).sort()).toEqual([...kept(10), ...rejected(2)]);
  });
});

test('a failed write releases its reservation', async () => {
  const { phone, kerbside } = await device();
  const id = await inspection(kerbside);
  const bytes = await photo();
  const addAtOnce = (count: number) =>
    outcomes(Array.from({ length: count }, () => kerbside.images.addOne(id, {}, bytes)));
  phone.isBroken = true;
  expect(await addAtOnce(10)).toEqual(Array.from({ length: 10 }, () => 'Error: the disk is broken'));
  phone.isBroken = false;
  expect(await addAtOnce(10)).toEqual(kept(10));
});

test('a failed import releases its reservation', async () => {
  const { phone, kerbside } = await device();
  const id = await inspection(kerbside);
  for (let n = 0; n < 4; n += 1) await kerbside.images.addOne(id, {}, await photo());
  const zip = await kerbside.storage.export(id);
  phone.isBroken = true;
  for (let n = 0; n < 3; n += 1)
    expect(await outcomes([kerbside.storage.import(zip)])).toEqual(['Error: the disk is broken']);
  phone.isBroken = false;
  for (let n = 0; n < 6; n += 1) await kerbside.images.addOne(id, {}, await photo());
});
