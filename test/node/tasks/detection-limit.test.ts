import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { describeDetectionLimit } from '../../../src/elements/index.ts';
import { openKerbside } from '../../../src/kerbside.ts';
import { nodeAnalyzer } from '../../../src/node/index.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { getOnlyRecord } from '../../conformance/api-under-test.ts';

vi.setConfig({ testTimeout: 240_000 });

const LEFT = new URL('../../../demo/sample/photos/check-in/left.webp', import.meta.url);

test('the analysis of a photo of a side states from which size its model finds damages there', async () => {
  const analyzer = nodeAnalyzer({ threads: 1, licence: 'research', tier: 'small' });
  const kerbside = await openKerbside({ user: { id: 'ann' }, store: new MemoryStore(), analyzer });
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const photo = new Blob([await readFile(LEFT)], { type: 'image/webp' });
  await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, photo);
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'damage_detection');
  const { detectionLimit } = getOnlyRecord((await kerbside.inspections.getOne(id)).entities.images);
  if (!detectionLimit) throw new Error('The image has no detection limit.');

  expect(detectionLimit.model).toMatch(/^damage \d/);
  const { pixelsPerCm = 0, low = 0, high = 0 } = detectionLimit.scale ?? {};
  expect(low).toBeLessThan(pixelsPerCm);
  expect(high).toBeGreaterThan(pixelsPerCm);
  const ofPhoto = detectionLimit.limits.filter(({ partType }) => partType === undefined);
  expect(ofPhoto.map(({ damageType }) => damageType)).toEqual(['scratch', 'dent']);
  const ofDoor = detectionLimit.limits.filter(({ partType }) => partType === 'door_front_left');
  expect(ofDoor.map(({ damageType }) => damageType)).toEqual(['scratch', 'dent']);
  expect(describeDetectionLimit(detectionLimit, 'en')).toMatch(
    /^On this photo, scratches .* mostly missed\.$/,
  );
  kerbside.close();
  await analyzer.close();
});
