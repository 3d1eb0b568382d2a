import type { SeverityLevel } from '../../domain/records/repair-estimate.ts';
import { getSeverityColour, WHITE } from './palette.ts';
import { roundedRectPath, type Sheet } from './sheet.ts';

const STYLE = { size: 7.5, font: 'bold', colour: WHITE } as const;
export const CHIP_HEIGHT = 13;

/** Draws a label in the colour of its severity and returns its width. The text names the severity too. */
export function drawChip(sheet: Sheet, text: string, x: number, y: number, level?: SeverityLevel): number {
  const width = sheet.measureText(text, STYLE) + 10;
  sheet.drawPath(roundedRectPath(width, CHIP_HEIGHT, 3), { x, y }, { fill: getSeverityColour(level) });
  sheet.drawText(text, x + 5, y + 3.6, STYLE);
  return width;
}

/** Draws the number of a damage, as on photos and before captions. */
export function drawNumber(sheet: Sheet, number: number, x: number, y: number, level?: SeverityLevel): void {
  const text = String(number);
  const width = measureNumber(sheet, number);
  const path = roundedRectPath(width, CHIP_HEIGHT, CHIP_HEIGHT / 2);
  sheet.drawPath(path, { x, y }, { fill: getSeverityColour(level), stroke: WHITE, strokeWidth: 0.8 });
  sheet.drawText(text, x + (width - sheet.measureText(text, STYLE)) / 2, y + 3.6, STYLE);
}

export function measureNumber(sheet: Sheet, number: number): number {
  return Math.max(CHIP_HEIGHT, sheet.measureText(String(number), STYLE) + 7);
}
