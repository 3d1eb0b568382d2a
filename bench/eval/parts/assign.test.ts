import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../test/fixtures/random.ts';
import type { PhotoRecord } from '../records.ts';
import { assignParts, compareParts, drawPlaces } from './assign.ts';
import { assignFigures } from './assign-figures.ts';

const box = (x0: number, x1: number) => ({ x0, y0: 0, x1, y1: 100 });
const ring = (x0: number, x1: number): [number, number][] => [
  [x0, 0],
  [x1, 0],
  [x1, 100],
  [x0, 100],
];
const record: PhotoRecord = {
  path: 'a.webp',
  set: 's',
  width: 400,
  height: 100,
  labelled: [],
  ignore: [],
  boxes: [
    { label: 'fender_front_left', part: 'fender_front_left', box: box(0, 100), polygon: ring(0, 100) },
    { label: 'front_left_door', box: box(100, 300), polygon: ring(100, 300) },
  ],
};
const names = ['fender_front_left', 'front_left_door', 'back_left_door', 'hood'];
const calibration = { slope: 1, offset: 0 };
const model = {
  types: names.map((name) => ({ name, role: 'part' as const, calibration, bestThreshold: 0.3 })),
};
const detect = (type: string, x0: number, x1: number) => ({
  type,
  confidence: 0.9,
  box: box(x0, x1),
  polygons: [ring(x0, x1)],
});

describe('assignParts', () => {
  it('compares the part under a damage by the labels with that by the detections', () => {
    const findings = [
      detect('fender_front_left', 0, 100),
      detect('back_left_door', 100, 300),
      detect('hood', 350, 400),
    ];
    const damages = [box(20, 60), box(150, 200), box(320, 340)].map((where) => ({
      label: 'dent',
      box: where,
    }));
    expect(assignParts(record, damages, findings, model)).toEqual([
      { truth: 'fender_front_left', given: 'fender_front_left', verdict: 'right' },
      { truth: 'door_front_left', given: 'door_back_left', verdict: 'wrong' },
    ]);
  });
});

describe('compareParts', () => {
  it('separates the wrong side from the wrong part, and no part from both', () => {
    expect(compareParts('door_front_left', 'door_front_left')).toBe('right');
    expect(compareParts('door_front_left', 'door_front_right')).toBe('side');
    expect(compareParts('door_front_left', 'door_back_left')).toBe('wrong');
    expect(compareParts('door_front_left', 'ignore')).toBe('none');
  });

  it('takes a hubcap for its wheel, and a wheel without its name for no part', () => {
    expect(compareParts('hubcap_front_left', 'wheel_front_left')).toBe('right');
    expect(compareParts('wheel', 'wheel_back_right')).toBe('right');
    expect(compareParts('wheel_front_left', 'wheel')).toBe('none');
    expect(compareParts('wheel_front_left', 'wheel_front_right')).toBe('side');
  });
});

describe('drawPlaces', () => {
  it('draws one place inside the outline of each part', () => {
    const [onFender, onDoor] = drawPlaces(record, seededRandom(1)).map(
      ({ box: place }) => (place.x0 + place.x1) / 2,
    );
    expect(onFender).toBeGreaterThan(0);
    expect(onFender).toBeLessThan(100);
    expect(onDoor).toBeGreaterThan(100);
    expect(onDoor).toBeLessThan(300);
  });
});

describe('assignFigures', () => {
  it('returns the share of each verdict with an interval over photos, and the errors', () => {
    const right = { truth: 'hood', given: 'hood', verdict: 'right' } as const;
    const wrong = { truth: 'hood', given: 'roof', verdict: 'wrong' } as const;
    const { damages, shares, confusions } = assignFigures([[right, right, wrong], [], [right]]);
    expect(damages).toBe(4);
    expect(shares.right.share).toBe(0.75);
    expect(shares.right.interval[0]).toBeLessThan(0.75);
    expect(confusions).toEqual([['hood', 'roof', 1]]);
  });
});
