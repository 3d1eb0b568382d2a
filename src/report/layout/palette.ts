import { type Color, rgb } from '@cantoo/pdf-lib';
import type { SeverityLevel } from '../../domain/repair-estimate.ts';

export const INK = parseHex('#1b2430');
export const MUTED = parseHex('#5b6675');
export const RULE = parseHex('#d5dae1');
export const PALE = parseHex('#f3f5f8');
export const ACCENT = parseHex('#1f4f8f');
export const WHITE = parseHex('#ffffff');

/** White text on each has a contrast of at least 4.5:1. The three also differ in lightness, for black-and-white prints. */
export const SEVERITY_COLOURS: Record<SeverityLevel, Color> = {
  1: parseHex('#2f7d4f'),
  2: parseHex('#a35a00'),
  3: parseHex('#a3161a'),
};

export function getSeverityColour(level: SeverityLevel | undefined): Color {
  return level ? SEVERITY_COLOURS[level] : ACCENT;
}

function parseHex(colour: string): Color {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return rgb(channel(1), channel(3), channel(5));
}
