import { describe, expect, it } from 'vitest';
import { VIEWPOINTS } from '../../domain/enums.ts';
import type { Detection } from '../detection/detections.ts';
import { chooseViewpoint, predictViewpoint } from './viewpoint.ts';

const detect = (type: string, x0: number, x1: number, confidence = 0.9): Detection => ({
  type,
  confidence,
  box: { x0, y0: 0, x1, y1: 50 },
  polygons: [],
});

/** The detections of a camera that moves around a car: 0 degrees is its front, 90 its left side. */
function carAt(degrees: number): Detection[] {
  const turn = (degrees * Math.PI) / 180;
  const [facing, along] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const end = degrees < 90 || degrees > 270 ? 'front' : 'back';
  const side = degrees < 180 ? 'left' : 'right';
  const bumper = 180 * facing + 55 * along;
  const doors = 105 * along;
  const mirrors = [detect('left_mirror', 290, 300), detect('right_mirror', 290, 300)];
  const parts = bumper > 30 ? [detect(`${end}_bumper`, 0, bumper), ...mirrors] : mirrors;
  if (doors > 15)
    parts.push(
      detect(`front_${side}_door`, 300, 300 + doors),
      detect(`back_${side}_door`, 300 + doors, 300 + 2 * doors),
    );
  return parts;
}

describe('predictViewpoint', () => {
  it('predicts the eight viewpoints around a car', () => {
    const names = VIEWPOINTS.map((_, index) => predictViewpoint(carAt(index * 45))?.prediction);
    expect(names).toEqual([...VIEWPOINTS]);
  });

  it('has a lower confidence between two viewpoints than at one', () => {
    const at = predictViewpoint(carAt(45))?.confidence ?? 0;
    const between = predictViewpoint(carAt(24))?.confidence ?? 1;
    expect(between).toBeLessThan(at);
  });

  it('chooses the side whose doors have the higher confidence', () => {
    const doubtful = [...carAt(90), detect('front_right_door', 300, 405, 0.3)];
    expect(predictViewpoint(doubtful)?.prediction).toBe('left');
  });

  it('predicts a corner from a fender and the bumper where no door is visible', () => {
    const corner = [
      detect('front_bumper', 0, 150),
      detect('fender_front_left', 150, 205),
      detect('hood', 20, 120),
    ];
    expect(predictViewpoint(corner)?.prediction).toBe('front_left');
  });

  it('predicts the side whose windows and handles are visible, without a door', () => {
    const beltLine = [
      detect('window_front_left', 0, 100),
      detect('window_back_left', 100, 200),
      detect('handle_front_left', 80, 100),
    ];
    expect(predictViewpoint(beltLine)).toEqual({ prediction: 'left', confidence: 0.9 });
  });

  it('returns undefined for a close-up, where a panel could be any', () => {
    expect(predictViewpoint([detect('front_left_door', 0, 400), detect('wheel', 0, 80)])).toBeUndefined();
  });

  it('returns undefined if neither an end nor a side is visible', () => {
    expect(predictViewpoint([detect('wheel', 0, 80)])).toBeUndefined();
    expect(predictViewpoint([])).toBeUndefined();
  });
});

describe('chooseViewpoint', () => {
  const predicted = (confidence: number) => ({ prediction: 'left' as const, confidence });

  it('prefers a confident prediction to the hint, and the hint to any other', () => {
    expect(chooseViewpoint(predicted(0.8), 'right')).toBe('left');
    expect(chooseViewpoint(predicted(0.3), 'right')).toBe('right');
    expect(chooseViewpoint(undefined, 'right')).toBe('right');
  });

  it('returns a prediction of low confidence if there is no hint', () => {
    expect(chooseViewpoint(predicted(0.3), undefined)).toBe('left');
    expect(chooseViewpoint(undefined, undefined)).toBeUndefined();
  });
});
