import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitCanvas, fitWithin } from '../analysis/canvas.ts';
import type { DetectorEntry } from '../analysis/model-manifest.ts';
import { eighthsFor } from '../node/eighths.ts';
import { decodeSide } from './detect.ts';

const input = { step: 32, area: 262_144 };
const entry = { input } as DetectorEntry;

describe('the side at which a photo is decoded for a detector', () => {
  it.each([
    [1100, 825, 1152],
    [1600, 1200, 800],
    [3000, 2250, 750],
    [4032, 3024, 1008],
    [8064, 6048, 1008],
  ])('of %i x %i is %i', (width, height, side) => {
    expect(decodeSide(entry, { width, height })).toBe(side);
  });

  it('is one that decoders scale to by halves, and not less than the model looks at', () => {
    const side = fc.integer({ min: 400, max: 8000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const photo = { width, height };
        const most = decodeSide(entry, photo);
        const eighths = eighthsFor(photo, fitWithin(photo, most));
        expect([1, 2, 4, 8]).toContain(eighths);
        expect(eighths / 8).toBeGreaterThanOrEqual(Math.min(1, fitCanvas(width, height, input).scale));
      }),
    );
  });
});
