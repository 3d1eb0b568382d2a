import { expect, test } from 'vitest';
import type { DetectionLimit } from '../records/detection-limit.ts';
import { describeDetectionLimit } from './describe-detection-limit.ts';

const LIMIT: DetectionLimit = {
  model: 'damage 4.0.0',
  scale: { pixelsPerCm: 2.4, low: 2.1, high: 2.7, from: 'wheel' },
  limits: [
    { damageType: 'scratch', half: 22, most: 40 },
    { damageType: 'dent', half: 15 },
    { damageType: 'scratch', partType: 'door_back_left', half: 30 },
    { damageType: 'dent', partType: 'door_back_left' },
  ],
};

const inFrench = (partType?: 'door_back_left') =>
  describeDetectionLimit(LIMIT, 'fr', partType).replaceAll(/\s/g, ' ');

test('names the damages of each type that are mostly missed', () => {
  expect(describeDetectionLimit(LIMIT, 'en')).toBe(
    'On this photo, scratches below about 22 cm and dents below about 15 cm are mostly missed.',
  );
  expect(inFrench()).toBe(
    'Sur cette photo, les rayures de moins d’environ 22 cm et les bosses de moins d’environ 15 cm échappent le plus souvent.',
  );
});

test('describes one part, and types of which half are missed at every size', () => {
  expect(describeDetectionLimit(LIMIT, 'en', 'door_back_left')).toBe(
    'Door (rear left): on this photo, scratches below about 30 cm and dents of any size are mostly missed.',
  );
  expect(inFrench('door_back_left')).toContain('et les bosses de toute taille échappent');
});

test('says that a limit is unknown', () => {
  const unknown = { model: 'damage 4.0.0', limits: [] };
  expect(describeDetectionLimit(unknown, 'en')).toMatch(/is unknown\.$/);
  expect(describeDetectionLimit(unknown, 'fr')).toMatch(/est inconnue\.$/);
  expect(describeDetectionLimit(LIMIT, 'en', 'hood')).toMatch(/is unknown\.$/);
});
