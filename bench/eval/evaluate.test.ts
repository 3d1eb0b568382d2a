import { describe, expect, it } from 'vitest';
import { evaluateType, pooledMatches } from './evaluate.ts';

const box = (x0: number, y0: number, size: number) => ({ x0, y0, x1: x0 + size, y1: y0 + size });
const square = (x0: number, y0: number, size: number) => [
  [x0, y0] as const,
  [x0 + size, y0] as const,
  [x0 + size, y0 + size] as const,
  [x0, y0 + size] as const,
];
const detection = (confidence: number, x0: number, size = 40, type = 'dent') => ({
  type,
  confidence,
  box: box(x0, 0, size),
  polygons: [square(x0, 0, size)],
});
const record = { path: '', set: '', labelled: ['dent'], ignore: [] };
const dent = (x0: number, size = 40) => ({
  label: 'dent',
  box: box(x0, 0, size),
  polygon: square(x0, 0, size),
});

describe('evaluateType', () => {
  it('is 1 for exact boxes and outlines', () => {
    const figures = evaluateType('dent', [
      { record: { ...record, boxes: [dent(0)] }, detections: [detection(0.9, 0)] },
    ]);
    expect(figures).toEqual({ AP50: 1, AP: 1, boxes: 1, maskAP50: 1, medium: 1 });
  });

  it('averages over the 10 thresholds', () => {
    // 40 wide, 5 to the side: IoU 35 / 45 = 0.78 passes 0.5 to 0.75, six of ten thresholds.
    const photos = [{ record: { ...record, boxes: [dent(0)] }, detections: [detection(0.9, 5)] }];
    expect(evaluateType('dent', photos)).toMatchObject({ AP50: 1, AP: 0.6 });
  });

  it('does not count a type on photos that do not label it', () => {
    const elsewhere = {
      record: { ...record, labelled: ['scratch'], boxes: [] },
      detections: [detection(0.99, 0)],
    };
    const photos = [{ record: { ...record, boxes: [dent(0)] }, detections: [detection(0.9, 0)] }, elsewhere];
    expect(evaluateType('dent', photos)?.AP50).toBe(1);
    expect(evaluateType('scratch', [elsewhere])).toBeUndefined();
  });

  it('ranks over all photos: a false alarm above the only hit halves the precision', () => {
    const clean = { record: { ...record, boxes: [] }, detections: [detection(0.95, 0)] };
    const photos = [clean, { record: { ...record, boxes: [dent(0)] }, detections: [detection(0.9, 0)] }];
    expect(evaluateType('dent', photos)?.AP50).toBe(0.5);
  });

  it('ignores detections inside ignored regions', () => {
    const ignore = [{ label: 'ignore', box: box(200, 0, 100) }];
    const photos = [
      {
        record: { ...record, boxes: [dent(0)], ignore },
        detections: [detection(0.95, 220), detection(0.9, 0)],
      },
    ];
    expect(evaluateType('dent', photos)?.AP50).toBe(1);
  });

  it('scores sizes separately', () => {
    const photos = [
      { record: { ...record, boxes: [dent(0, 20), dent(100, 200)] }, detections: [detection(0.9, 100, 200)] },
    ];
    expect(evaluateType('dent', photos)).toMatchObject({ small: 0, large: 1 });
  });
});

describe('pooledMatches', () => {
  it('counts each type on the photos that label it', () => {
    const photos = [
      {
        record: { ...record, boxes: [dent(0)] },
        detections: [detection(0.9, 0), detection(0.8, 0, 40, 'scratch')],
      },
    ];
    expect(pooledMatches(['dent', 'scratch'], photos)).toEqual({
      matches: [{ confidence: 0.9, verdict: 'hit' }],
      counted: 1,
    });
  });
});
