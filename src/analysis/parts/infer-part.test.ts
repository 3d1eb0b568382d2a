import { expect, it } from 'vitest';
import { guessPanel, inferPart } from './infer-part.ts';

it.each([
  ['broken_light', 'back', 0.2, 'tail_light_left'],
  ['broken_light', 'back', 0.8, 'tail_light_right'],
  ['broken_light', 'front', 0.2, 'head_light_right'],
  ['broken_light', 'front_left', 0.2, 'head_light_left'],
  ['broken_glass', 'front', 0.5, 'windshield_front'],
  ['broken_glass', 'back', 0.5, 'windshield_back'],
] as const)('a %s at the %s, at %s of the width, is on %s', (damageType, viewpoint, x, part) => {
  expect(inferPart(damageType, { viewpoint, x })).toBe(part);
});

it.each([
  ['broken_light', 'left'],
  ['broken_glass', 'front_left'],
  ['scratch', 'front'],
  ['broken_light', undefined],
] as const)('a %s at the %s can be on several parts', (damageType, viewpoint) => {
  expect(inferPart(damageType, { viewpoint, x: 0.5 })).toBeUndefined();
});

it.each([
  ['left', 0.2, 0.5, 'door_front_left'],
  ['right', 0.2, 0.5, 'door_back_right'],
  ['front', 0.5, 0.8, 'bumper_front'],
  ['back', 0.5, 0.2, 'trunk'],
  ['back_left', 0.5, 0.5, 'fender_back_left'],
] as const)('from the %s, the panel at %s, %s is guessed to be %s', (viewpoint, x, y, part) => {
  expect(guessPanel({ viewpoint, x, y })).toBe(part);
});
