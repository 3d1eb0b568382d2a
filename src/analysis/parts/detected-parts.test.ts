import { describe, expect, it } from 'vitest';
import { PART_TYPES } from '../../domain/enums.ts';
import type { Detection } from '../detection/detections.ts';
import { visibleParts } from './detected-parts.ts';
import { PART_OF_CLASS } from './part-classes.ts';

const found = (type: string, x0: number, confidence = 0.9): Detection => ({
  type,
  confidence,
  box: { x0, y0: 0, x1: x0 + 60, y1: 60 },
  polygons: [],
});

/** What shows of any whole car besides the parts in question: glass has no side. */
const CAR = [found('front_glass', 0, 0.7), found('back_glass', 0, 0.7)];

describe('seenParts', () => {
  it("speaks the specification's names", () => {
    const parts = visibleParts(
      [found('front_left_door', 0), found('tailgate', 100), found('hood', 200)],
      'left',
    );
    expect(parts.map(({ partType }) => partType)).toEqual(['door_front_left', 'trunk', 'hood']);
    for (const name of Object.values(PART_OF_CLASS)) expect(PART_TYPES).toContain(name);
  });

  it('has each part once, by its surest finding', () => {
    const parts = visibleParts([...CAR, found('hood', 0, 0.4), found('hood', 200, 0.8)], undefined);
    expect(parts).toHaveLength(3);
    expect(parts[0]?.box.x0).toBe(200);
  });

  it('names wheels by the viewpoint, and leaves them plain without one', () => {
    const wheels = [found('wheel', 300), found('wheel', 20)];
    expect(visibleParts(wheels, 'left').map(({ partType }) => partType)).toEqual([
      'wheel_back_left',
      'wheel_front_left',
    ]);
    expect(visibleParts(wheels, undefined).map(({ partType }) => partType)).toEqual(['wheel', 'wheel']);
  });

  it('puts parts on the side that the viewpoint shows', () => {
    const on = (viewpoint: Parameters<typeof visibleParts>[1], ...types: string[]) =>
      visibleParts(
        [...CAR, ...types.map((type, index) => found(type, 100 * index, 0.9 - 0.1 * index))],
        viewpoint,
      )
        .map(({ partType }) => partType)
        .filter((partType) => !partType.startsWith('windshield'));
    expect(on('front_left', 'front_right_door', 'left_mirror')).toEqual(['door_front_left', 'mirror_left']);
    // Head-on and at the corners both lamps and both mirrors show.
    expect(on('front_left', 'front_right_light', 'right_mirror')).toEqual([
      'head_light_right',
      'mirror_right',
    ]);
    expect(on('left', 'front_right_light', 'right_mirror')).toEqual(['head_light_left', 'mirror_left']);
    expect(on('front', 'front_right_door')).toEqual(['door_front_right']);
    expect(on('right', 'front_left_door', 'front_right_door')).toEqual(['door_front_right']);
    expect(on(undefined, 'front_right_door')).toEqual(['door_front_right']);
  });

  it('believes in wheels alone on a close-up: there the model takes any panel for a door', () => {
    const closeUp = [found('front_left_door', 0), found('hood', 100), found('wheel', 300)];
    for (const parts of [closeUp, [...closeUp, found('tailgate', 200, 0.6)]])
      expect(visibleParts(parts, undefined).map(({ partType }) => partType)).toEqual(['wheel']);
  });

  it('believes in unsure parts, too, where three sure ones show a vehicle', () => {
    expect(visibleParts([...CAR, found('hood', 0), found('tailgate', 200, 0.5)], undefined)).toHaveLength(4);
  });

  it('passes over classes that are no parts', () => {
    expect(visibleParts([...CAR, found('something', 0)], 'front')).toHaveLength(2);
  });
});
