import { type Color, rgb } from '@cantoo/pdf-lib';
import type { SeverityLevel } from '../../domain/repair-estimate.ts';

export const INK = hex('#1b2430');
export const MUTED = hex('#5b6675');
export const RULE = hex('#d5dae1');
export const PALE = hex('#f3f5f8');
export const ACCENT = hex('#1f4f8f');
export const WHITE = hex('#ffffff');

/** White letters can be read on each (4.5 : 1 and more), and the three differ in lightness too. */
export const SEVERITY_COLOURS: Record<SeverityLevel, Color> = {
  1: hex('#2f7d4f'),
  2: hex('#a35a00'),
  3: hex('#a3161a'),
};

export function levelColour(level: SeverityLevel | undefined): Color {
  return level ? SEVERITY_COLOURS[level] : ACCENT;
}

function hex(colour: string): Color {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return rgb(part(1), part(3), part(5));
}
