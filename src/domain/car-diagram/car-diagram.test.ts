import { describe, expect, it } from 'vitest';
import { PART_TYPES, type PartType } from '../enums.ts';
import { CAR_DIAGRAM, findDiagramPart, getPartViewpoint } from './car-diagram.ts';

/** Parts without one place on a car. */
const WITHOUT_PLACE: PartType[] = [
  'ignore',
  'background',
  'hubcap',
  'mirror_support',
  'rocker_panel',
  'wheel',
];

const readPoints = (path: string) =>
  path
    .split(/[MLCZ]/)
    .flatMap((piece) => piece.match(/-?\d+(\.\d+)?/g) ?? [])
    .map(Number);

describe('the car diagram', () => {
  it('shows every part that has one place on a car', () => {
    const missing = PART_TYPES.filter((part) => !findDiagramPart(part));
    expect(missing).toEqual(WITHOUT_PLACE);
  });

  it('shows every part once', () => {
    const types = CAR_DIAGRAM.parts.map(({ partType }) => partType);
    expect(new Set(types).size).toBe(types.length);
  });

  it('draws with absolute lines and curves inside the drawing', () => {
    for (const { path, center } of CAR_DIAGRAM.parts) {
      expect(path).toMatch(/^(M[\d. ]+|L[\d. ]+|C[\d. ]+|Z)+$/);
      const numbers = [...readPoints(path), ...center];
      numbers.forEach((value, index) => {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(index % 2 === 0 ? CAR_DIAGRAM.width : CAR_DIAGRAM.height);
      });
    }
  });

  it('mirrors the left side', () => {
    const left = findDiagramPart('door_front_left');
    const right = findDiagramPart('door_front_right');
    expect(left?.center[0]).toBeLessThan(CAR_DIAGRAM.width / 2);
    expect(right?.center).toEqual([CAR_DIAGRAM.width - (left?.center[0] ?? 0), left?.center[1]]);
    expect([left?.face, right?.face]).toEqual(['left', 'right']);
  });
});

describe('getPartViewpoint', () => {
  it.each([
    ['door_back_left', 'left'],
    ['fender_front_right', 'front_right'],
    ['fender_back_left', 'back_left'],
    ['wheel_back_right', 'back_right'],
    ['hood', 'front'],
    ['trunk', 'back'],
    ['head_light_left', 'front_left'],
    ['license_plate_back', 'back'],
    ['window_corner_right', 'back_right'],
    ['rocker_panel_left', 'left'],
  ] as const)('shows %s from %s', (part, viewpoint) => {
    expect(getPartViewpoint(part)).toBe(viewpoint);
  });

  it('knows no viewpoint of the roof nor of a part without one place', () => {
    expect(getPartViewpoint('roof')).toBeUndefined();
    for (const part of WITHOUT_PLACE) expect(getPartViewpoint(part)).toBeUndefined();
  });
});
