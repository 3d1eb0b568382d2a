import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { type KerbsideOptions, openKerbside } from '../../../src/kerbside.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { rejection } from '../../conformance/api-under-test.ts';
import { dumpStore } from '../support/dump-store.ts';
import { type FullInspection, openWithFullInspection } from '../support/full-inspection.ts';
import { createMemoryNotes } from '../support/memory-notes.ts';
import { smallPhoto } from '../support/photos.ts';

const RECORDS = 'inspection.json';

describe('an export', () => {
  const database = crypto.randomUUID();
  const platform = { notes: createMemoryNotes() };
  let place: FullInspection;
  let zip: Uint8Array;
  beforeAll(async () => {
    place = await openWithFullInspection({ database, platform });
    zip = new Uint8Array(await (await place.kerbside.storage.export(place.id)).arrayBuffer());
  });
  const emptyDevice = async (options: Partial<KerbsideOptions> = {}) => {
    const store = new MemoryStore();
    const own = { user: { id: 'ben' }, store, database: crypto.randomUUID(), ...options };
    return { store, kerbside: await openKerbside(own) };
  };
  /** The device that made the export, after its browser deleted the database. */
  const sameDevice = () => emptyDevice({ user: { id: 'ann' }, database, platform });
  /** Returns the zip with changed records. */
  const tampered = (change: (records: string) => string) => {
    const files = unzipSync(zip);
    return zipSync(
      { ...files, [RECORDS]: strToU8(change(strFromU8(files[RECORDS] ?? new Uint8Array()))) },
      { level: 0 },
    );
  };

  test('is a plain zip file of records, photos and a signature', () => {
    const files = unzipSync(zip);
    expect(Object.keys(files).sort()).toEqual(
      [RECORDS, 'signature', `photos/${place.imageId}`, `photos/${place.deletedImageId}`].sort(),
    );
    expect(JSON.parse(strFromU8(files[RECORDS] ?? new Uint8Array()))).toMatchObject({
      format: 'kerbside-inspection',
      version: 1,
    });
  });

  test.each(['Blob', 'ArrayBuffer', 'Uint8Array'])(
    'restores all records, photos and operations on its own device from a %s',
    async (form) => {
      const { kerbside, store } = await sameDevice();
      const imported: string[] = [];
      kerbside.on('inspection.imported', ({ inspectionId }) => imported.push(inspectionId));
      const file =
        form === 'Blob' ? new Blob([zip.slice()]) : form === 'ArrayBuffer' ? zip.slice().buffer : zip;
      const { result, entities, isCopy } = await kerbside.storage.import(file);
      expect({ result, isCopy }).toEqual({ result: place.id, isCopy: false });
      expect(Object.keys(entities.inspections)).toEqual([place.id]);
      const all = { showDeletedObjects: true };
      expect(await kerbside.inspections.getOne(place.id, all)).toEqual(
        await place.kerbside.inspections.getOne(place.id, all),
      );
      expect(await kerbside.images.photo(place.imageId)).toEqual(
        await place.kerbside.images.photo(place.imageId),
      );
      const unsent = (await place.store.operations({ inspectionId: place.id })).map(
        ({ sequence: _, ...one }) => one,
      );
      expect((await store.operations()).map(({ sequence: _, delivery: __, ...one }) => one)).toEqual(unsent);
      expect(imported).toEqual([place.id]);
      kerbside.close();
    },
  );

  test('restores remote ids, awaited tasks, and operations marked as possibly sent since', async () => {
    const remoteId = {
      localId: place.id,
      remoteId: 'r-1',
      inspectionId: place.id,
      kind: 'inspection',
    } as const;
    const task = { inspectionId: place.id, taskName: 'damage_detection', since: 1_000 } as const;
    await place.store.record([
      { type: 'map', remoteId },
      { type: 'await', task },
    ]);
    const { kerbside, store } = await sameDevice();
    await kerbside.storage.import(await place.kerbside.storage.export(place.id));
    expect(await store.remoteIdsOf(place.id)).toEqual([remoteId]);
    expect(await store.awaited()).toEqual([task]);
    for (const { delivery } of await store.operations()) {
      expect(delivery).toEqual({ state: 'queued', attempts: 0, unanswered: true });
    }
    kerbside.close();
  });

  describe('of another device', () => {
    test('becomes a copy of this user with new ids and no remote ids', async () => {
      const { kerbside, store } = await emptyDevice();
      const { result: id, isCopy } = await kerbside.storage.import(zip);
      expect(isCopy).toBe(true);
      const { entities } = await kerbside.inspections.getOne(id, { showDeletedObjects: true });
      const original = await place.kerbside.inspections.getOne(place.id, { showDeletedObjects: true });
      const count = (all: typeof entities) =>
        Object.entries(all).map(([kind, records]) => [kind, Object.keys(records).length]);
      expect(count(entities)).toEqual(count(original.entities));
      for (const kind of Object.keys(entities) as (keyof typeof entities)[]) {
        const before = Object.keys(original.entities[kind]);
        expect(Object.keys(entities[kind]).filter((one) => before.includes(one))).toEqual([]);
      }
      expect(entities.inspections[id]).toMatchObject({ ownerId: 'ben', additionalData: { booking: 1 } });
      expect((await kerbside.inspections.getMany()).result).toEqual([id]);
      expect(await store.remoteIdsOf(id)).toEqual([]);
      expect(await store.awaited()).toEqual([]);
      for (const one of await store.operations())
        expect([one.userId, one.delivery]).toEqual(['ben', undefined]);
      kerbside.close();
    });

    test('has the photos of the original', async () => {
      const { kerbside } = await emptyDevice();
      const { result: id } = await kerbside.storage.import(zip);
      const [image = ''] = (await kerbside.images.getMany(id)).result;
      expect(await kerbside.images.photo(image)).toEqual(await place.kerbside.images.photo(place.imageId));
      kerbside.close();
    });

    test('does not touch the original if that is on the device, too', async () => {
      const before = await dumpStore(place.store);
      const { result: id } = await place.kerbside.storage.import(
        tampered((records) => records.replace('Renault', 'Citroen')),
      );
      expect(id).not.toBe(place.id);
      await place.kerbside.storage.purge(id, { discardUnsent: true });
      expect(await dumpStore(place.store)).toEqual(before);
    });

    test('is imported without operations with send: false', async () => {
      for (const { kerbside, store } of [await emptyDevice(), await sameDevice()]) {
        const { result: id, isCopy } = await kerbside.storage.import(zip, { send: false });
        expect(isCopy).toBe(true);
        expect(await store.operations()).toEqual([]);
        expect((await kerbside.inspections.getOne(id)).result).toBe(id);
        kerbside.close();
      }
    });
  });

  test('is a consistent snapshot: contains all or nothing of a photo that another tab adds meanwhile', async () => {
    const { kerbside, store } = await emptyDevice();
    const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
    const read = store.outboxOf.bind(store);
    let isFirst = true;
    store.outboxOf = async (inspectionId) => {
      if (isFirst) await kerbside.images.addOne(id, {}, await smallPhoto());
      isFirst = false;
      return read(inspectionId);
    };
    const elsewhere = await emptyDevice();
    const { result: copy } = await elsewhere.kerbside.storage.import(await kerbside.storage.export(id));
    const kinds = (await elsewhere.store.operations()).map(({ kind }) => kind);
    const { images } = (await elsewhere.kerbside.inspections.getOne(copy)).entities;
    expect([kinds, Object.keys(images).length]).toEqual([['inspection.create', 'image.add'], 1]);
    for (const one of [kerbside, elsewhere.kerbside]) one.close();
  });

  test('is imported without unpacking unknown files in the zip', async () => {
    const { kerbside } = await sameDevice();
    const files = { ...unzipSync(zip), 'more/of/it': new Uint8Array(1_000) };
    expect((await kerbside.storage.import(zipSync(files))).result).toBe(place.id);
    kerbside.close();
  });

  test.each([
    ['on its own device', sameDevice],
    ['as a copy', emptyDevice],
  ])('is rejected with conflict while it is there %s, and imported after a purge', async (_where, open) => {
    const { kerbside, store } = await open();
    const { result: id } = await kerbside.storage.import(zip);
    const before = await dumpStore(store);
    for (let n = 0; n < 2; n += 1) {
      expect(await rejection(kerbside.storage.import(zip))).toMatchObject({ code: 'conflict' });
      expect(await dumpStore(store)).toEqual(before);
    }
    await kerbside.storage.purge(id, { discardUnsent: true });
    expect(await store.counts()).toEqual({ inspections: 0, photos: 0, operations: 0 });
    expect((await kerbside.storage.import(zip)).result).toBe(id);
    kerbside.close();
  });

  test('can be edited after the import, and new ids sort after imported ids', async () => {
    const { kerbside } = await sameDevice();
    await kerbside.storage.import(zip);
    const { result } = await kerbside.damages.createOne(place.id, { damageType: 'dent', partType: 'roof' });
    expect(result > place.damageId).toBe(true);
    kerbside.close();
  });

  const altered: [what: string, change: (files: Record<string, Uint8Array>) => void, message: string][] = [
    ['without records', (files) => delete files[RECORDS], RECORDS],
    [
      'with records that are not JSON',
      (files) => Object.assign(files, { [RECORDS]: strToU8('{') }),
      'is not JSON',
    ],
    [
      'with one image twice',
      (files) => {
        const records = JSON.parse(strFromU8(files[RECORDS] ?? new Uint8Array()));
        records.state.images.push(records.state.images[0]);
        files[RECORDS] = strToU8(JSON.stringify(records));
      },
      'twice',
    ],
    ['with a photo missing', (files) => delete files[`photos/${place.imageId}`], 'missing'],
    [
      'with a byte of a photo flipped',
      (files) => {
        const photo = files[`photos/${place.imageId}`];
        if (photo) photo[100] = (photo[100] ?? 0) ^ 1;
      },
      'altered',
    ],
  ];
  test.each(altered)('%s is rejected', async (_what, change, message) => {
    const { kerbside, store } = await emptyDevice();
    const files = unzipSync(zip);
    change(files);
    const error = await rejection(kerbside.storage.import(zipSync(files, { level: 0 })));
    expect(error.code).toBe('invalid_input');
    expect(error.message).toContain(message);
    expect(await store.counts()).toEqual({ inspections: 0, photos: 0, operations: 0 });
    kerbside.close();
  });

  test.each([
    ['another format', '"format":"kerbside-inspection"', '"format":"zip"', 'zip.format'],
    ['a later version', '"version":1', '"version":2', 'zip.version'],
    [
      'a severity without a value',
      '"customSeverity"',
      '"severity"',
      'zip.state.severityResults[0].value.customSeverity',
    ],
    ['an unknown task', '"name":"wheel_analysis"', '"name":"polishing"', 'zip.state.tasks[1].name'],
  ])('with %s is rejected with the path of the field', async (_what, from, to, path) => {
    const { kerbside } = await emptyDevice();
    const error = await rejection(kerbside.storage.import(tampered((records) => records.replace(from, to))));
    expect(error).toMatchObject({ code: 'invalid_input', details: { path } });
    kerbside.close();
  });
});
