import { expect, test } from 'vitest';
import type { Analyzer } from '../../../src/domain/task/analyzer.ts';
import { smallPhoto } from '../support/photos.ts';
import { syncedDevice } from '../support/synced-device.ts';
import { useService } from '../support/use-service.ts';

/** A task that runs again on the device after it failed at the service. */

const analyze = async () => {
  throw new Error('No car on the photo.');
};
const service = useService({
  analyzer: { analyze },
  pollMs: 50,
});

const unknown = { prediction: 'UNKNOWN', confidence: 0.5 } as const;
const facts = {
  rimCondition: unknown,
  rimMaterial: unknown,
  rimVisualAspect: unknown,
  hubcapOverRim: unknown,
  hubcapCondition: unknown,
  hubcapVisualAspect: unknown,
};

/** Returns one wheel and one document for each image. Documents contain the number of the run. */
function createAnalyzer(): Analyzer {
  let runs = 0;
  return {
    async analyze({ task, images }) {
      const createdBy = { model: 'device', version: '1', engine: 'script' };
      if (task.name === 'wheel_analysis') {
        const wheel = { wheelName: 'wheel_front_left' as const, ...facts };
        return { createdBy, wheelAnalysis: images.map(({ id }) => ({ imageId: id, ...wheel })) };
      }
      runs += 1;
      const content = { run: runs };
      return {
        createdBy,
        documents: images.map(({ id }) => ({ type: 'TEXT', imageId: id, content })),
      };
    },
  };
}

test('replaces its wheels and documents: none exists twice', {
  timeout: 180_000,
}, async () => {
  const device = await syncedDevice(service, createAnalyzer(), { route: 'device', results: 'remote' });
  const { kerbside } = device;
  const names = ['wheel_analysis', 'images_ocr'] as const;
  const { result: id } = await kerbside.inspections.createOne({
    tasks: { wheel_analysis: {}, images_ocr: {} },
  });
  await kerbside.images.addOne(id, { tasks: [...names] }, await smallPhoto());
  const run = async () => {
    for (const name of names) await kerbside.tasks.updateOne(id, name, { status: 'TODO' });
    for (const name of names) await kerbside.tasks.whenDone(id, name);
    return (await kerbside.inspections.getOne(id)).entities;
  };
  await run();
  device.connect();
  const statuses = async () =>
    Object.values((await kerbside.inspections.getOne(id)).entities.tasks).map(({ status }) => status);
  await kerbside.sync.flush();
  await expect.poll(statuses, { timeout: 60_000 }).toEqual(['ERROR', 'ERROR']);
  const { wheelAnalysis, documents } = await run();
  expect(Object.values(wheelAnalysis)).toHaveLength(1);
  expect(Object.values(documents)).toMatchObject([{ content: { run: 2 } }]);
  kerbside.close();
});
