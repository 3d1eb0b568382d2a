import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PART_TYPES } from '../../domain/enums.ts';
import type { Detection } from '../detection/detections.ts';
import { chooseSide, findSidePanels, getSide, isSidePanel, onSide } from './sides.ts';

const detect = (type: string, confidence: number): Detection => ({
  type,
  confidence,
  box: { x0: 0, y0: 0, x1: 10, y1: 10 },
  polygons: [],
});

describe('chooseSide', () => {
  it('chooses the side of most panels, weighted by confidence', () => {
    const panels = [detect('fender_front_right', 0.9), detect('rocker_panel_left', 0.5)];
    expect(chooseSide(findSidePanels(panels))).toBe('right');
    expect(chooseSide(findSidePanels([...panels, detect('handle_front_left', 0.6)]))).toBe('left');
  });

  it('is undecided without panels: lamps and mirrors of both sides are visible from one', () => {
    expect(chooseSide(findSidePanels([detect('front_left_light', 0.9), detect('left_mirror', 0.9)]))).toBe(
      undefined,
    );
  });
});

describe('onSide', () => {
  it('is a part type again, on that side, for every part type', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PART_TYPES), fc.constantFrom('left', 'right'), (part, side) => {
        const moved = onSide(part, side);
        expect(PART_TYPES).toContain(moved);
        expect(getSide(moved)).toBe(getSide(part) && side);
        expect(isSidePanel(moved)).toBe(isSidePanel(part));
      }),
    );
  });
});
