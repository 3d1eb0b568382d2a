import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  everyImageField,
  everyInspectionField,
  everyPdfField,
  everyVehicleField,
} from '../../conformance/every-field.ts';
import { allowKerbsideErrors } from '../support/allow-kerbside-errors.ts';
import { anyValue, mutationOf } from '../support/arbitrary-input.ts';
import { dumpStore } from '../support/dump-store.ts';
import { type FullInspection, openWithFullInspection } from '../support/full-inspection.ts';
import { smallPhoto } from '../support/photos.ts';
import { call, untyped } from '../support/untyped.ts';

/** Valid arguments. Each is passed unchanged, mutated or replaced. */
type Arguments = (place: FullInspection & { photo: unknown }) => unknown[];

const box = { xmin: 1, ymin: 1, width: 5, height: 5 };
const operations: Record<string, Arguments> = {
  'inspections.getOne': ({ id }) => [id, { showDeletedObjects: true }],
  'inspections.getMany': ({ id }) => [
    {
      ownershipFilter: 'all_resources',
      inspectionStatus: 'DONE',
      showDeleted: true,
      verbose: 1,
      limit: 5,
      after: id,
    },
  ],
  'inspections.createOne': ({ photo }) => [
    { ...everyInspectionField, images: [{ acquisition: { fileKey: 'a' }, tasks: ['images_ocr'] }] },
    { photos: { a: photo } },
  ],
  'inspections.addAdditionalData': ({ id }) => [id, everyPdfField, {}],
  'inspections.updateOne': ({ id }) => [id, { additionalData: { mine: 1 } }, {}],
  'inspections.confirmOne': ({ id, imageId }) => [id, { imageId, isConfirmed: true }, {}],
  'inspections.updateVehicle': ({ id }) => [id, everyVehicleField, {}],
  'inspections.deleteOne': ({ id }) => [id, {}],
  'tasks.getOne': ({ id }) => [id, 'damage_detection', {}],
  'tasks.getMany': ({ id }) => [id, {}],
  'tasks.updateOne': ({ id }) => [
    id,
    'damage_detection',
    { status: 'NOT_STARTED', arguments: { a: [1] } },
    {},
  ],
  'tasks.whenDone': ({ id }) => [id, 'damage_detection', { timeoutMs: 1 }],
  'images.getOne': ({ id, imageId }) => [id, imageId, {}],
  'images.getMany': ({ id, imageId }) => [id, { limit: 5, before: imageId, paginationOrder: 'asc' }],
  'images.addOne': ({ id, photo }) => [
    id,
    { ...everyImageField, tasks: [{ name: 'damage_detection', imageDetails: { viewpointDetails: {} } }] },
    photo,
    {},
  ],
  'images.deleteOne': ({ id, imageId }) => [id, imageId, {}],
  'images.photo': ({ imageId }) => [imageId, {}],
  'views.createOne': ({ id, damageId, photo }) => [
    id,
    {
      newImage: { name: 'n', additionalData: {} },
      damageId,
      polygons: [
        [
          [1, 1],
          [2, 1],
          [2, 2],
        ],
      ],
      boundingBox: box,
    },
    { photo },
  ],
  'views.deleteOne': ({ id, viewId }) => [id, viewId, {}],
  'damages.createOne': ({ id }) => [id, { damageType: 'dent', partType: 'hood' }, {}],
  'damages.deleteOne': ({ id, damageId }) => [id, damageId, {}],
  'severities.createOne': ({ id }) => [
    id,
    { label: 'hood', pricing: 1, level: 1, repairOperation: 'repair' },
    {},
  ],
  'severities.updateOne': ({ id, severityId }) => [id, severityId, { pricing: null, level: 2 }, {}],
  'storage.usage': () => [{}],
  'storage.persist': () => [{}],
  'storage.export': ({ id }) => [id, {}],
  'storage.import': () => [new Uint8Array(30), {}],
  'storage.purge': ({ id }) => [id, { discardUnsent: false }],
};

// Proves fault F24.
describe('any input results only in errors of this library, and a rejected call changes nothing', () => {
  test.each(Object.entries(operations))('%s', async (operation, argumentsFor) => {
    const photo = await smallPhoto();
    const open = async () => {
      const place = await openWithFullInspection({
        platform: { fetch: () => Promise.reject(new TypeError('offline')) },
      });
      // The task is done: a call without a timeout would never resolve.
      if (operation === 'tasks.whenDone')
        await place.kerbside.tasks.updateOne(place.id, 'damage_detection', { status: 'DONE' });
      return { place, before: await dumpStore(place.store) };
    };
    let { place, before } = await open();
    const valid = argumentsFor({ ...place, photo });
    const input = fc.tuple(
      ...valid.map((argument) =>
        fc.oneof(
          { weight: 4, arbitrary: fc.constant(argument) },
          { weight: 2, arbitrary: argument === photo ? anyValue : mutationOf(argument) },
          anyValue,
        ),
      ),
    );
    const known = new Map(valid.map((argument, index) => [argument, index]));
    await fc.assert(
      fc.asyncProperty(input, async (generated) => {
        // The generated ids belong to the first fixture. A later fixture has its own ids.
        const fresh = argumentsFor({ ...place, photo });
        const values = generated.map((value) => {
          const index = known.get(value);
          return index === undefined ? value : fresh[index];
        });
        const succeeded = await allowKerbsideErrors(() => call(untyped(place.kerbside), operation, values));
        if (!succeeded) expect(await dumpStore(place.store)).toEqual(before);
        else ({ place, before } = await replaced(place));
      }),
      { numRuns: 40 },
    );
    place.kerbside.close();

    async function replaced(used: FullInspection) {
      used.kerbside.close();
      return open();
    }
  });

  test('watch', async () => {
    const { kerbside } = await openWithFullInspection();
    await fc.assert(
      fc.asyncProperty(anyValue, anyValue, async (id, options) => {
        await allowKerbsideErrors(async () => {
          const events = Reflect.apply(kerbside.watch, kerbside, [id, options]);
          await events.return();
        });
      }),
    );
    kerbside.close();
  });
});
