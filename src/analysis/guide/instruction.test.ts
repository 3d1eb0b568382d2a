import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import type { Sight } from '../../domain/sights/sight.ts';
import { canVerify, chooseInstruction, type FrameReading, type Instruction } from './instruction.ts';

const GOOD_QUALITY = { blurriness: 0.1, underexposure: 0.1, overexposure: 0, lensFlare: 0, lowResolution: 0 };
const WHOLE = { x0: 0.1, y0: 0.3, x1: 0.9, y1: 0.8 };

/** A frame on which the left side can be photographed, with changes. */
function frame(change: Partial<FrameReading> = {}): FrameReading {
  return {
    width: 1920,
    height: 1080,
    hasPartModel: true,
    vehicle: { box: WHOLE, viewpoint: 'left', confidence: 0.8 },
    quality: GOOD_QUALITY,
    thumbnail: { width: 0, height: 0, data: new Uint8Array() },
    movement: 0,
    ...change,
  };
}
const vehicle = (box: Partial<typeof WHOLE>, viewpoint: Viewpoint = 'left') => ({
  vehicle: { box: { ...WHOLE, ...box }, viewpoint, confidence: 0.8 },
});
const quality = (change: Partial<typeof GOOD_QUALITY>) => ({ quality: { ...GOOD_QUALITY, ...change } });
const { vehicle: _vehicle, ...withoutVehicle } = frame();
const LEFT: Sight = { kind: 'viewpoint', id: 'left' };

test.each<[string, Instruction | undefined, FrameReading]>([
  ['a good frame', undefined, frame()],
  ['no vehicle', 'find_vehicle', withoutVehicle],
  ['a dark frame without a vehicle', 'find_light', { ...withoutVehicle, ...quality({ underexposure: 0.7 }) }],
  ['the front', 'walk_right', frame(vehicle({}, 'front'))],
  ['the rear', 'walk_left', frame(vehicle({}, 'back'))],
  ['the right side', 'walk_around', frame(vehicle({}, 'right'))],
  ['a vehicle cut off on both sides', 'step_back', frame(vehicle({ x0: 0, x1: 1 }))],
  ['a vehicle cut off on the left', 'pan_left', frame(vehicle({ x0: 0 }))],
  ['a vehicle cut off on the right', 'pan_right', frame(vehicle({ x1: 1 }))],
  ['a vehicle cut off at the top', 'pan_up', frame(vehicle({ y0: 0 }))],
  ['a vehicle cut off at the bottom', 'pan_down', frame(vehicle({ y1: 1 }))],
  ['a small vehicle', 'step_closer', frame(vehicle({ x0: 0.4, x1: 0.6 }))],
  ['a vehicle whose side is unclear', 'step_back', frame({ vehicle: { box: WHOLE, confidence: 0 } })],
  ['a blurred frame without a vehicle', 'let_focus', { ...withoutVehicle, ...quality({ blurriness: 0.9 }) }],
  ['an upright phone', 'turn_phone', frame({ width: 1080, height: 1920 })],
  ['a phone that is not level', 'level_phone', frame({ roll: -12 })],
  [
    'a vehicle that is not level',
    'level_phone',
    frame({ vehicle: { box: WHOLE, viewpoint: 'left', confidence: 0.8, tilt: 11 } }),
  ],
  ['a burnt-out frame', 'avoid_glare', frame(quality({ overexposure: 0.6 }))],
  ['light in the lens', 'avoid_glare', frame(quality({ lensFlare: 0.6 }))],
  ['a moving camera', 'hold_still', frame({ movement: 0.4, ...quality({ blurriness: 0.9 }) })],
  ['a blurred frame of a camera that is still', 'let_focus', frame(quality({ blurriness: 0.9 }))],
])('%s: %s', (_name, instruction, reading) => expect(chooseInstruction(reading, LEFT)).toBe(instruction));

test('an upright phone is good enough for the front', () => {
  const reading = frame({ width: 1080, height: 1920, ...vehicle({}, 'front') });
  expect(chooseInstruction(reading, { kind: 'viewpoint', id: 'front' })).toBeUndefined();
});

test('walking as instructed reaches every side from every other', () => {
  fc.assert(
    fc.property(fc.constantFrom(...VIEWPOINTS), fc.constantFrom(...VIEWPOINTS), (start, wanted) => {
      let at = VIEWPOINTS.indexOf(start);
      for (let steps = 0; steps <= 4; steps += 1) {
        const viewpoint = VIEWPOINTS[at] ?? 'front';
        const instruction = chooseInstruction(frame(vehicle({}, viewpoint)), {
          kind: 'viewpoint',
          id: wanted,
        });
        if (instruction === undefined) {
          expect(viewpoint).toBe(wanted);
          return;
        }
        // Facing the front of a car, its left side is on the right.
        at = (at + (instruction === 'walk_left' ? 7 : 1)) % 8;
      }
      expect.unreachable(`${wanted} is not reached from ${start}`);
    }),
  );
});

test('a wheel must be large and whole', () => {
  const sight: Sight = { kind: 'wheel', id: 'wheel_front_left' };
  const large = { x0: 0.3, y0: 0.2, x1: 0.7, y1: 0.8 };
  expect(chooseInstruction(frame(), sight)).toBe('find_wheel');
  expect(chooseInstruction(frame({ wheel: { ...large, y0: 0.6, x0: 0.6 } }), sight)).toBe('step_closer');
  expect(chooseInstruction(frame({ wheel: { ...large, x0: 0 } }), sight)).toBe('pan_left');
  expect(chooseInstruction(frame({ wheel: large }), sight)).toBeUndefined();
});

test('without a part model only quality is checked, and the side is not known', () => {
  const reading = { ...withoutVehicle, hasPartModel: false };
  expect(chooseInstruction(reading, LEFT)).toBeUndefined();
  expect(chooseInstruction({ ...reading, movement: 1 }, LEFT)).toBe('hold_still');
  expect(canVerify(reading, LEFT)).toBe(false);
  expect(canVerify(reading, { kind: 'text', id: 'VIN' })).toBe(true);
});
