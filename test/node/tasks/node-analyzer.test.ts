import { expect, test, vi } from 'vitest';
import { openKerbside } from '../../../src/kerbside.ts';
import { nodeAnalyzer } from '../../../src/node/index.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { jpegPhoto } from '../../fixtures/photos.ts';

vi.setConfig({ testTimeout: 240_000 });

test.each([
  [{}, 'damage-free'],
  [{ modelLicence: 'research' }, 'damage-large'],
] as const)('runs tasks in Node with the models of this package: %j runs %s', async (options, model) => {
  const analyzer = nodeAnalyzer({ threads: 1, ...options });
  const kerbside = await openKerbside({ user: { id: 'batch' }, store: new MemoryStore(), analyzer });
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const photo = await jpegPhoto({ seed: 4, width: 640, height: 480, view: 'side', damages: ['scratch'] });
  await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, photo);
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'damage_detection');
  const { entities } = await kerbside.inspections.getOne(id);
  expect(Object.values(entities.tasks)).toMatchObject([{ name: 'damage_detection', status: 'DONE' }]);
  const [damage] = Object.values(entities.damages);
  expect(damage?.createdBy).toMatchObject({ model });
  kerbside.close();
  await analyzer.close();
});
