import { describe, expect, it } from 'vitest';
import type { PartType } from '../../domain/enums.ts';
import type { DetectionLimit } from '../../domain/records/detection-limit.ts';
import type { Detection } from '../detection/detections.ts';
import type { DetectorEntry, RecallCurve } from '../model-manifest.ts';
import { createDetectionLimit } from './create-detection-limit.ts';

const IMAGE = { id: 'a', name: 'a', imageWidth: 2000, imageHeight: 1000, mimetype: 'image/jpeg' };
const thresholdOf = () => 0.3;

const curve = (...points: [pixels: number, recall: number][]): RecallCurve => ({
  points: points.map(([pixels, recall]) => ({ pixels, recall, interval: [recall, recall] })),
  marks: 100,
  photos: 50,
  data: 'drawn',
});
/** The canvas of the photo has half its scale. */
const model = (types: Record<string, RecallCurve>) =>
  ({
    name: 'damage',
    version: '4.0.0',
    input: { step: 10, area: 1000 * 500 },
    threshold: 0.3,
    types: Object.entries(types).map(([name, recall]) => ({ name, role: 'damage', recall })),
  }) as unknown as DetectorEntry;

const part = (type: string, x: number, y: number, width: number, height: number): Detection => ({
  type,
  confidence: 0.95,
  box: { x0: x, y0: y, x1: x + width, y1: y + height },
  polygons: [],
});
/** A car from the left: 4 pixels per centimetre at both wheels. */
const SIDE = [
  part('wheel', 300, 600, 260, 264),
  part('wheel', 1400, 600, 260, 264),
  part('front_left_door', 620, 300, 380, 400),
  part('back_left_door', 1000, 300, 380, 400),
  part('fender_back_left', 1300, 300, 380, 300),
  part('front_bumper', 160, 500, 120, 300),
];

const limitOf = ({ limits }: DetectionLimit, partType?: PartType) =>
  limits.find((limit) => limit.partType === partType);
const create = (recall: RecallCurve, detections = SIDE) =>
  createDetectionLimit(model({ scratch: recall }), IMAGE, detections, thresholdOf);

describe('the detection limit of a photo', () => {
  it('is the length that is large enough on the canvas of the model', () => {
    const limit = create(curve([20, 0], [37, 0.5], [60, 0.8], [80, 1]));
    expect(limit).toMatchObject({ model: 'damage 4.0.0', scale: { from: 'wheel' } });
    expect(limit.scale?.pixelsPerCm).toBeCloseTo(4, 1);
    // 2 pixels of the canvas per centimetre: 18.5 and 30 cm. The error bar and the rounding add to it.
    expect(limitOf(limit)).toEqual({ damageType: 'scratch', half: 20, most: 40 });
  });

  it('has no length if not even the largest damages are found', () => {
    expect(limitOf(create(curve([20, 0.1], [300, 0.6])))).toEqual({ damageType: 'scratch', half: 100 });
    expect(limitOf(create(curve([20, 0.1], [300, 0.4])))).toEqual({ damageType: 'scratch' });
  });

  it('is larger on a part that is seen at an angle', () => {
    const limit = create(curve([20, 0], [37, 0.5], [60, 0.8], [80, 1]));
    const [door, bumper] = [limitOf(limit, 'door_front_left'), limitOf(limit, 'bumper_front')];
    expect(bumper?.half).toBeGreaterThan(door?.half ?? 0);
  });

  it('is smaller on a part that is nearer', () => {
    const wheels = [part('wheel', 300, 550, 396, 396), part('wheel', 1600, 600, 198, 198)];
    const doors = [part('front_left_door', 300, 300, 380, 400), part('back_left_door', 1500, 300, 380, 400)];
    const fender = part('fender_back_left', 1600, 300, 300, 300);
    const limit = create(curve([20, 0], [40, 0.5], [80, 1]), [...wheels, ...doors, fender]);
    const [near, far] = [limitOf(limit, 'door_front_left'), limitOf(limit, 'door_back_left')];
    expect(near?.half).toBeLessThan(far?.half ?? 0);
  });

  it('is unknown without a thing of known size, and for types without a curve', () => {
    const closeUp = [part('front_left_door', 0, 0, 2000, 1000)];
    expect(create(curve([20, 0.5]), closeUp)).toEqual({ model: 'damage 4.0.0', limits: [] });
    expect(createDetectionLimit(model({}), IMAGE, SIDE, thresholdOf).limits).toEqual([]);
  });
});
