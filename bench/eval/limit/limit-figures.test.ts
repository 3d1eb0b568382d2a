import { describe, expect, test } from 'vitest';
import type { SizeCue } from '../../../src/analysis/detection-limit/size-cues.ts';
import { type Random, seededRandom } from '../../../test/fixtures/random.ts';
import { measureCueAgreement } from './cue-agreement.ts';
import { createRecallCurve, fitRecall } from './fit-recall.ts';
import type { MarkedPhoto } from './marks.ts';
import { crossValidate, measureReliability } from './reliability.ts';

/** Photos with 4 marks of 8 to 512 pixels: of 64 pixels half are found, of larger ones more. */
function drawPhotos(count: number, random: Random, isScaleKnown = true): MarkedPhoto[] {
  return Array.from({ length: count }, (_, index) => ({
    path: `${index}`,
    cluster: `${Math.floor(index / 2)}`,
    canvasScale: 0.5,
    cues: [],
    scale: isScaleKnown ? { logScale: Math.log(4), deviation: 0.1 } : undefined,
    marks: Array.from({ length: 4 }, () => {
      const pixels = 2 ** (3 + 6 * random.next());
      const chance = 1 / (1 + (64 / pixels) ** 2);
      return { type: 'scratch', pixels, found: random.next() < chance };
    }),
  }));
}

describe('the recall curve', () => {
  const photos = drawPhotos(150, seededRandom(1));

  test('is fitted to the found marks, with an interval that contains the truth', () => {
    const curve = createRecallCurve(photos, 'scratch', seededRandom(2));
    expect(curve).toMatchObject({ marks: 600, photos: 150 });
    for (const { pixels, recall, interval } of curve?.points ?? []) {
      expect(recall).toBeCloseTo(1 / (1 + (64 / pixels) ** 2), 1);
      expect(interval[0]).toBeLessThanOrEqual(recall);
      expect(interval[1]).toBeGreaterThanOrEqual(recall);
    }
  });

  test('does not grow beyond the sizes of the marks', () => {
    const recall = fitRecall(photos, 'scratch');
    expect(recall?.(5_000)).toBe(recall?.(50_000));
    expect(recall?.(5_000)).toBeLessThan(1);
  });

  test('holds for photos of a known scale: others need not have the same recall', () => {
    const closeUps = drawPhotos(150, seededRandom(3), false).map((photo) => ({
      ...photo,
      marks: photo.marks.map((mark) => ({ ...mark, found: true })),
    }));
    expect(fitRecall([...photos, ...closeUps], 'scratch')?.(64)).toBeCloseTo(0.5, 1);
  });

  test('is absent with too few marks', () => {
    expect(fitRecall(photos.slice(0, 9), 'scratch')).toBeUndefined();
    expect(createRecallCurve(photos, 'dent', seededRandom(1))).toBeUndefined();
  });
});

test('predictions for photos that the curve was not fitted to are right as often as they say', () => {
  const photos = drawPhotos(500, seededRandom(4));
  const inCm = new Map(photos.map(({ path, scale }) => [path, scale ?? { logScale: 0, deviation: 0 }]));
  for (const predictions of [crossValidate(photos, ['scratch']), crossValidate(photos, ['scratch'], inCm)]) {
    expect(predictions).toHaveLength(2_000);
    for (const { predicted, found, marks } of measureReliability(predictions)) {
      expect(marks).toBeGreaterThan(50);
      expect(Math.abs(found - predicted)).toBeLessThan(0.1);
    }
  }
});

test('cues agree if they are within their error bars of each other', () => {
  const cue = (pixelsPerCm: number): SizeCue => ({ from: 'wheel', x: 0, y: 0, pixelsPerCm, deviation: 0.1 });
  expect(measureCueAgreement([[cue(2), cue(2.05)], [cue(2)], []])).toEqual({
    photos: 3,
    known: 2,
    cues: 2,
    within80: 1,
    within95: 1,
  });
  expect(measureCueAgreement([[cue(2), cue(4)]])).toMatchObject({ cues: 2, within80: 0, within95: 0 });
});
