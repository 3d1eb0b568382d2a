import { describe, expect, it } from 'vitest';
import { CAR_DIAGRAM, findDiagramPart } from '../../domain/car-diagram/car-diagram.ts';
import type { PartType } from '../../domain/enums.ts';
import { type CarOrientation, findNeighbour, groupByDiagramPart } from './car-layout.ts';

const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

const move = (from: PartType, key: string, orientation: CarOrientation = 'portrait') => {
  const part = findDiagramPart(from);
  return part && findNeighbour(part, key, CAR_DIAGRAM.parts, orientation)?.partType;
};

describe('findNeighbour', () => {
  it('moves in the direction of the key', () => {
    expect(move('door_front_left', 'ArrowUp')).toBe('turn_signal_front_lateral_left');
    expect(move('door_back_left', 'ArrowLeft')).toBe('rocker_panel_left');
    expect(move('roof', 'ArrowUp')).toBe('windshield_front');
    expect(move('roof', 'ArrowDown')).toBe('wiper_back');
  });

  it('turns with the drawing', () => {
    expect(move('roof', 'ArrowLeft', 'landscape')).toBe('windshield_front');
    expect(move('door_back_left', 'ArrowDown', 'landscape')).toBe('rocker_panel_left');
  });

  it('reaches every part from every part', () => {
    const reached = new Set([CAR_DIAGRAM.parts[0]]);
    for (const part of reached) {
      for (const key of ARROWS) {
        const next = part && findNeighbour(part, key, CAR_DIAGRAM.parts, 'portrait');
        if (next) reached.add(next);
      }
    }
    expect(CAR_DIAGRAM.parts.filter((part) => !reached.has(part)).map(({ partType }) => partType)).toEqual(
      [],
    );
  });

  it('stays for other keys', () => {
    expect(move('roof', 'a')).toBeUndefined();
  });
});

describe('groupByDiagramPart', () => {
  it('counts the damages of a part and returns the highest severity', () => {
    const { parts, unplaced } = groupByDiagramPart([
      { id: '1', partType: 'grill', level: 1 },
      { id: '2', partType: 'grill_radiator', level: 3 },
      { id: '3', partType: 'hood' },
      { id: '4', partType: 'ignore', level: 2 },
    ]);
    expect(parts.get('grill')).toMatchObject({ count: 2, level: 3 });
    expect(parts.get('hood')).toMatchObject({ count: 1, level: undefined });
    expect(unplaced).toBe(1);
  });
});
