import { describe, expect, it } from 'vitest';
import type { SeverityLevel } from '../../../src/domain/records/repair-estimate.ts';
import { fitSizes, SHIPPED_RULE, severityFigures } from './severity-figures.ts';
import { type GradedDamage, readGradedDamages } from './severity-records.ts';

const dent = (size: number, level: SeverityLevel): GradedDamage => ({
  photo: 'a.webp',
  damageType: 'dent',
  size,
  level,
});

describe('severityFigures', () => {
  it('has full agreement if every level is right, and none for a rule that always returns the same', () => {
    const damages = [dent(0.001, 1), dent(0.1, 2), dent(0.5, 3)];
    expect(severityFigures(damages, SHIPPED_RULE)).toEqual({
      damages: 3,
      accuracy: 1,
      balanced: 1,
      error: 0,
      kappa: 1,
    });
    expect(severityFigures(damages, () => 2).kappa).toBeCloseTo(0);
  });

  it('counts rare levels as much as common ones in the balanced accuracy', () => {
    const damages = [dent(0.1, 2), dent(0.1, 2), dent(0.1, 2), dent(0.1, 3)];
    const { accuracy, balanced } = severityFigures(damages, () => 2);
    expect([accuracy, balanced]).toEqual([0.75, 0.5]);
  });

  it('leaves out damages that need no repair', () => {
    expect(severityFigures([{ ...dent(0.1, 1), damageType: 'dirt' }], SHIPPED_RULE).damages).toBe(0);
  });
});

describe('fitSizes', () => {
  it('returns the sizes between the grades', () => {
    const damages = [0.01, 0.02, 0.1, 0.2, 0.6, 0.8].map((size, index) =>
      dent(size, (1 + Math.floor(index / 2)) as SeverityLevel),
    );
    expect(fitSizes(damages, 'dent')).toEqual({ medium: 0.1, large: 0.6 });
  });
});

describe('readGradedDamages', () => {
  const box = { x0: 0, y0: 0, x1: 100, y1: 100 };
  const photo = { path: 'a.webp', set: 's', width: 1000, height: 1000, labelled: [], ignore: [] };
  const graded = {
    ...photo,
    boxes: [
      { label: 'dent', box, severity: 'moderate' },
      { label: 'dent', box },
    ],
  };

  it('measures a graded damage against the labelled part under it', () => {
    const parts = { ...photo, boxes: [{ label: 'hood', part: 'hood', box: { ...box, x1: 400 } }] };
    expect(readGradedDamages(graded, parts)).toEqual([{ ...dent(0.25, 2) }]);
  });

  it('measures it against the usual size of a door without labelled parts', () => {
    expect(readGradedDamages(graded, undefined)).toEqual([{ ...dent(0.05, 2) }]);
  });
});
