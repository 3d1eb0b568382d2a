import { describe, expect, it } from 'vitest';
import { fitTextCanvas, getReadingPlan, listScales } from './reading-plan.ts';

const LIMITS = { step: 32, area: 1024 * 1024 };

describe('fitTextCanvas', () => {
  it('scales the longer side to the wanted side', () => {
    expect(fitTextCanvas({ width: 2000, height: 1000 }, { side: 640, margin: 0 }, LIMITS)).toEqual({
      scale: 0.32,
      width: 640,
      height: 320,
    });
  });

  it('enlarges a small photo at most 4 times', () => {
    expect(fitTextCanvas({ width: 100, height: 50 }, { side: 640, margin: 0 }, LIMITS).scale).toBe(4);
  });

  it('adds the margin to the right and below', () => {
    const { scale, width, height } = fitTextCanvas(
      { width: 640, height: 320 },
      { side: 640, margin: 0.2 },
      LIMITS,
    );
    expect([scale, width, height]).toEqual([1, 768, 384]);
  });

  it('keeps the scaled photo within the area', () => {
    const { scale } = fitTextCanvas({ width: 4000, height: 4000 }, { side: 4000, margin: 0 }, LIMITS);
    expect(scale).toBe(1024 / 4000);
  });
});

describe('listScales', () => {
  it('has a view of the whole photo for every mileage, and for a plate only if the photo is as wide as one', () => {
    const [wide, high] = [
      { width: 300, height: 100 },
      { width: 300, height: 200 },
    ];
    expect(listScales(getReadingPlan('ODOMETER'), high)).toContain('whole');
    expect(listScales(getReadingPlan('PLATE'), wide)).toContain('whole');
    expect(listScales(getReadingPlan('PLATE'), high)).not.toContain('whole');
  });
});
