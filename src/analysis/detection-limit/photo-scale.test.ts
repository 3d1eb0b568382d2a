import { describe, expect, it } from 'vitest';
import { estimateLocalScale, estimatePhotoScale, toPhotoScale } from './photo-scale.ts';
import type { SizeCue } from './size-cues.ts';

const cue = (pixelsPerCm: number, more: Partial<SizeCue> = {}): SizeCue => ({
  from: 'wheel',
  x: 0,
  y: 0,
  pixelsPerCm,
  deviation: 0.08,
  ...more,
});

describe('the scale of a photo', () => {
  it('is unknown without a cue', () => {
    expect(toPhotoScale([])).toBeUndefined();
    expect(estimateLocalScale([], { x: 0, y: 0 })).toBeUndefined();
  });

  it('is that of its cues, with an error bar, and names the most exact one', () => {
    const scale = toPhotoScale([cue(2, { from: 'parts', deviation: 0.2 }), cue(2)]);
    expect(scale).toMatchObject({ pixelsPerCm: 2, from: 'wheel' });
    expect(scale?.low).toBeLessThan(2);
    expect(scale?.high).toBeGreaterThan(2);
  });

  it('is nearer to the more exact cue', () => {
    const { logScale = 0 } = estimatePhotoScale([cue(2), cue(3, { deviation: 0.5 })]) ?? {};
    expect(Math.exp(logScale)).toBeLessThan(2.2);
  });

  it('is more exact with more cues, and less if they contradict each other', () => {
    const deviationOf = (...scales: number[]) =>
      estimatePhotoScale(scales.map((scale) => cue(scale)))?.deviation ?? 0;
    expect(deviationOf(2, 2, 2)).toBeLessThan(deviationOf(2));
    expect(deviationOf(1, 2, 4)).toBeGreaterThan(deviationOf(2, 2, 2) * 1.5);
  });

  it('is larger at the end of the vehicle that is nearer to the camera', () => {
    const cues = [cue(1.5, { x: 100 }), cue(2, { x: 700 })];
    const at = (x: number) => Math.exp(estimateLocalScale(cues, { x, y: 0 })?.logScale ?? 0);
    expect(at(100)).toBeLessThan(1.65);
    expect(at(700)).toBeGreaterThan(1.85);
    expect(at(400)).toBeCloseTo(Math.sqrt(3), 1);
  });
});
