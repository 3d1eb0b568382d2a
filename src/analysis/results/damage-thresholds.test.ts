import { expect, test } from 'vitest';
import { lowestDamageThreshold, readDamageThresholds, thresholdOf } from './damage-thresholds.ts';

// Proves wire C10.
test("are those of the damage's type, then the task's, then the model's", () => {
  const scoring = { thresholds: { scratch: 0.6, dent: 0 } };
  const ofTask = readDamageThresholds({ damageScoreThreshold: 0.4, scoring }, 0.3);
  expect(['scratch', 'dent', 'dirt'].map((type) => thresholdOf(ofTask, type))).toEqual([0.6, 0, 0.4]);
  expect(thresholdOf(readDamageThresholds({ scoring }, 0.3), 'dirt')).toBe(0.3);
  expect(thresholdOf(readDamageThresholds({}, 0.3), 'scratch')).toBe(0.3);
});

test('have a lowest one among the types of a model', () => {
  const thresholds = readDamageThresholds({ scoring: { thresholds: { scratch: 0.6, dent: 0.1 } } }, 0.3);
  expect(lowestDamageThreshold(thresholds, ['scratch', 'dirt'])).toBe(0.3);
  expect(lowestDamageThreshold(thresholds, ['scratch'])).toBe(0.6);
  expect(lowestDamageThreshold(thresholds, ['dirt', 'dent'])).toBe(0.1);
});

test.each(['text', 4, null, ['scratch'], { scratch: '0.9' }, { scratch: 2 }, { scratch: Number.NaN }])(
  'ignore what a service put in their place: %j',
  (thresholds) => {
    expect(thresholdOf(readDamageThresholds({ scoring: { thresholds } }, 0.3), 'scratch')).toBe(0.3);
  },
);

test('do not come from the prototype of an object', () => {
  expect(thresholdOf(readDamageThresholds({}, 0.3), 'constructor')).toBe(0.3);
});
