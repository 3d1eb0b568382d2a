import { expect, test, vi } from 'vitest';
import { openKerbside } from '../../../src/kerbside.ts';
import { type NodeAnalyzerOptions, nodeAnalyzer } from '../../../src/node/index.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { jpegPhoto } from '../../fixtures/photos.ts';

vi.setConfig({ testTimeout: 240_000 });

test('runs the free damage model by default', () => expectDamageOf('damage-free'));

test('runs the large damage model if models for research are allowed', { tags: 'long' }, () =>
  expectDamageOf('damage-large', { licence: 'research' }),
);

async function expectDamageOf(model: string, options: NodeAnalyzerOptions = {}): Promise<void> {
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
}
