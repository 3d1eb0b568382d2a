import { describe, expect, it } from 'vitest';
import { summarize } from './summary.ts';

const box = { x0: 0, y0: 0, x1: 40, y1: 40 };
const photo = (label: string, foundAs: string) => ({
  record: { path: '', set: '', labelled: ['dent', 'scratch'], ignore: [], boxes: [{ label, box }] },
  detections: [{ type: foundAs, confidence: 0.9, box, polygons: [] }],
});
const photos = [photo('dent', 'dent'), photo('dent', 'dent'), photo('scratch', 'smudge')];

describe('summarize', () => {
  it('averages over the types with boxes, or over the requested ones', () => {
    expect(summarize(photos, 1)).toMatchObject({ mAP50: 0.5, images: 3 });
    expect(summarize(photos, 1, ['dent', 'rust'])).toMatchObject({ mAP50: 1, images: 3 });
    expect(Object.keys(summarize(photos, 1, ['dent', 'rust']).perType)).toEqual(['dent']);
  });

  it('has a confidence interval for each figure', () => {
    const { mAP50Interval, perType } = summarize(photos, 1);
    expect(perType.dent?.AP50Interval).toEqual([1, 1]);
    expect(perType.scratch?.AP50Interval).toEqual([0, 0]);
    expect(mAP50Interval).toEqual([0.5, 1]); // both types in a sample, or only dents
  });
});
