import type { BlockOf, Cell, Column, Row } from '../content/report-model.ts';
import { CHIP_HEIGHT, drawChip } from './chip.ts';
import { INK, MUTED, PALE, RULE } from './palette.ts';
import type { Sheet } from './sheet.ts';
import type { TextStyle } from './text-writer.ts';

const LINE_HEIGHT = 11.5;
const PADDING = 5;
/** Room for the head and a first row of three lines. */
export const MIN_TABLE_HEIGHT = 60;
const HEAD: TextStyle = { size: 7.5, font: 'bold', colour: MUTED };

interface ColumnPlace {
  column: Column;
  x: number;
  width: number;
}

/** Draws a table. The head is repeated on each page; a row that does not fit continues on the next page. */
export function drawTable(sheet: Sheet, { columns, rows, foot }: BlockOf<'table'>): void {
  const places = placeColumns(sheet, columns);
  sheet.ensureHeight(MIN_TABLE_HEIGHT);
  sheet.element('Table', () => {
    drawHead(sheet, places);
    for (const row of rows) drawRow(sheet, row, places);
    if (!foot) return;
    sheet.ensureHeight(LINE_HEIGHT + 3 * PADDING);
    const height = LINE_HEIGHT + 2 * PADDING;
    sheet.fillBox({ x: sheet.left, y: sheet.y, width: sheet.width, height }, PALE);
    drawRow(sheet, foot, places);
  });
  sheet.y += 12;
}

function placeColumns(sheet: Sheet, columns: readonly Column[]): ColumnPlace[] {
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  let x = sheet.left;
  return columns.map((column) => {
    const width = (sheet.width * column.width) / total;
    const place = { column, x: x + 4, width: width - 8 };
    x += width;
    return place;
  });
}

function drawHead(sheet: Sheet, places: readonly ColumnPlace[]): void {
  sheet.element('TR', () => {
    for (const { column, x, width } of places)
      sheet.element('TH', () => {
        if (column.align === 'right') sheet.drawTextRight(column.heading, x + width, sheet.y, HEAD);
        else sheet.drawText(column.heading, x, sheet.y, HEAD);
      });
  });
  sheet.y += LINE_HEIGHT + 1;
  sheet.drawRule(sheet.y, MUTED);
}

function drawRow(sheet: Sheet, row: Row, places: readonly ColumnPlace[]): void {
  const cells = row.map((cell, index) => wrapCell(sheet, cell, places[index]));
  const count = Math.max(1, ...cells.map((lines) => lines.length));
  for (let from = 0; from < count; ) {
    const countFittingLines = () => Math.floor((sheet.remainingHeight - 2 * PADDING) / LINE_HEIGHT);
    // A row breaks across pages only if at least three of its lines fit here.
    if (countFittingLines() < Math.min(3, count - from)) {
      sheet.newPage();
      drawHead(sheet, places);
    }
    const to = Math.min(count, from + countFittingLines());
    const isFirst = from === 0;
    const shown = cells.map((lines) => lines.slice(from, to));
    sheet.element('TR', () => {
      for (const [index, place] of places.entries())
        sheet.element('TD', () => drawCell(sheet, row[index], shown[index] ?? [], place, isFirst));
    });
    sheet.y += (to - from) * LINE_HEIGHT + 2 * PADDING;
    from = to;
  }
  sheet.drawRule(sheet.y, RULE);
}

function drawCell(
  sheet: Sheet,
  cell: Cell | undefined,
  lines: string[],
  place: ColumnPlace,
  isFirst: boolean,
): void {
  if (!cell) return;
  const top = sheet.y + PADDING;
  if (cell.level) {
    if (isFirst) drawChip(sheet, cell.text, place.x, top - (CHIP_HEIGHT - LINE_HEIGHT) / 2 - 0.5, cell.level);
    return;
  }
  const style = getStyle(cell, place.column);
  for (const [index, line] of lines.entries()) {
    const y = top + index * LINE_HEIGHT + (LINE_HEIGHT - style.size) / 2;
    if (place.column.align === 'right') sheet.drawTextRight(line, place.x + place.width, y, style);
    else sheet.drawText(line, place.x, y, style);
  }
}

function wrapCell(sheet: Sheet, cell: Cell, place: ColumnPlace | undefined): string[] {
  if (!place || cell.level) return [cell.text];
  return sheet.wrapText(cell.text, getStyle(cell, place.column), place.width);
}

function getStyle({ bold }: Cell, { font }: Column): TextStyle {
  if (font === 'small') return { size: 6.3, colour: INK };
  return { size: 9, font: bold ? 'bold' : 'regular', colour: INK };
}
