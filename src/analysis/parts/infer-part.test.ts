import { expect, it } from 'vitest';
import { findNearestPanel, guessPanel, inferPart } from './infer-part.ts';
import type { VisiblePart } from './visible-parts.ts';

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

const part = (partType: VisiblePart['partType'], x0: number, x1: number): VisiblePart => ({
  partType,
  confidence: 0.9,
  box: { x0, y0: 100, x1, y1: 200 },
  polygons: [],
});
const photo = { imageWidth: 1000, imageHeight: 750 };
const parts = [part('door_back_left', 100, 400), part('wheel_back_left', 430, 500)];
const dent = (x0: number) => ({ damageType: 'dent' as const, box: { x0, y0: 120, x1: x0 + 20, y1: 140 } });

it('returns the panel beside the damage, not a nearer wheel', () => {
  expect(findNearestPanel(dent(410), parts, photo)).toBe('door_back_left');
});

it('returns nothing far from all panels', () => {
  expect(findNearestPanel(dent(600), parts, photo)).toBeUndefined();
});

it('returns nothing for a damage that no panel has', () => {
  expect(findNearestPanel({ ...dent(410), damageType: 'broken_glass' }, parts, photo)).toBeUndefined();
});
