import { describe, expect, it } from 'vitest';
import type { FeatureMap } from './decode-heads.ts';
import { aboveTypeThresholds, detectionsFrom, leastThreshold, onlyDamages } from './detections.ts';

const model = {
  outputs: { levels: [{ name: 'level8', stride: 8 }], prototypes: 'prototypes', prototypeCount: 1, bins: 2 },
  types: [
    { name: 'dent', role: 'damage' as const, calibration: { slope: 1, offset: 0 }, bestThreshold: 0.3 },
    { name: 'dirt', role: 'confusion' as const, calibration: { slope: 1, offset: -2 }, bestThreshold: 0.3 },
  ],
};
const canvas = { scale: 0.5, width: 32, height: 32 };
const photo = { width: 64, height: 48 };

/** One cell (1, 1) of a 4 x 4 level sees something whose sides are all one stride away; the mask is full. */
function look(logits: [dent: number, dirt: number], seenOn = canvas) {
  const level = new Float32Array(11 * 16).fill(-20);
  const values = [...logits, -20, 20, -20, 20, -20, 20, -20, 20, 1];
  values.forEach((value, channel) => {
    level[channel * 16 + 5] = value;
  });
  const outputs: Record<string, FeatureMap> = {
    level8: { dims: [1, 11, 4, 4], data: level },
    prototypes: { dims: [1, 1, 8, 8], data: new Float32Array(64).fill(3) },
  };
  return { outputs, canvas: seenOn };
}

describe('findingsIn', () => {
  it('answers boxes and polygons in pixels of the photo', () => {
    const [found] = detectionsFrom([look([2, -20])], model, photo, 0.3);
    expect(found?.type).toBe('dent');
    expect(found?.confidence).toBeCloseTo(1 / (1 + Math.exp(-2)));
    // Canvas (4, 4) to (20, 20) at half size.
    expect(found?.box.x0).toBeCloseTo(8);
    expect(found?.box.y1).toBeCloseTo(40);
    const xs = found?.polygons.flat().map(([x]) => x) ?? [];
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(8 - 1e-6);
    expect(Math.max(...xs)).toBeLessThanOrEqual(40 + 1e-6);
  });

  it('applies the threshold to the calibrated confidence', () => {
    // A raw score of 0.5 is a confidence of 0.12 for dirt.
    expect(detectionsFrom([look([-20, 0])], model, photo, 0.3)).toEqual([]);
    expect(detectionsFrom([look([-20, 0])], model, photo, 0.1)).toHaveLength(1);
  });

  it('keeps a dent that lies in another, and of two such wheels one', () => {
    const seen = look([2, -20]);
    // The cell to the right sees the right half of it: its right side is at its centre.
    [1.5, -20, -20, 20, -20, 20, 20, -20, -20, 20, 1].forEach((value, channel) => {
      seen.outputs.level8?.data.fill(value, channel * 16 + 6, channel * 16 + 7);
    });
    const wheels = model.types.map((type) => ({ ...type, role: 'wheel' as const }));
    expect(detectionsFrom([seen], model, photo, 0.3)).toHaveLength(2);
    expect(detectionsFrom([seen], { ...model, types: wheels }, photo, 0.3)).toHaveLength(1);
  });

  it('is as sure as the looks at a photo are on average, and its box lies where they saw it on average', () => {
    const smaller = { ...canvas, scale: 0.45 };
    const [found] = detectionsFrom([look([2, -20]), look([0, -20], smaller)], model, photo, 0.3);
    const [one, other] = [1 / (1 + Math.exp(-2)), 0.5];
    expect(found?.confidence).toBeCloseTo((one + other) / 2);
    expect(found?.box.x0).toBeCloseTo((one * (4 / 0.5) + other * (4 / 0.45)) / (one + other), 3);
    const [finest] = detectionsFrom([look([2, -20])], model, photo, 0.3);
    expect(found?.polygons).toEqual(finest?.polygons);
  });

  it('counts what one of two looks did not see half, and hears one that is less sure than was asked for', () => {
    const unseen = look([-20, -20]);
    expect(detectionsFrom([look([2, -20]), unseen], model, photo, 0.3)[0]?.confidence).toBeCloseTo(0.44);
    expect(detectionsFrom([look([2, -20]), unseen], model, photo, 0.5)).toEqual([]);
    expect(detectionsFrom([look([2, -20]), look([-1.5, -20])], model, photo, 0.5)).toHaveLength(1);
  });

  it('tells damages from what only looks like damage', () => {
    const found = detectionsFrom([look([2, 3])], model, photo, 0.3);
    expect(found.map(({ type }) => type)).toEqual(['dent', 'dirt']);
    expect(onlyDamages(found, model).map(({ type }) => type)).toEqual(['dent']);
  });

  it('tells what is clear by the threshold of each type', () => {
    const types = model.types.map((type) => (type.name === 'dirt' ? { ...type, bestThreshold: 0.8 } : type));
    const found = detectionsFrom([look([0, 3])], model, photo, 0.3);
    expect(found.map(({ type, confidence }) => [type, confidence.toFixed(2)])).toEqual([
      ['dirt', '0.73'],
      ['dent', '0.50'],
    ]);
    expect(aboveTypeThresholds(found, { types }).map(({ type }) => type)).toEqual(['dent']);
    expect(leastThreshold({ types })).toBe(0.3);
  });

  it('says which output is missing', () => {
    expect(() => detectionsFrom([{ outputs: {}, canvas }], model, photo, 0.3)).toThrow(/no output "level8"/);
  });
});
