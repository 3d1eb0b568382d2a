import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DetectorEntry } from '../model-manifest.ts';
import {
  calibrate,
  calibrateDetections,
  filterByTypeThreshold,
  filterDamages,
  lowestThreshold,
  toRawScore,
  toScoreThresholds,
} from './detections.ts';
import type { FeatureMap } from './feature-map.ts';
import { decodeScales, type ScaleOutput } from './scored-detections.ts';

const model = {
  outputs: { levels: [{ name: 'level8', stride: 8 }], prototypes: 'prototypes', prototypeCount: 1, bins: 2 },
  types: [
    { name: 'dent', role: 'damage' as const, calibration: { slope: 1, offset: 0 }, bestThreshold: 0.3 },
    { name: 'dirt', role: 'confusion' as const, calibration: { slope: 1, offset: -2 }, bestThreshold: 0.3 },
  ],
};
const canvas = { scale: 0.5, width: 32, height: 32 };
const photo = { width: 64, height: 48 };

/** Cell (1, 1) of a 4 x 4 level has a candidate whose sides are all one stride away, with a full mask. */
function createOutput(logits: [dent: number, dirt: number], onCanvas = canvas) {
  const level = new Float32Array(11 * 16).fill(-20);
  const values = [...logits, -20, 20, -20, 20, -20, 20, -20, 20, 1];
  values.forEach((value, channel) => {
    level[channel * 16 + 5] = value;
  });
  const outputs: Record<string, FeatureMap> = {
    level8: { dims: [1, 11, 4, 4], data: level },
    prototypes: { dims: [1, 1, 8, 8], data: new Float32Array(64).fill(3) },
  };
  return { outputs, canvas: onCanvas };
}

/** Decodes and calibrates, as `Detector` does. */
function decodeDetections(
  scales: readonly ScaleOutput[],
  detector: Pick<DetectorEntry, 'outputs' | 'types'>,
  size: typeof photo,
  threshold: number,
  options?: { hasMasks: boolean },
) {
  const scored = decodeScales(scales, detector, size, toScoreThresholds(detector, threshold), options);
  return calibrateDetections(scored, detector, threshold);
}

describe('decodeScales and calibrateDetections', () => {
  it('returns boxes and polygons in pixels of the photo', () => {
    const [detection] = decodeDetections([createOutput([2, -20])], model, photo, 0.3);
    expect(detection?.type).toBe('dent');
    expect(detection?.confidence).toBeCloseTo(1 / (1 + Math.exp(-2)));
    // Canvas (4, 4) to (20, 20) at half size.
    expect(detection?.box.x0).toBeCloseTo(8);
    expect(detection?.box.y1).toBeCloseTo(40);
    const xs = detection?.polygons.flat().map(([x]) => x) ?? [];
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(8 - 1e-6);
    expect(Math.max(...xs)).toBeLessThanOrEqual(40 + 1e-6);
  });

  it('returns boxes without masks from outputs without prototypes', () => {
    const { outputs, ...output } = createOutput([2, -20]);
    const { prototypes: _, ...heads } = outputs;
    const [detection] = decodeDetections([{ ...output, outputs: heads }], model, photo, 0.3, {
      hasMasks: false,
    });
    expect(detection?.polygons).toEqual([]);
    expect(detection?.box.x0).toBeCloseTo(8);
    expect(detection?.box.y1).toBeCloseTo(40);
  });

  // Proves wire C4.
  it('applies the threshold to the calibrated confidence', () => {
    // A raw score of 0.5 is a confidence of 0.12 for dirt.
    expect(decodeDetections([createOutput([-20, 0])], model, photo, 0.3)).toEqual([]);
    expect(decodeDetections([createOutput([-20, 0])], model, photo, 0.1)).toHaveLength(1);
  });

  it('keeps a dent inside another dent, but only one of two such wheels', () => {
    const output = createOutput([2, -20]);
    // The cell to the right detects its right half: the right side is at the cell's centre.
    [1.5, -20, -20, 20, -20, 20, 20, -20, -20, 20, 1].forEach((value, channel) => {
      output.outputs.level8?.data.fill(value, channel * 16 + 6, channel * 16 + 7);
    });
    const wheels = model.types.map((type) => ({ ...type, role: 'wheel' as const }));
    expect(decodeDetections([output], model, photo, 0.3)).toHaveLength(2);
    expect(decodeDetections([output], { ...model, types: wheels }, photo, 0.3)).toHaveLength(1);
  });

  it('returns the mean confidence and the mean box of two scales', () => {
    const smaller = { ...canvas, scale: 0.45 };
    const [detection] = decodeDetections(
      [createOutput([2, -20]), createOutput([0, -20], smaller)],
      model,
      photo,
      0.3,
    );
    const [one, other] = [1 / (1 + Math.exp(-2)), 0.5];
    expect(detection?.confidence).toBeCloseTo((one + other) / 2);
    expect(detection?.box.x0).toBeCloseTo((one * (4 / 0.5) + other * (4 / 0.45)) / (one + other), 3);
    const [finest] = decodeDetections([createOutput([2, -20])], model, photo, 0.3);
    expect(detection?.polygons).toEqual(finest?.polygons);
  });

  it('halves the confidence if one scale has no candidate, and counts candidates below the threshold', () => {
    const empty = createOutput([-20, -20]);
    expect(decodeDetections([createOutput([2, -20]), empty], model, photo, 0.3)[0]?.confidence).toBeCloseTo(
      0.44,
    );
    expect(decodeDetections([createOutput([2, -20]), empty], model, photo, 0.5)).toEqual([]);
    expect(
      decodeDetections([createOutput([2, -20]), createOutput([-1.5, -20])], model, photo, 0.5),
    ).toHaveLength(1);
  });

  it('filterDamages removes types that only resemble damage', () => {
    const detections = decodeDetections([createOutput([2, 3])], model, photo, 0.3);
    expect(detections.map(({ type }) => type)).toEqual(['dent', 'dirt']);
    expect(filterDamages(detections, model).map(({ type }) => type)).toEqual(['dent']);
  });

  it('filterByTypeThreshold applies the threshold of each type', () => {
    const types = model.types.map((type) => (type.name === 'dirt' ? { ...type, bestThreshold: 0.8 } : type));
    const detections = decodeDetections([createOutput([0, 3])], model, photo, 0.3);
    expect(detections.map(({ type, confidence }) => [type, confidence.toFixed(2)])).toEqual([
      ['dirt', '0.73'],
      ['dent', '0.50'],
    ]);
    expect(filterByTypeThreshold(detections, { types }).map(({ type }) => type)).toEqual(['dent']);
    expect(lowestThreshold({ types })).toBe(0.3);
  });

  it('names a missing output', () => {
    expect(() => decodeDetections([{ outputs: {}, canvas }], model, photo, 0.3)).toThrow(
      /no output "level8"/,
    );
  });
});

const unit = fc.double({ min: 0.001, max: 0.999, noNaN: true });
const calibration = fc.record({
  slope: fc.double({ min: 0.2, max: 3, noNaN: true }),
  offset: fc.double({ min: -3, max: 3, noNaN: true }),
});

describe('calibrate', () => {
  it('returns the score with slope 1 and offset 0', () => {
    expect(calibrate(0.37, { slope: 1, offset: 0 })).toBeCloseTo(0.37);
  });

  it('keeps the order of scores', () => {
    fc.assert(
      fc.property(unit, unit, calibration, (a, b, line) => {
        fc.pre(a < b);
        expect(calibrate(a, line)).toBeLessThanOrEqual(calibrate(b, line));
      }),
    );
  });

  it('is inverted by toRawScore', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.05, max: 0.95, noNaN: true }), calibration, (confidence, line) => {
        const raw = toRawScore(confidence, line);
        fc.pre(raw > 1e-9 && raw < 1 - 1e-9);
        expect(calibrate(raw, line)).toBeCloseTo(confidence, 5);
      }),
    );
  });
});
