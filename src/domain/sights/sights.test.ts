import { MemoryStore, openKerbside, TASK_NAMES } from 'kerbside';
import { expect, test } from 'vitest';
import { jpegPhoto } from '../../../test/fixtures/photos.ts';
import { imageOfSight, sightsFor } from './sights.ts';

test('asks for eight sides, and for wheels and texts if a task needs them', () => {
  expect(sightsFor(['damage_detection'])).toHaveLength(8);
  expect(sightsFor(['damage_detection', 'wheel_analysis'])).toHaveLength(12);
  expect(sightsFor(TASK_NAMES)).toHaveLength(15);
});

test('the library accepts a photo of every sight and stores its id', async () => {
  const kerbside = await openKerbside({ user: { id: 'inspector' }, store: new MemoryStore() });
  const { result: id } = await kerbside.inspections.createOne({
    tasks: { damage_detection: {}, wheel_analysis: {}, images_ocr: {} },
  });
  const photo = await jpegPhoto({ seed: 1, width: 320, height: 240 });
  for (const sight of sightsFor(TASK_NAMES)) {
    const { entities, result } = await kerbside.images.addOne(id, imageOfSight(sight, TASK_NAMES), photo);
    const image = entities.images[result];
    expect(image?.compliances.coverage_360?.sight_id).toBe(sight.id);
    expect(image?.tasks).toHaveLength(1);
  }
  kerbside.close();
});

test('adds a photo to no task that the inspection lacks', () => {
  expect(imageOfSight({ kind: 'viewpoint', id: 'front' }, ['images_ocr']).tasks).toEqual([]);
});
