import { readdir, readFile } from 'node:fs/promises';
import { type Entities, openKerbside, type TaskName } from 'kerbside';
import { afterAll, expect, test } from 'vitest';
import { imageOfSight, sightsFor } from '../../src/elements/capture/sights.ts';
import { createNodeAnalyzer } from '../../src/node/models/node-analyzer.ts';
import { NodeModels } from '../../src/node/models/node-models.ts';
import { MODELS_FOLDER } from '../../src/node/package-files.ts';
import { MemoryStore } from '../../src/store/memory-store.ts';

/**
 * What a new user sees first: the shipped models, with a phone's damage model, on the photos of the app's sample car at
 * check-out. sync/device-results.test.ts has those at check-in.
 */

const PHOTOS = new URL('../../demo/sample/photos/check-out/', import.meta.url);
const TASKS: readonly TaskName[] = ['damage_detection', 'images_ocr'];
const models = new NodeModels({ folder: MODELS_FOLDER, threads: 1, onFallback: () => {} });
afterAll(() => models.dispose());

async function inspectSampleCar(): Promise<Entities> {
  const kerbside = await openKerbside({
    user: { id: 'inspector' },
    store: new MemoryStore(),
    analyzer: createNodeAnalyzer(models, 'small'),
  });
  const tasks = Object.fromEntries(TASKS.map((name) => [name, {}]));
  const { result: id } = await kerbside.inspections.createOne({ tasks, vehicle: {} });
  const files = await readdir(PHOTOS);
  for (const sight of sightsFor(TASKS)) {
    if (!files.includes(`${sight.id}.webp`)) continue;
    const photo = await readFile(new URL(`${sight.id}.webp`, PHOTOS));
    await kerbside.images.addOne(id, imageOfSight(sight, TASKS), new Blob([photo], { type: 'image/webp' }));
  }
  for (const name of TASKS) await kerbside.tasks.updateOne(id, name, { status: 'TODO' });
  for (const name of TASKS) await kerbside.tasks.whenDone(id, name);
  const { entities } = await kerbside.inspections.getOne(id);
  await kerbside.close();
  return entities;
}

test('the models find the scratch and read the plate, the VIN and the odometer', async () => {
  const entities = await inspectSampleCar();
  expect(Object.values(entities.damages)).toEqual([expect.objectContaining({ damageType: 'scratch' })]);
  expect(Object.values(entities.vehicles)).toEqual([
    expect.objectContaining({
      vin: '1M8GDM9AXKP042788',
      plate: 'KB482RS',
      mileage: { value: 41250, unit: 'km' },
    }),
  ]);
});
