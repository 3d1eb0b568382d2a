import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { allowKerbsideErrors } from '../support/allow-kerbside-errors.ts';
import { mutationOf } from '../support/arbitrary-input.ts';
import { dumpStore } from '../support/dump-store.ts';
import { type FullInspection, openWithFullInspection } from '../support/full-inspection.ts';

describe('import of a file that is not an export, or is corrupt', () => {
  let zip: Uint8Array;
  let place: FullInspection;
  let records: Record<string, unknown>;
  beforeAll(async () => {
    place = await openWithFullInspection();
    zip = new Uint8Array(await (await place.kerbside.storage.export(place.id)).arrayBuffer());
    records = JSON.parse(strFromU8(filesOf(zip)['inspection.json'] ?? new Uint8Array()));
    place.kerbside.close();
  });

  test('rejects arbitrary bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect(await imported(bytes)).toBe(false);
      }),
    );
  });

  test('rejects or safely imports changed or truncated bytes', async () => {
    const flips = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(flips, fc.nat(), async (changes, cut) => {
        const bytes = zip.slice(0, cut % 3 === 0 ? cut % zip.length : zip.length);
        for (const [at, value] of changes) bytes[at % zip.length] = value;
        await imported(bytes);
      }),
      { numRuns: 150 },
    );
  });

  test('rejects changed records, or imports them so that every operation works on them', async () => {
    await fc.assert(
      fc.asyncProperty(mutationOf(records), async (changed) => {
        const json = asJson(changed);
        await imported(zipSync({ ...filesOf(zip), 'inspection.json': strToU8(json) }, { level: 0 }));
      }),
      { numRuns: 250 },
    );
  });

  /** Imports into a new device and uses the imported records. Returns whether the import succeeded. */
  async function imported(bytes: Uint8Array): Promise<boolean> {
    const store = new MemoryStore();
    const kerbside = await openKerbside({ user: { id: 'ben' }, store, database: 'fuzz-import' });
    const before = await dumpStore(store);
    let id = '';
    const succeeded = await allowKerbsideErrors(async () => {
      id = (await kerbside.storage.import(bytes)).result;
    });
    if (!succeeded) expect(await dumpStore(store)).toEqual(before);
    else for (const use of uses(kerbside, id, place)) await allowKerbsideErrors(use);
    kerbside.close();
    return succeeded;
  }
});

/** Returns calls of every operation on an inspection. */
function uses(
  { inspections, images, tasks, views, damages, severities, storage }: Kerbside,
  id: string,
  { imageId, damageId, viewId, severityId }: FullInspection,
): (() => Promise<unknown>)[] {
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
    () => storage.purge(id, { discardUnsent: true }),
  ];
}

function filesOf(zip: Uint8Array): Record<string, Uint8Array> {
  return unzipSync(zip);
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
