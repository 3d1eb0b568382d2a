import { describe, expect, it } from 'vitest';
import type { Detection } from '../detection/detections.ts';
import { findVisibleParts } from './visible-parts.ts';

const detect = (type: string, x0: number, confidence = 0.9): Detection => ({
  type,
  confidence,
  box: { x0, y0: 0, x1: x0 + 60, y1: 60 },
  polygons: [],
});

/** Parts of any whole car besides those under test. Glass has no side. */
const CAR = [detect('front_glass', 0, 0.7), detect('back_glass', 0, 0.7)];

describe('findVisibleParts', () => {
  it('converts classes to part types', () => {
    const parts = findVisibleParts(
      [detect('front_left_door', 0), detect('tailgate', 100), detect('hood', 200)],
      'left',
    );
    expect(parts.map(({ partType }) => partType)).toEqual(['door_front_left', 'trunk', 'hood']);
  });

  it('keeps the most confident detection of each part', () => {
    const parts = findVisibleParts([...CAR, detect('hood', 0, 0.4), detect('hood', 200, 0.8)], undefined);
    expect(parts).toHaveLength(3);
    expect(parts[0]?.box.x0).toBe(200);
  });

  it('names wheels by the viewpoint, and without one as wheel', () => {
    const wheels = [detect('wheel', 300), detect('wheel', 20)];
    expect(findVisibleParts(wheels, 'left').map(({ partType }) => partType)).toEqual([
      'wheel_back_left',
      'wheel_front_left',
    ]);
    expect(findVisibleParts(wheels, undefined).map(({ partType }) => partType)).toEqual(['wheel', 'wheel']);
  });

  it('moves parts to the side that the viewpoint shows', () => {
    const on = (viewpoint: Parameters<typeof findVisibleParts>[1], ...types: string[]) =>
      findVisibleParts(
        [...CAR, ...types.map((type, index) => detect(type, 100 * index, 0.9 - 0.1 * index))],
        viewpoint,
      )
        .map(({ partType }) => partType)
        .filter((partType) => !partType.startsWith('windshield'));
    expect(on('front_left', 'front_right_door', 'left_mirror')).toEqual(['door_front_left', 'mirror_left']);
    // From the front and at the corners, both lamps and both mirrors are visible.
    expect(on('front_left', 'front_right_light', 'right_mirror')).toEqual([
      'head_light_right',
      'mirror_right',
    ]);
    expect(on('left', 'front_right_light', 'right_mirror')).toEqual(['head_light_left', 'mirror_left']);
    expect(on('front', 'front_right_door')).toEqual(['door_front_right']);
    expect(on('right', 'front_left_door', 'front_right_door')).toEqual(['door_front_right']);
    expect(on(undefined, 'front_right_door')).toEqual(['door_front_right']);
  });

  it('moves all side panels to the side of most of them if the viewpoint is unknown', () => {
    const panels = [
      detect('rocker_panel_right', 0),
      detect('fender_back_right', 100),
      detect('back_left_door', 200, 0.8),
    ];
    expect(findVisibleParts(panels, undefined).map(({ partType }) => partType)).toEqual([
      'rocker_panel_right',
      'fender_back_right',
      'door_back_right',
    ]);
  });

  it('keeps every region of a part that can be divided', () => {
    const parts = findVisibleParts(
      [
        ...CAR,
        detect('back_left_light', 0),
        detect('back_left_light', 100),
        detect('roof', 0),
        detect('roof_side', 9),
      ],
      'back',
    );
    const count = (name: string) => parts.filter(({ partType }) => partType === name).length;
    expect([count('tail_light_left'), count('roof')]).toEqual([2, 2]);
  });

  it('trusts only wheels on a close-up, where the model takes any panel for a door', () => {
    const closeUp = [detect('front_left_door', 0), detect('hood', 100), detect('wheel', 300)];
    for (const parts of [closeUp, [...closeUp, detect('tailgate', 200, 0.6)]])
      expect(findVisibleParts(parts, undefined).map(({ partType }) => partType)).toEqual(['wheel']);
  });

  it('trusts parts of low confidence if three of high confidence show a vehicle', () => {
    expect(
      findVisibleParts([...CAR, detect('hood', 0), detect('tailgate', 200, 0.5)], undefined),
    ).toHaveLength(4);
  });

  it('ignores classes that are not parts', () => {
    expect(findVisibleParts([...CAR, detect('something', 0)], 'front')).toHaveLength(2);
  });
});
