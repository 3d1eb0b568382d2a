import { describe, expect, it } from 'vitest';
import type { Box } from '../geometry/box.ts';
import type { HeadConfidences } from '../wheels/wheel-heads.ts';
import { type AnalysedWheel, createWheelResults } from './wheel-results.ts';

const sound: HeadConfidences = {
  covering: { alloy: 0.95, steel: 0.03, hubcap: 0.02 },
  aspect: { classic: 0.9, bicolor: 0.1 },
  condition: { not_damaged: 0.9, damaged: 0.1 },
  face: { visible: 0.99, hidden: 0.01 },
  flat_tyre: { no: 1, yes: 0 },
  missing_hubcap: { no: 1, yes: 0 },
};
const bareSteel: HeadConfidences = {
  ...sound,
  covering: { alloy: 0.02, steel: 0.96, hubcap: 0.02 },
  missing_hubcap: { no: 0.1, yes: 0.9 },
};
const wheel = (x: number, confidences: HeadConfidences, size = 100): AnalysedWheel => {
  const box: Box = { x0: x, y0: 100, x1: x + size, y1: 100 + size };
  return { box, polygons: [], confidences };
};
const size = { imageWidth: 1000, imageHeight: 800 };
const THRESHOLD = 0.3;

describe('createWheelResults', () => {
  it('describes the named wheel of a close-up, not one behind it', () => {
    const wheels = [wheel(500, bareSteel, 60), wheel(50, sound, 300)];
    const image = { ...size, id: 'a', wheelName: 'wheel_back_left' as const, wheels };
    const { wheelAnalysis, damages } = createWheelResults([image], THRESHOLD);
    expect(wheelAnalysis).toHaveLength(1);
    expect(wheelAnalysis[0]).toMatchObject({
      imageId: 'a',
      wheelName: 'wheel_back_left',
      rimMaterial: { prediction: 'ALU' },
    });
    expect(damages).toEqual([]);
  });

  it('names the wheels of a wide shot by the viewpoint', () => {
    const image = {
      ...size,
      id: 'a',
      viewpoint: 'left' as const,
      wheels: [wheel(400, bareSteel), wheel(50, sound)],
    };
    const { wheelAnalysis } = createWheelResults([image], THRESHOLD);
    expect(wheelAnalysis.map(({ wheelName }) => wheelName)).toEqual(['wheel_back_left', 'wheel_front_left']);
  });

  it('omits an unknown name', () => {
    const { wheelAnalysis } = createWheelResults(
      [{ ...size, id: 'a', wheels: [wheel(50, sound)] }],
      THRESHOLD,
    );
    expect(wheelAnalysis[0]).not.toHaveProperty('wheelName');
  });

  it('reports a missing hubcap as a damage of that hubcap, with its view', () => {
    const image = {
      ...size,
      id: 'a',
      wheelName: 'wheel_front_right' as const,
      wheels: [wheel(50, bareSteel)],
    };
    const [damage] = createWheelResults([image], THRESHOLD).damages;
    expect(damage).toMatchObject({
      damageType: 'missing_hubcap',
      partType: 'hubcap_front_right',
      views: [{ imageId: 'a', boundingBox: { xmin: 50, ymin: 100, width: 100, height: 100 } }],
    });
    expect(createWheelResults([image], 0.95).damages).toEqual([]);
  });

  it('merges the damages of a named wheel, with a view per photo, the most confident first', () => {
    const faint = { ...bareSteel, missing_hubcap: { no: 0.4, yes: 0.6 } };
    const images = [
      { ...size, id: 'a', viewpoint: 'front_left' as const, wheels: [wheel(50, faint)] },
      { ...size, id: 'b', wheelName: 'wheel_front_left' as const, wheels: [wheel(50, bareSteel, 300)] },
      { ...size, id: 'c', wheels: [wheel(50, bareSteel), wheel(400, bareSteel)] },
    ];
    const { wheelAnalysis, damages } = createWheelResults(images, THRESHOLD);
    expect(wheelAnalysis).toHaveLength(4);
    expect(damages.map(({ partType, views }) => [partType, ...views.map(({ imageId }) => imageId)])).toEqual([
      ['hubcap_front_left', 'b', 'a'],
      ['hubcap', 'c'],
      ['hubcap', 'c'],
    ]);
  });

  it('returns a bounding box clipped to the photo', () => {
    const [analysis] = createWheelResults(
      [{ ...size, id: 'a', wheels: [wheel(950, sound)] }],
      THRESHOLD,
    ).wheelAnalysis;
    expect(analysis?.boundingBox).toEqual({ xmin: 950, ymin: 100, width: 50, height: 100 });
  });
});
