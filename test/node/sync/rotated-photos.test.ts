import { expect, test } from 'vitest';
import { BrightnessAnalyzer } from '../support/brightness-analyzer.ts';
import { smallPhoto } from '../support/photos.ts';
import { syncedDevice } from '../support/synced-device.ts';
import { useService } from '../support/use-service.ts';

const service = useService();

// Proves wire D7.
test('a rotated photo is sent as it is stored, and not rotated again', async () => {
  const device = await syncedDevice(service, new BrightnessAnalyzer());
  const { kerbside, store, remote } = device;
  const { result: id } = await kerbside.inspections.createOne(
    {
      tasks: {},
      images: [
        { name: 'first', acquisition: { fileKey: 'first' }, rotateImageBeforeUpload: 'CLOCKWISE_270' },
      ],
    },
    { photos: { first: await smallPhoto(1) } },
  );
  await kerbside.images.addOne(
    id,
    { name: 'second', rotateImageBeforeUpload: 'CLOCKWISE_90' },
    await smallPhoto(2),
  );
  const { result: damageId } = await kerbside.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
  const boundingBox = { xmin: 8, ymin: 40, width: 40, height: 24 }; // inside only if the photo is upright
  const newImage = { name: 'third', rotateImageBeforeUpload: 'CLOCKWISE_90' } as const;
  await kerbside.views.createOne(id, { damageId, newImage, boundingBox }, { photo: await smallPhoto(3) });
  device.connect();
  await device.waitUntilSynced();

  const [mapping] = await store.remoteIds([id]);
  const there = (await remote.images.getMany(mapping?.remoteId ?? '')).data;
  const here = (await kerbside.images.getMany(id)).data;
  expect(here).toHaveLength(3);
  for (const { name, sha256, imageWidth, imageHeight } of here) {
    expect({ name, imageWidth, imageHeight }).toEqual({ name, imageWidth: 48, imageHeight: 64 });
    const same = { sha256, imageWidth, imageHeight, rotateImageBeforeUpload: 'NO_ROTATION' };
    expect(there.find((image) => image.name === name)).toMatchObject(same);
  }
  const { entities } = await remote.inspections.getOne(mapping?.remoteId ?? '');
  expect(Object.values(entities.views)).toMatchObject([{ boundingBox }]);
  kerbside.close();
});
