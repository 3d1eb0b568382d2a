import { describe, expect, it } from 'vitest';
import { headFigures } from './crop-figures.ts';
import { truthOf } from './crop-records.ts';

const crop = (label: string | undefined, alloy: number) => ({
  truth: label === undefined ? {} : { covering: label },
  chances: { covering: { alloy, steel: 1 - alloy } },
});

describe('headFigures', () => {
  it('weights rare and common labels equally', () => {
    const crops = [crop('alloy', 0.9), crop('alloy', 0.9), crop('alloy', 0.9), crop('steel', 0.7)];
    const figures = headFigures('covering', crops);
    expect(figures?.accuracy).toBe(0.75);
    expect(figures?.balancedAccuracy).toBe(0.5);
    expect(figures?.perLabel.steel).toEqual({ crops: 1, recall: 0, precision: 0 });
    expect(figures?.perLabel.alloy?.precision).toBe(0.75);
  });

  it('measures the calibration error', () => {
    const figures = headFigures('covering', [crop('alloy', 0.9), crop('steel', 0.9)]);
    expect(figures?.calibrationError).toBeCloseTo(0.4);
    expect(figures?.reliability).toHaveLength(1);
  });

  it('skips crops without a label', () => {
    expect(headFigures('covering', [crop(undefined, 0.9)])).toBeUndefined();
    expect(headFigures('covering', [crop(undefined, 0.9), crop('alloy', 0.9)])?.crops).toBe(1);
  });
});

describe('truthOf', () => {
  it('maps an unknown covering to a hidden face, and other unknowns to no label', () => {
    expect(
      truthOf({ covering: 'unknown', aspect: 'unknown', condition: 'damaged', flat_tyre: true }),
    ).toEqual({
      condition: 'damaged',
      face: 'hidden',
      flat_tyre: 'yes',
    });
  });
});
