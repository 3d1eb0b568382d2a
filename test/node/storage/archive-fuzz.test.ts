import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { sha256 } from '../../../src/platform/sha256.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { allowKerbsideErrors } from '../support/allow-kerbside-errors.ts';
import { crossedTexts, mutationOf } from '../support/arbitrary-input.ts';
import { dumpStore } from '../support/dump-store.ts';
import { type FullInspection, openWithFullInspection } from '../support/full-inspection.ts';
import { createMemoryNotes } from '../support/memory-notes.ts';
import { smallPhoto } from '../support/photos.ts';

/** `npm run test:soak` imports 10,000 files. */
const FILES = process.env.KERBSIDE_SOAK === undefined ? 150 : 10_000;
const MiB = 1024 * 1024;

interface Device {
  kerbside: Kerbside;
  store: MemoryStore;
}

describe('import of a file that is not an export, or is corrupt', () => {
  let zip: Uint8Array;
  let place: FullInspection;
  let records: { photos: { imageId: string }[]; state: { images: { id: string }[] } };
  /** Has the original. */
  let original: Device;
  /** Can recognize the signature, and has other inspections. */
  let restored: Device;
  /** Has never seen the file. */
  let stranger: Device;
  /** Local and remote ids of what is on the devices. */
  const ids: string[] = [];

  beforeAll(async () => {
    const phone = { database: 'fuzz-import', platform: { notes: createMemoryNotes() } };
    place = await openWithFullInspection(phone);
    zip = new Uint8Array(await (await place.kerbside.storage.export(place.id)).arrayBuffer());
    records = JSON.parse(strFromU8(unzipSync(zip)['inspection.json'] ?? new Uint8Array()));
    original = place;
    restored = await openDevice(phone);
    stranger = await openDevice({ database: 'fuzz-import-elsewhere' });
  });

  /** Opens a device with an inspection that the service has. */
  async function openDevice(options: object): Promise<Device> {
    const store = new MemoryStore();
    const kerbside = await openKerbside({ user: { id: 'ben' }, store, ...options });
    const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
    const { result: imageId } = await kerbside.images.addOne(id, {}, await smallPhoto(2));
    const [create] = await store.operations();
    for (const [localId, kind] of [
      [id, 'inspection'],
      [imageId, 'image'],
    ] as const) {
      const remoteId = `remote-${localId}`;
      await store.record([{ type: 'map', remoteId: { localId, remoteId, inspectionId: id, kind } }]);
      ids.push(localId, remoteId);
    }
    ids.push(create?.id ?? '');
    return { kerbside, store };
  }

  const pack = (json: string, files: Record<string, Uint8Array> = {}, level: 0 | 6 = 0) =>
    zipSync({ ...unzipSync(zip), 'inspection.json': strToU8(json), ...files }, { level });

  test('rejects arbitrary bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect(await importAndUse(bytes)).toEqual([false, false, false]);
      }),
      { numRuns: FILES / 10 },
    );
  });

  test('rejects or safely imports changed or truncated bytes', async () => {
    const flips = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(flips, fc.nat(), async (changes, cut) => {
        const bytes = zip.slice(0, cut % 3 === 0 ? cut % zip.length : zip.length);
        for (const [at, value] of changes) bytes[at % zip.length] = value;
        await importAndUse(bytes);
      }),
      { numRuns: FILES / 5 },
    );
  });

  test('rejects changed records, or imports them so that every operation works on them', async () => {
    await fc.assert(
      fc.asyncProperty(mutationOf(records), async (changed) => {
        await importAndUse(pack(asJson(changed)));
      }),
      { numRuns: (FILES * 3) / 10 },
    );
  });

  // Proves fault F24.
  test('rejects records whose ids point elsewhere, or imports them without touching what they point to', async () => {
    const once = crossedTexts(records, ids);
    const twice = once.chain((changed) => crossedTexts(changed, ids));
    await fc.assert(
      fc.asyncProperty(fc.oneof(once, twice), async (changed) => {
        await importAndUse(pack(asJson(changed)));
      }),
      { numRuns: (FILES * 3) / 10 },
    );
  });

  test('rejects photos that are none, or larger than they could be', async () => {
    const jpeg = await smallPhoto();
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .constantFrom('<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html>', '%PDF-1.7')
        .map(strToU8),
      fc.nat(MiB).map((size) => new Uint8Array(size)),
      fc.nat(jpeg.length).map((length) => jpeg.slice(0, length)),
      fc.nat(MiB).map((size) => Uint8Array.of(...jpeg.subarray(0, 20), ...new Uint8Array(size % 5_000))),
    );
    await fc.assert(
      fc.asyncProperty(bytes, fc.constantFrom(0, 6), async (photo, level) => {
        const hash = await sha256(new Uint8Array(photo).buffer);
        const stated = { sha256: hash, packedSha256: hash, binarySize: photo.length };
        const changed = structuredClone(records);
        const [first] = changed.photos;
        const image = changed.state.images.find(({ id }) => id === first?.imageId);
        Object.assign(first ?? {}, { sha256: hash, packedSha256: hash });
        Object.assign(image ?? {}, { sha256: stated.sha256, binarySize: stated.binarySize });
        const files = { [`photos/${first?.imageId}`]: photo };
        expect(await importAndUse(pack(JSON.stringify(changed), files, level as 0 | 6))).toEqual(
          photo.length === jpeg.length ? expect.anything() : [false, false, false],
        );
      }),
      { numRuns: FILES / 10 },
    );
  });

  /** Imports a file on every device and uses the imported records. Returns where the import succeeded. */
  async function importAndUse(bytes: Uint8Array): Promise<boolean[]> {
    const succeeded: boolean[] = [];
    for (const device of [original, restored, stranger]) succeeded.push(await importAndUseOn(device, bytes));
    return succeeded;
  }

  async function importAndUseOn({ kerbside, store }: Device, bytes: Uint8Array): Promise<boolean> {
    const before = await dumpDevice(store);
    let imported = '';
    const succeeded = await allowKerbsideErrors(async () => {
      imported = (await kerbside.storage.import(bytes)).result;
    });
    if (succeeded) {
      const { images } = (await kerbside.inspections.getOne(imported, { showDeletedObjects: true })).entities;
      const photos = await Promise.all(Object.keys(images).map((id) => store.photo(id)));
      const unpacked = photos.reduce((sum, photo) => sum + (photo?.bytes.byteLength ?? 0), 0);
      expect(unpacked).toBeLessThan(16 * MiB + 20 * bytes.length);
      for (const use of await listUses(kerbside, imported)) await allowKerbsideErrors(use);
      await kerbside.storage.purge(imported, { discardUnsent: true });
    }
    expect(await dumpDevice(store)).toEqual(before);
    return succeeded;
  }
});

/** Everything on a device, with the remote ids and awaited tasks of its inspections. */
async function dumpDevice(store: MemoryStore) {
  const { counts, ...stored } = await dumpStore(store);
  const ids = stored.inspections.flatMap((one) => one?.state.inspection.id ?? []);
  const mapped = await Promise.all(ids.map((id) => store.remoteIdsOf(id)));
  return { ...stored, counts, mapped, awaited: await store.awaited() };
}

/** Returns calls of every operation on an inspection. */
async function listUses(
  { inspections, images, tasks, views, damages, severities, storage }: Kerbside,
  id: string,
): Promise<(() => Promise<unknown>)[]> {
  const { entities } = await inspections.getOne(id, { showDeletedObjects: true });
  const [imageId = 'none', damageId = 'none', viewId = 'none', severityId = 'none'] = [
    entities.images,
    entities.damages,
    entities.views,
    entities.severityResults,
  ].map((kind) => Object.keys(kind)[0]);
  const boundingBox = { xmin: 0, ymin: 0, width: 1, height: 1 };
  return [
    () => inspections.getMany({ ownershipFilter: 'all_resources', verbose: 1 }),
    () => inspections.getOne(id, { showDeletedObjects: true }),
    () => inspections.getOne(id),
    () => images.getMany(id),
    () => images.photo(imageId),
    () => tasks.getMany(id),
    () => tasks.updateOne(id, 'damage_detection', { status: 'DONE' }),
    () => tasks.whenDone(id, 'damage_detection', { timeoutMs: 0 }),
    () => tasks.whenDone(id, 'wheel_analysis', { timeoutMs: 0 }),
    () => views.createOne(id, { imageId, damageId, boundingBox }),
    () => views.deleteOne(id, viewId),
    () => severities.updateOne(id, severityId, { level: 3 }),
    () => severities.createOne(id, { label: 'hood' }),
    () => damages.createOne(id, { damageType: 'dent', partType: 'hood' }),
    () => damages.deleteOne(id, damageId),
    () => inspections.updateVehicle(id, { brand: 'Fiat' }),
    () => inspections.addAdditionalData(id, { comment: 'still here' }),
    () => images.deleteOne(id, imageId),
    () => storage.export(id),
    () => inspections.deleteOne(id),
  ];
}

/** Serializes a value, with placeholders for what JSON cannot represent. */
function asJson(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_key, member: unknown) => (typeof member === 'bigint' ? 'big' : member)) ?? ''
    );
  } catch {
    return '"no JSON"';
  }
}
