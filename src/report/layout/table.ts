import type { Block, Cell, Column, Row } from '../content/block-types.ts';
import { CHIP_HEIGHT, drawChip } from './chip.ts';
import { INK, MUTED, PALE, RULE } from './palette.ts';
import type { Sheet, TextStyle } from './sheet.ts';

type Table = Extract<Block, { kind: 'table' }>;

const LINE = 11.5;
const PADDING = 5;
/** The head and a first row of three lines: less is better on the next page. */
export const LEAST_TABLE = 60;
const HEAD: TextStyle = { size: 7.5, font: 'bold', colour: MUTED };

interface Place {
  column: Column;
  x: number;
  width: number;
}

/** A table whose head is repeated on each page; a row that is longer than a page goes on, on the next. */
export function drawTable(sheet: Sheet, { columns, rows, foot }: Table): void {
  const places = placesOf(sheet, columns);
  sheet.need(LEAST_TABLE);
  drawHead(sheet, places);
  for (const row of rows) drawRow(sheet, row, places);
  if (foot) {
    sheet.need(LINE + 3 * PADDING);
    const height = LINE + 2 * PADDING;
    sheet.fill({ x: sheet.left, y: sheet.y, width: sheet.width, height }, PALE);
    drawRow(sheet, foot, places);
  }
  sheet.y += 12;
}

function placesOf(sheet: Sheet, columns: readonly Column[]): Place[] {
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  let x = sheet.left;
  return columns.map((column) => {
    const width = (sheet.width * column.width) / total;
    const place = { column, x: x + 4, width: width - 8 };
    x += width;
    return place;
  });
}

function drawHead(sheet: Sheet, places: readonly Place[]): void {
  for (const { column, x, width } of places) {
    if (column.align === 'right') sheet.textRight(column.heading, x + width, sheet.y, HEAD);
    else sheet.text(column.heading, x, sheet.y, HEAD);
  }
  sheet.y += LINE + 1;
  sheet.rule(sheet.y, MUTED);
}

function drawRow(sheet: Sheet, row: Row, places: readonly Place[]): void {
  const cells = row.map((cell, index) => linesOf(sheet, cell, places[index]));
  const count = Math.max(1, ...cells.map((lines) => lines.length));
  for (let from = 0; from < count; ) {
    const fitting = () => Math.floor((sheet.room - 2 * PADDING) / LINE);
    // Better a new page than a row torn after its first line.
    if (fitting() < Math.min(3, count - from)) {
      sheet.newPage();
      drawHead(sheet, places);
    }
    const to = Math.min(count, from + fitting());
    for (const [index, place] of places.entries()) {
      drawCell(sheet, row[index], (cells[index] ?? []).slice(from, to), place, from === 0);
    }
    sheet.y += (to - from) * LINE + 2 * PADDING;
    from = to;
  }
  sheet.rule(sheet.y, RULE);
}

function drawCell(
  sheet: Sheet,
  cell: Cell | undefined,
  lines: string[],
  place: Place,
  isFirst: boolean,
): void {
  if (!cell) return;
  const top = sheet.y + PADDING;
  if (cell.level) {
    if (isFirst) drawChip(sheet, cell.text, place.x, top - (CHIP_HEIGHT - LINE) / 2 - 0.5, cell.level);
    return;
  }
  const style = styleOf(cell, place.column);
  for (const [index, line] of lines.entries()) {
    const y = top + index * LINE + (LINE - style.size) / 2;
    if (place.column.align === 'right') sheet.textRight(line, place.x + place.width, y, style);
    else sheet.text(line, place.x, y, style);
  }
}

function linesOf(sheet: Sheet, cell: Cell, place: Place | undefined): string[] {
  if (!place || cell.level) return [cell.text];
  return sheet.lines(cell.text, styleOf(cell, place.column), place.width);
}

function styleOf({ bold }: Cell, { font }: Column): TextStyle {
  if (font === 'mono') return { size: 6.3, font: 'mono', colour: INK };
  return { size: 9, font: bold ? 'bold' : 'regular', colour: INK };
}
