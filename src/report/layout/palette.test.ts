import type { Color } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { ACCENT, getSeverityColour, INK, MUTED, PALE, WHITE } from './palette.ts';

/** Relative luminance of WCAG 2. */
function luminance(colour: Color): number {
  if (colour.type !== 'RGB') throw new Error('Not an RGB colour');
  const [red = 0, green = 0, blue = 0] = [colour.red, colour.green, colour.blue].map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it.each([
  ['minor severity', getSeverityColour(1), WHITE],
  ['moderate severity', getSeverityColour(2), WHITE],
  ['severe severity', getSeverityColour(3), WHITE],
  ['numbers without severity', ACCENT, WHITE],
  ['text', INK, WHITE],
  ['small text', MUTED, WHITE],
  ['small text on tiles', MUTED, PALE],
])('%s: contrast is at least 4.5:1', (_name, colour, ground) => {
  expect(contrast(colour, ground)).toBeGreaterThanOrEqual(4.5);
});
