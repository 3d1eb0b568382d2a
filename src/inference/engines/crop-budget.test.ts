import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DetectorEntry } from '../../analysis/model-manifest.ts';
import { countCropsWithin } from './crop-budget.ts';

/** A crop takes a quarter of the time of a photo. */
const model = { maxCrops: 2, input: { area: 300 }, secondArea: 100 } as DetectorEntry;

describe('countCropsWithin', () => {
  it.each([
    [200, 2],
    [1000, 2],
    [1100, 1],
    [1300, 0],
    [2000, 0],
  ])('returns as many crops as a photo of %i ms leaves time for in 1,500 ms: %i', (photoMs, crops) => {
    expect(countCropsWithin(1500, model, photoMs)).toBe(crops);
  });

  it('returns 0 for a model without crops, without a second scale, or of unknown time', () => {
    const { maxCrops: _, ...whole } = model;
    const { secondArea: __, ...oneScale } = model;
    expect(countCropsWithin(1500, whole, 100)).toBe(0);
    expect(countCropsWithin(1500, oneScale, 100)).toBe(0);
    expect(countCropsWithin(1500, model, undefined)).toBe(0);
    expect(countCropsWithin(0, model, 100)).toBe(0);
  });

  it('allows all crops without a limit, and on an engine that takes no time', () => {
    expect(countCropsWithin(Number.POSITIVE_INFINITY, model, 100)).toBe(2);
    expect(countCropsWithin(1500, model, 0)).toBe(2);
  });

  it('never exceeds the budget, or the limit of the model', () => {
    const ms = fc.double({ min: 0.1, max: 5000, noNaN: true });
    fc.assert(
      fc.property(ms, ms, (budgetMs, photoMs) => {
        const crops = countCropsWithin(budgetMs, model, photoMs);
        expect(crops).toBeLessThanOrEqual(2);
        if (crops > 0) expect(photoMs + (crops * photoMs) / 4).toBeLessThanOrEqual(budgetMs + 1e-6);
      }),
    );
  });
});
