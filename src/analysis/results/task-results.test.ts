import { describe, expect, it } from 'vitest';
import type { ImageMetadata } from '../../domain/task/analyzer.ts';
import type { Detection } from '../detection/detections.ts';
import type { DetectorEntry } from '../model-manifest.ts';
import { createCoverageResult, createTaskResult, type TaskOutputs } from './task-results.ts';

const type = (name: string, role: 'damage' | 'part' | 'confusion') => ({
  name,
  role,
  calibration: { slope: 1, offset: 0 },
  bestThreshold: 0.5,
});
const PART_CLASSES = ['front_bumper', 'hood', 'front_glass', 'front_left_light'];
const RECALL = {
  points: [
    { pixels: 10, recall: 0, interval: [0, 0] },
    { pixels: 100, recall: 1, interval: [1, 1] },
  ],
};
const damage = {
  name: 'damage',
  version: '4.0.0',
  input: { step: 32, area: 640 * 320 },
  threshold: 0.3,
  types: [{ ...type('dent', 'damage'), recall: RECALL }, type('dirt', 'confusion')],
} as unknown as DetectorEntry;
const parts = { types: PART_CLASSES.map((name) => type(name, 'part')) } as unknown as DetectorEntry;

const detect = (name: string, confidence: number, x0: number, x1: number): Detection => ({
  type: name,
  confidence,
  box: { x0, y0: 100, x1, y1: 300 },
  polygons: [],
});
/** The front of a car on a photo of 1000 x 500. The hood is from x = 200 to 800. */
const front = PART_CLASSES.map((name) => detect(name, 0.9, 200, 800));

const image = (id: string, more: Partial<ImageMetadata> = {}): ImageMetadata => ({
  id,
  name: id,
  imageWidth: 1000,
  imageHeight: 500,
  mimetype: 'image/jpeg',
  ...more,
});
const createDamages = (
  images: Extract<TaskOutputs, { kind: 'damage' }>['images'],
  models: Extract<TaskOutputs, { kind: 'damage' }>['models'] = { damage, parts },
) => createTaskResult({ kind: 'damage', models, thresholds: { byType: {}, others: 0.3 }, images });

describe('createTaskResult, damage', () => {
  it('reports damage types above the threshold only', () => {
    const detections = [
      detect('dent', 0.4, 300, 340),
      detect('dent', 0.2, 600, 640),
      detect('dirt', 0.9, 0, 9),
    ];
    const { damages } = createDamages([{ image: image('a'), output: [detections, front] }]);
    expect(damages?.map(({ damageType, confidence }) => [damageType, confidence])).toEqual([['dent', 0.4]]);
  });

  it('gives damages on a close-up the place of the photo, and merges them with those of a photo of the car', () => {
    const closeUp = image('close', {
      imageType: 'close_up',
      detailedViewpoint: { centersOn: ['bumper_front'] },
    });
    const { damages } = createDamages([
      { image: closeUp, output: [[detect('dent', 0.9, 100, 900)], []] },
      { image: image('wide'), output: [[detect('dent', 0.5, 300, 340)], front] },
    ]);
    expect(damages).toMatchObject([
      { partType: 'bumper_front', confidence: 0.9, views: [{ imageId: 'close' }, { imageId: 'wide' }] },
    ]);
  });

  it('merges one damage on two photos, and adds views of its part', () => {
    const output = [[detect('dent', 0.4, 300, 340)], front];
    const { damages, parts: damagedParts } = createDamages([
      { image: image('a'), output },
      { image: image('b'), output: [[detect('dent', 0.8, 300, 340)], front] },
    ]);
    expect(damages).toHaveLength(1);
    expect(damages?.[0]?.views.map(({ imageId }) => imageId)).toEqual(['b', 'a']);
    expect(damagedParts?.map(({ partType, views }) => [partType, views.length])).toEqual([
      [damages?.[0]?.partType, 2],
    ]);
  });

  it('falls back to the hint of the image without a part model', () => {
    const closeUp = image('a', { details: { viewpointName: 'roof' } });
    const result = createDamages([{ image: closeUp, output: [[detect('dent', 0.8, 0, 50)]] }], { damage });
    expect(result.damages?.[0]?.partType).toBe('roof');
    expect(result.coverages).toBeUndefined();
  });

  it('assesses the coverage of every photo with a part model', () => {
    const { coverages } = createDamages([{ image: image('a'), output: [[], front] }]);
    expect(coverages).toEqual([
      expect.objectContaining({
        imageId: 'a',
        compliance: { status: 'DONE', is_compliant: true, reasons: [] },
      }),
    ]);
  });
});

describe('createTaskResult, detection limits', () => {
  it('states for every photo how large a damage must be to be found', () => {
    const { detectionLimits } = createDamages([
      { image: image('front'), output: [[], front] },
      { image: image('close'), output: [[], []] },
    ]);
    expect(detectionLimits).toMatchObject([
      {
        imageId: 'front',
        model: 'damage 4.0.0',
        scale: { from: 'vehicle' },
        limits: [{ damageType: 'dent' }, { damageType: 'dent', partType: 'bumper_front' }, {}],
      },
      { imageId: 'close', model: 'damage 4.0.0', limits: [] },
    ]);
  });

  it('states none for a type that needs more confidence than where its recall was measured', () => {
    const images = [{ image: image('front'), output: [[], front] }];
    const thresholds = { byType: { dent: 0.5 }, others: 0.3 };
    const result = createTaskResult({ kind: 'damage', models: { damage, parts }, thresholds, images });
    expect(result.detectionLimits?.[0]).toMatchObject({ scale: { from: 'vehicle' }, limits: [] });
  });
});

describe('createCoverageResult', () => {
  it('ignores parts below the threshold of their type', () => {
    const faint = PART_CLASSES.map((name) => detect(name, 0.45, 200, 800));
    const { compliance } = createCoverageResult({ image: image('a'), output: faint }, parts);
    expect(compliance.reasons).toEqual([expect.stringMatching(/^NO_VEHICLE--/)]);
  });

  it('accepts a close-up', () => {
    const closeUp = image('a', { imageType: 'close_up' });
    expect(createCoverageResult({ image: closeUp, output: [] }, parts).compliance.is_compliant).toBe(true);
  });
});
