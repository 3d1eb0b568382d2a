import { describe, expect, it } from 'vitest';
import type { Box } from '../geometry/box.ts';
import type { Point } from '../geometry/polygon.ts';
import { locateDamage } from './locate-damage.ts';
import type { VisiblePart } from './visible-parts.ts';

const box = (x0: number, y0: number, x1: number, y1: number): Box => ({ x0, y0, x1, y1 });
const ring = ({ x0, y0, x1, y1 }: Box): Point[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];
const region = (where: Box) => ({ box: where, polygons: [ring(where)] });
const part = (partType: VisiblePart['partType'], where: Box): VisiblePart => ({
  partType,
  confidence: 0.9,
  ...region(where),
});

const bumper = part('bumper_front', box(0, 100, 400, 200));
const lamp = part('head_light_left', box(300, 90, 400, 150));
const hood = part('hood', box(0, 0, 400, 100));

describe('locateDamage', () => {
  it('returns the part with most of the damage', () => {
    expect(locateDamage(region(box(50, 80, 150, 160)), [hood, bumper, lamp])).toBe('bumper_front');
    expect(locateDamage(region(box(50, 20, 150, 120)), [hood, bumper, lamp])).toBe('hood');
  });

  it('prefers a small part to the large one around it', () => {
    expect(locateDamage(region(box(320, 105, 380, 140)), [bumper, lamp])).toBe('head_light_left');
  });

  it('compares polygons, not boxes', () => {
    const triangle: Point[] = [
      [0, 0],
      [400, 0],
      [0, 100],
    ];
    const slanted: VisiblePart = { ...hood, polygons: [triangle] };
    expect(locateDamage(region(box(300, 70, 390, 98)), [slanted])).toBeUndefined();
    expect(locateDamage(region(box(10, 10, 60, 40)), [slanted])).toBe('hood');
  });

  it('does not take a notch of a part for the part', () => {
    const arch: Point[] = [
      [0, 0],
      [400, 0],
      [400, 100],
      [250, 100],
      [250, 30],
      [150, 30],
      [150, 100],
      [0, 100],
    ];
    const fender: VisiblePart = { ...hood, partType: 'fender_front_left', polygons: [arch] };
    expect(locateDamage(region(box(170, 50, 230, 90)), [fender])).toBeUndefined();
    expect(locateDamage(region(box(20, 50, 80, 90)), [fender])).toBe('fender_front_left');
    expect(locateDamage(region(box(320, 50, 380, 90)), [fender])).toBe('fender_front_left');
  });

  it('uses the box of a damage without polygons', () => {
    expect(locateDamage({ box: box(50, 120, 90, 160), polygons: [] }, [bumper])).toBe('bumper_front');
  });

  it('ignores a part that the damage only touches', () => {
    expect(locateDamage(region(box(380, 180, 480, 280)), [bumper])).toBeUndefined();
  });
});
