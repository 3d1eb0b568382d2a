import { describe, expect, it } from 'vitest';
import { pointedAtRecall, pointingOn } from './pointed-at.ts';

const box = (x0: number, y0: number, x1: number, y1: number) => ({ x0, y0, x1, y1 });
const detection = (confidence: number, at: ReturnType<typeof box>, type = 'dent') => ({
  type,
  confidence,
  box: at,
  polygons: [],
});
const mark = box(100, 100, 200, 120);
const record = {
  path: '',
  set: '',
  labelled: ['dent', 'scratch'],
  boxes: [{ label: 'scratch', box: mark }],
  ignore: [{ label: 'misc', box: box(500, 0, 600, 100) }],
};
const types = ['dent', 'scratch', 'smash'];
const pointing = (...detections: ReturnType<typeof detection>[]) => pointingOn({ record, detections }, types);

describe('pointingOn', () => {
  it('takes a centre in the mark, grown by a fifth, for a hit, of whatever type and extent', () => {
    expect(pointing(detection(0.6, box(205, 105, 213, 115)))).toEqual({ marks: [0.6], alarms: [] });
    expect(pointing(detection(0.6, box(207, 105, 219, 115)))).toEqual({ marks: [0], alarms: [0.6] });
  });

  it('takes an overlap of 0.1 for a hit', () => {
    expect(pointing(detection(0.6, box(180, 100, 280, 120))).marks).toEqual([0.6]);
  });

  it('counts several detections on a mark once, with the best score', () => {
    expect(pointing(detection(0.3, mark), detection(0.8, mark, 'scratch'))).toEqual({
      marks: [0.8],
      alarms: [],
    });
  });

  it('leaves out ignored regions, types that are not labelled, and types that are not asked for', () => {
    const elsewhere = box(300, 300, 340, 340);
    const found = pointing(
      detection(0.9, box(520, 20, 560, 60)),
      detection(0.9, elsewhere, 'smash'),
      detection(0.9, elsewhere, 'dirt'),
    );
    expect(found).toEqual({ marks: [0], alarms: [] });
  });
});

describe('pointedAtRecall', () => {
  const photos = [
    { marks: [0.9, 0.4], alarms: [0.5] },
    { marks: [0.7], alarms: [0.2, 0.1] },
  ];

  it('stops before the limit of false alarms is exceeded', () => {
    expect(pointedAtRecall(photos, 0)).toBeCloseTo(2 / 3);
    expect(pointedAtRecall(photos, 0.5)).toBe(1);
  });

  it('does not count a mark that nothing points at', () => {
    expect(pointedAtRecall([{ marks: [0, 0.5], alarms: [] }], 1)).toBe(0.5);
  });
});
