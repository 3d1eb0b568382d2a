import { type Color, rgb } from '@cantoo/pdf-lib';
import type { SeverityLevel } from '../../domain/records/repair-estimate.ts';
import { SEVERITY_COLOURS } from '../../domain/severity-colours.ts';

/** The colours of the app's light scheme (demo/style/tokens.css). */
export const INK = parseHex('#14201d');
export const MUTED = parseHex('#51605b');
export const RULE = parseHex('#d9e1de');
export const PALE = parseHex('#f3f6f5');
export const ACCENT = parseHex('#0b6b5d');
export const WHITE = parseHex('#ffffff');

export function getSeverityColour(level: SeverityLevel | undefined): Color {
  return level ? parseHex(SEVERITY_COLOURS[level].print) : ACCENT;
}

function parseHex(colour: string): Color {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return rgb(channel(1), channel(3), channel(5));
}
