import { expect, test } from 'vitest';
import type { Detection } from '../../src/analysis/detection/detections.ts';
import { compareDetections } from './compare-detections.ts';

const calibration = { slope: 1, offset: 0 };
const model = {
  types: [
    { name: 'dent', role: 'damage' as const, calibration, bestThreshold: 0.4 },
    { name: 'scratch', role: 'damage' as const, calibration, bestThreshold: 0.2 },
  ],
};

function detection(type: string, confidence: number, x0 = 0): Detection {
  return { type, confidence, box: { x0, y0: 0, x1: x0 + 10, y1: 10 }, polygons: [] };
}

test('counts a detection that only one side has at the threshold of its type, once', () => {
  const wanted = [detection('dent', 0.45), detection('scratch', 0.3, 50)];
  const actual = [detection('dent', 0.38), detection('scratch', 0.25, 50)];
  expect(compareDetections(model, [{ wanted, actual }])).toMatchObject({
    detections: 2,
    changed: 1,
    lowDetections: 2,
    lowChanged: 0,
    leastIou: 1,
  });
});

test('counts a detection of another type or at another place as lost and as new', () => {
  const wanted = [detection('dent', 0.9), detection('scratch', 0.9, 50)];
  const actual = [detection('scratch', 0.9), detection('scratch', 0.9, 57)];
  expect(compareDetections(model, [{ wanted, actual }]).changed).toBe(4);
});

test('adds up the photos, and keeps the least overlap and the largest difference of confidences', () => {
  const photos = [
    { wanted: [detection('dent', 0.9)], actual: [detection('dent', 0.85, 2)] },
    { wanted: [detection('dent', 0.9), detection('dent', 0.8, 50)], actual: [detection('dent', 0.9)] },
  ];
  const compared = compareDetections(model, photos);
  expect(compared).toMatchObject({ detections: 3, changed: 1 });
  expect(compared.leastIou).toBeCloseTo(8 / 12);
  expect(compared.largestConfidenceDifference).toBeCloseTo(0.05);
});
