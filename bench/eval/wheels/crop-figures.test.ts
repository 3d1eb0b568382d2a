import { describe, expect, it } from 'vitest';
import { addHubcapHead, headFigures, recallAtFalseAlarms } from './crop-figures.ts';
import { truthOf } from './crop-records.ts';

const crop = (label: string | undefined, alloy: number) => ({
  truth: label === undefined ? {} : { covering: label },
  confidences: { covering: { alloy, steel: 1 - alloy } },
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

describe('addHubcapHead', () => {
  it('adds whether a hubcap covers the rim, and nothing if the covering is unknown', () => {
    const confidences = { covering: { alloy: 0.1, steel: 0.2, hubcap: 0.7 } };
    const added = addHubcapHead({ truth: { covering: 'steel' }, confidences });
    expect(added.truth.hubcap).toBe('no');
    expect(added.confidences.hubcap?.yes).toBe(0.7);
    expect(addHubcapHead({ truth: {}, confidences }).truth.hubcap).toBeUndefined();
  });
});

describe('recallAtFalseAlarms', () => {
  const createCrop = (label: string, damaged: number) => ({
    truth: { condition: label },
    confidences: { condition: { damaged, not_damaged: 1 - damaged } },
  });
  const others = Array.from({ length: 10 }, (_, index) => createCrop('not_damaged', index / 10));

  it('lets the given share of other crops pass', () => {
    const crops = [...others, createCrop('damaged', 0.85), createCrop('damaged', 0.75)];
    expect(recallAtFalseAlarms('condition', 'damaged', crops, 0.1)).toEqual({ recall: 0.5, threshold: 0.85 });
    expect(recallAtFalseAlarms('condition', 'damaged', crops, 0.3)?.recall).toBe(1);
  });

  it('is undefined if no crop has the label', () => {
    expect(recallAtFalseAlarms('condition', 'damaged', others, 0.1)).toBeUndefined();
  });

  it('passes over crops without a label', () => {
    const crops = [...others, createCrop('damaged', 0.95), { truth: {}, confidences: {} }];
    expect(recallAtFalseAlarms('condition', 'damaged', crops, 0.1)?.recall).toBe(1);
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
