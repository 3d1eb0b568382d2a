import { openKerbside } from 'kerbside';
import { afterAll, expect, test } from 'vitest';
import { createNodeAnalyzer } from '../../src/node/models/node-analyzer.ts';
import { NodeModels } from '../../src/node/models/node-models.ts';
import { MODELS_FOLDER } from '../../src/node/package-files.ts';
import { MemoryStore } from '../../src/store/memory-store.ts';
import type { CarSceneOptions } from '../fixtures/car-scene.ts';
import { jpegPhoto } from '../fixtures/photos.ts';

/** What a new user sees first: the shipped models on drawn photos, with their default thresholds. */

const models = new NodeModels({ folder: MODELS_FOLDER, threads: 1, onFallback: () => {} });
afterAll(() => models.dispose());

/** Returns the detected damages with their parts, sorted. */
async function detected(car: CarSceneOptions): Promise<string[]> {
  const kerbside = await openKerbside({
    user: { id: 'inspector' },
    store: new MemoryStore(),
    analyzer: createNodeAnalyzer(models, 'small'), // the model of most phones
  });
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const photo = await jpegPhoto({ ...car, width: 800, height: 600 });
  await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, photo);
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'damage_detection');
  const { damages } = (await kerbside.inspections.getOne(id)).entities;
  kerbside.close();
  return Object.values(damages)
    .map(({ damageType, partType }) => `${damageType} on ${partType}`)
    .sort();
}

const cars = [
  { view: 'side', seed: 8, damages: ['dent', 'scratch'] },
  { view: 'front', seed: 1, damages: ['broken_glass', 'dent'] },
  { view: 'rear', seed: 14, damages: ['broken_light', 'dent'] },
] satisfies CarSceneOptions[];

test.each(cars)('every drawn damage is detected from the $view', async (car) => {
  expect(await detected(car)).toEqual(car.damages.map((type) => expect.stringMatching(`^${type} on`)));
});

test('a scratch is on the door that it is drawn on', async () => {
  expect(await detected({ view: 'side', seed: 5, damages: ['scratch'] })).toEqual([
    'scratch on door_front_left',
  ]);
});

test('nothing is detected on a drawn car without damage', async () => {
  expect(await detected({ view: 'side', seed: 5 })).toEqual([]);
});
