import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rejection } from '../../conformance/api-under-test.ts';
import { dumpStore } from '../support/dump-store.ts';
import { type FullInspection, openWithFullInspection } from '../support/full-inspection.ts';
import { smallPhoto } from '../support/photos.ts';

describe('the signal option of every operation', () => {
  let place: FullInspection;
  let photo: Uint8Array<ArrayBuffer>;
  let zip: Blob;
  beforeAll(async () => {
    place = await openWithFullInspection();
    photo = await smallPhoto();
    zip = await place.kerbside.storage.export(place.id);
  });
  afterAll(() => place.kerbside.close());

  type Run = (place: FullInspection, call: { signal: AbortSignal }) => Promise<unknown>;
  const box = { xmin: 0, ymin: 0, width: 1, height: 1 };
  const operations: [string, Run][] = [
    ['inspections.getOne', ({ kerbside, id }, call) => kerbside.inspections.getOne(id, call)],
    ['inspections.getMany', ({ kerbside }, call) => kerbside.inspections.getMany(call)],
    ['inspections.createOne', ({ kerbside }, call) => kerbside.inspections.createOne({ tasks: {} }, call)],
    [
      'inspections.addAdditionalData',
      ({ kerbside, id }, call) => kerbside.inspections.addAdditionalData(id, {}, call),
    ],
    [
      'inspections.updateOne',
      ({ kerbside, id }, call) => kerbside.inspections.updateOne(id, { additionalData: {} }, call),
    ],
    [
      'inspections.confirmOne',
      ({ kerbside, id, imageId }, call) => kerbside.inspections.confirmOne(id, { imageId }, call),
    ],
    [
      'inspections.updateVehicle',
      ({ kerbside, id }, call) => kerbside.inspections.updateVehicle(id, {}, call),
    ],
    ['inspections.deleteOne', ({ kerbside, id }, call) => kerbside.inspections.deleteOne(id, call)],
    ['tasks.getOne', ({ kerbside, id }, call) => kerbside.tasks.getOne(id, 'damage_detection', call)],
    ['tasks.getMany', ({ kerbside, id }, call) => kerbside.tasks.getMany(id, call)],
    [
      'tasks.updateOne',
      ({ kerbside, id }, call) => kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' }, call),
    ],
    ['tasks.whenDone', ({ kerbside, id }, call) => kerbside.tasks.whenDone(id, 'damage_detection', call)],
    ['images.getOne', ({ kerbside, id, imageId }, call) => kerbside.images.getOne(id, imageId, call)],
    ['images.getMany', ({ kerbside, id }, call) => kerbside.images.getMany(id, call)],
    ['images.addOne', ({ kerbside, id }, call) => kerbside.images.addOne(id, {}, photo, call)],
    ['images.deleteOne', ({ kerbside, id, imageId }, call) => kerbside.images.deleteOne(id, imageId, call)],
    ['images.photo', ({ kerbside, imageId }, call) => kerbside.images.photo(imageId, call)],
    [
      'views.createOne',
      ({ kerbside, id, imageId, damageId }, call) =>
        kerbside.views.createOne(id, { imageId, damageId, boundingBox: box }, call),
    ],
    ['views.deleteOne', ({ kerbside, id, viewId }, call) => kerbside.views.deleteOne(id, viewId, call)],
    [
      'damages.createOne',
      ({ kerbside, id }, call) =>
        kerbside.damages.createOne(id, { damageType: 'dent', partType: 'roof' }, call),
    ],
    [
      'damages.deleteOne',
      ({ kerbside, id, damageId }, call) => kerbside.damages.deleteOne(id, damageId, call),
    ],
    [
      'damages.correctOne',
      ({ kerbside, id, damageId }, call) =>
        kerbside.damages.correctOne(id, damageId, { partType: 'roof' }, call),
    ],
    [
      'damages.restoreOne',
      ({ kerbside, id, damageId }, call) => kerbside.damages.restoreOne(id, damageId, undefined, call),
    ],
    [
      'damages.confirmOne',
      ({ kerbside, id, damageId }, call) => kerbside.damages.confirmOne(id, damageId, true, call),
    ],
    [
      'severities.createOne',
      ({ kerbside, id }, call) => kerbside.severities.createOne(id, { label: 'roof' }, call),
    ],
    [
      'severities.updateOne',
      ({ kerbside, id, severityId }, call) =>
        kerbside.severities.updateOne(id, severityId, { level: 3 }, call),
    ],
    ['storage.usage', ({ kerbside }, call) => kerbside.storage.usage(call)],
    ['storage.supportBundle', ({ kerbside }, call) => kerbside.storage.supportBundle(call)],
    ['storage.persist', ({ kerbside }, call) => kerbside.storage.persist(call)],
    ['storage.export', ({ kerbside, id }, call) => kerbside.storage.export(id, call)],
    ['storage.import', ({ kerbside }, call) => kerbside.storage.import(zip, call)],
    [
      'storage.purge',
      ({ kerbside, id }, call) => kerbside.storage.purge(id, { ...call, discardUnsent: true }),
    ],
  ];

  test.each(operations)(
    '%s rejects with the abort reason and writes nothing if the signal is aborted',
    async (_name, run) => {
      const before = await dumpStore(place.store);
      const error = await rejection(run(place, { signal: AbortSignal.abort('changed my mind') }));
      expect(error).toMatchObject({ code: 'aborted', cause: 'changed my mind' });
      expect(await dumpStore(place.store)).toEqual(before);
    },
  );

  test('this file lists every operation', () => {
    const { kerbside } = place;
    const resources = [
      'inspections',
      'tasks',
      'images',
      'views',
      'damages',
      'severities',
      'storage',
    ] as const;
    const all = resources.flatMap((resource) =>
      Object.keys(kerbside[resource]).map((name) => `${resource}.${name}`),
    );
    expect(operations.map(([name]) => name).sort()).toEqual(all.sort());
  });

  test('an abort during the download of a photo cancels the request', async () => {
    const aborter = new AbortController();
    const fetching = await openWithFullInspection({
      platform: {
        fetch: (_url, { signal }) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason));
            aborter.abort('gone');
          }),
      },
    });
    const acquisition = { url: 'https://example.org/car.jpg' };
    const call = fetching.kerbside.images.addOne(fetching.id, { acquisition }, undefined, {
      signal: aborter.signal,
    });
    expect(await rejection(call)).toMatchObject({ code: 'aborted', cause: 'gone' });
    fetching.kerbside.close();
  });
});
