import fc from 'fast-check';
import { VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import type { WalkFrame } from './walk-frame.ts';

const SHARP = { blurriness: 0.1, underexposure: 0.1, overexposure: 0, lensFlare: 0, lowResolution: 0 };
const WHOLE = { x0: 0.15, y0: 0.3, x1: 0.85, y1: 0.8 };

/** Creates a frame that shows a side well, but for `changes`. */
export function createFrame(
  viewpoint: Viewpoint,
  changes: { at?: number; confidence?: number; blurriness?: number; x0?: number; x1?: number } = {},
): WalkFrame {
  const { at = 0, confidence = 0.8, blurriness = SHARP.blurriness, ...box } = changes;
  return {
    at,
    vehicle: { viewpoint, confidence, box: { ...WHOLE, ...box } },
    quality: { ...SHARP, blurriness },
  };
}

/** A frame that shows anything. */
export const anyFrame = fc
  .record({
    viewpoint: fc.option(fc.constantFrom(...VIEWPOINTS), { nil: undefined }),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    blurriness: fc.double({ min: 0, max: 1, noNaN: true }),
    x0: fc.double({ min: 0, max: 0.5, noNaN: true }),
    x1: fc.double({ min: 0.5, max: 1, noNaN: true }),
  })
  .map(({ viewpoint, ...changes }): WalkFrame => {
    const frame = createFrame(viewpoint ?? 'front', changes);
    return viewpoint ? frame : { at: frame.at, quality: frame.quality };
  });

/** A walk around the car with several frames of each side, `at` 300 ms from one to the next. */
export const anyWalk = fc
  .record({
    counts: fc.array(fc.integer({ min: 4, max: 9 }), { minLength: 8, maxLength: 8 }),
    start: fc.nat({ max: 7 }),
    isClockwise: fc.boolean(),
  })
  .map(({ counts, start, isClockwise }) =>
    counts
      .flatMap((count, n) => {
        const step = isClockwise ? n : VIEWPOINTS.length - n;
        const side = VIEWPOINTS[(start + step) % VIEWPOINTS.length] ?? 'front';
        return Array.from({ length: count }, () => side);
      })
      .map((side, index) => createFrame(side, { at: 300 * index })),
  );
