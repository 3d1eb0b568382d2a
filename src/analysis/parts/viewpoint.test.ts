import { describe, expect, it } from 'vitest';
import { VIEWPOINTS } from '../../domain/enums.ts';
import type { Detection } from '../detection/detections.ts';
import { chosenViewpoint, viewpointFrom } from './viewpoint.ts';

const found = (type: string, x0: number, x1: number, confidence = 0.9): Detection => ({
  type,
  confidence,
  box: { x0, y0: 0, x1, y1: 50 },
  polygons: [],
});

/** What a camera sees that walks around a car: 0 degrees at its front, 90 at its left side. */
function carAt(degrees: number): Detection[] {
  const turn = (degrees * Math.PI) / 180;
  const [facing, along] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const end = degrees < 90 || degrees > 270 ? 'front' : 'back';
  const side = degrees < 180 ? 'left' : 'right';
  const bumper = 180 * facing + 55 * along;
  const doors = 105 * along;
  const mirrors = [found('left_mirror', 290, 300), found('right_mirror', 290, 300)];
  const seen = bumper > 30 ? [found(`${end}_bumper`, 0, bumper), ...mirrors] : mirrors;
  if (doors > 15)
    seen.push(
      found(`front_${side}_door`, 300, 300 + doors),
      found(`back_${side}_door`, 300 + doors, 300 + 2 * doors),
    );
  return seen;
}

describe('viewpointFrom', () => {
  it('tells the eight viewpoints around a car', () => {
    const names = VIEWPOINTS.map((_, index) => viewpointFrom(carAt(index * 45))?.prediction);
    expect(names).toEqual([...VIEWPOINTS]);
  });

  it('is less sure between two viewpoints than at one', () => {
    const at = viewpointFrom(carAt(45))?.confidence ?? 0;
    const between = viewpointFrom(carAt(24))?.confidence ?? 1;
    expect(between).toBeLessThan(at);
  });

  it('goes by the side whose doors are seen more surely', () => {
    const doubtful = [...carAt(90), found('front_right_door', 300, 405, 0.3)];
    expect(viewpointFrom(doubtful)?.prediction).toBe('left');
  });

  it('says nothing of a close-up, where a single panel could be anything', () => {
    expect(viewpointFrom([found('front_left_door', 0, 400), found('wheel', 0, 80)])).toBeUndefined();
  });

  it('says nothing of a photo without an end or a side', () => {
    expect(viewpointFrom([found('wheel', 0, 80)])).toBeUndefined();
    expect(viewpointFrom([])).toBeUndefined();
  });
});

describe('chosenViewpoint', () => {
  const seen = (confidence: number) => ({ prediction: 'left' as const, confidence });

  it('believes the picture where it is clear, and the photographer where it is not', () => {
    expect(chosenViewpoint(seen(0.8), 'right')).toBe('left');
    expect(chosenViewpoint(seen(0.3), 'right')).toBe('right');
    expect(chosenViewpoint(undefined, 'right')).toBe('right');
  });

  it('takes a doubtful look for want of anything better', () => {
    expect(chosenViewpoint(seen(0.3), undefined)).toBe('left');
    expect(chosenViewpoint(undefined, undefined)).toBeUndefined();
  });
});
