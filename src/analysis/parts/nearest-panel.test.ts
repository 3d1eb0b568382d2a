import { expect, it } from 'vitest';
import { findNearestPanel } from './nearest-panel.ts';
import type { VisiblePart } from './visible-parts.ts';

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
