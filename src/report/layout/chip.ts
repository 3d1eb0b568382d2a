import type { SeverityLevel } from '../../domain/repair-estimate.ts';
import { levelColour, WHITE } from './palette.ts';
import { rounded, type Sheet } from './sheet.ts';

const STYLE = { size: 7.5, font: 'bold', colour: WHITE } as const;
export const CHIP_HEIGHT = 13;

/** A label in its severity's colour: what it says, it says in words too. */
export function drawChip(sheet: Sheet, text: string, x: number, y: number, level?: SeverityLevel): number {
  const width = chipWidth(sheet, text);
  sheet.path(rounded(width, CHIP_HEIGHT, 3), { x, y }, { fill: levelColour(level) });
  sheet.text(text, x + 5, y + 3.6, STYLE);
  return width;
}

export function chipWidth(sheet: Sheet, text: string): number {
  return sheet.widthOf(text, STYLE) + 10;
}

/** A damage's number, as it stands on photos and in front of captions. */
export function drawNumber(sheet: Sheet, number: number, x: number, y: number, level?: SeverityLevel): void {
  const text = String(number);
  const width = numberWidth(sheet, number);
  const path = rounded(width, CHIP_HEIGHT, CHIP_HEIGHT / 2);
  sheet.path(path, { x, y }, { fill: levelColour(level), stroke: WHITE, strokeWidth: 0.8 });
  sheet.text(text, x + (width - sheet.widthOf(text, STYLE)) / 2, y + 3.6, STYLE);
}

export function numberWidth(sheet: Sheet, number: number): number {
  return Math.max(CHIP_HEIGHT, sheet.widthOf(String(number), STYLE) + 7);
}
