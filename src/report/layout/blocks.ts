import type { PDFImage } from '@cantoo/pdf-lib';
import type { Block } from '../content/block-types.ts';
import { drawChip } from './chip.ts';
import { ACCENT, INK, levelColour, MUTED, PALE, RULE } from './palette.ts';
import { drawPhotos, LEAST_PHOTOS } from './photos.ts';
import type { Sheet, TextStyle } from './sheet.ts';
import { drawTable, LEAST_TABLE } from './table.ts';

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

export function drawBlock(sheet: Sheet, block: Block, images: ReadonlyMap<string, PDFImage>): void {
  switch (block.kind) {
    case 'title':
      drawTitle(sheet, block);
      break;
    case 'heading':
      drawHeading(sheet, block);
      break;
    case 'paragraph':
      drawParagraph(sheet, block);
      break;
    case 'facts':
      drawFacts(sheet, block);
      break;
    case 'tiles':
      drawTiles(sheet, block);
      break;
    case 'table':
      drawTable(sheet, block);
      break;
    case 'legend':
      drawLegend(sheet, block);
      break;
    case 'photos':
      drawPhotos(sheet, block, images);
  }
}

function drawTitle(sheet: Sheet, { title, subtitle, aside }: Of<'title'>): void {
  const right = sheet.left + sheet.width;
  const half = sheet.width * 0.33;
  sheet.fill({ x: sheet.left, y: sheet.y, width: 36, height: 3 }, ACCENT);
  const small: TextStyle = { size: 8.5, colour: MUTED };
  const asides = aside.flatMap((text) => sheet.lines(text, small, half)).slice(0, 4);
  for (const [index, line] of asides.entries())
    sheet.textRight(line, right, sheet.y + 14 + index * 12, small);
  sheet.y += 12;
  for (const line of sheet.lines(title, { size: 20, font: 'bold' }, sheet.width - half)) {
    sheet.text(line, sheet.left, sheet.y, { size: 20, font: 'bold' });
    sheet.y += 24;
  }
  for (const line of sheet.lines(subtitle, { size: 12 }, sheet.width - half).slice(0, 4)) {
    sheet.text(line, sheet.left, sheet.y, { size: 12, colour: MUTED });
    sheet.y += 16;
  }
  sheet.y += 10;
}

function drawHeading(sheet: Sheet, { text, onNewPage, isAbovePhotos }: Of<'heading'>): void {
  const [above, height] = [12, 22];
  const hasBegun = sheet.pageHeight - sheet.room > sheet.pageHeight / 4; // else most of this page would stay empty
  if (onNewPage && hasBegun) sheet.newPage();
  else sheet.need(above + height + (isAbovePhotos ? LEAST_PHOTOS : LEAST_TABLE)); // never alone at the foot of a page
  sheet.y += sheet.y > 60 ? above : 0;
  sheet.text(text, sheet.left, sheet.y, { size: 13, font: 'bold', colour: ACCENT });
  sheet.y += height;
}

function drawParagraph(sheet: Sheet, { text, heading, tone }: Of<'paragraph'>): void {
  const style: TextStyle = tone === 'note' ? { size: 8, colour: MUTED } : { size: 9.5, colour: INK };
  if (heading !== undefined) {
    sheet.need(40);
    sheet.text(heading, sheet.left, sheet.y, { size: 8, font: 'bold', colour: MUTED });
    sheet.y += 13;
  }
  for (const line of sheet.lines(text, style, sheet.width)) {
    sheet.need(style.size + 4);
    sheet.text(line, sheet.left, sheet.y, style);
    sheet.y += style.size + 3.5;
  }
  sheet.y += 6;
}

/** Columns of label and value side by side. They must fit below the title, so a very long value is cut. */
function drawFacts(sheet: Sheet, { columns }: Of<'facts'>): void {
  const gap = 24;
  const width = (sheet.width - gap * (columns.length - 1)) / columns.length;
  const labelWidth = 92;
  const top = sheet.y;
  const bottoms = columns.map(({ heading, rows }, index) => {
    const x = sheet.left + index * (width + gap);
    sheet.text(heading, x, top, { size: 10.5, font: 'bold' });
    sheet.rule(top + 16, RULE, x, width);
    let y = top + 23;
    for (const [label, value] of rows) {
      const labels = sheet.lines(label, { size: 8.5 }, labelWidth - 6);
      const values = cut(sheet.lines(value, { size: 9 }, width - labelWidth), 4);
      for (const [at, line] of labels.entries())
        sheet.text(line, x, y + at * 11.5, { size: 8.5, colour: MUTED });
      for (const [at, line] of values.entries()) sheet.text(line, x + labelWidth, y + at * 11.5, { size: 9 });
      y += Math.max(labels.length, values.length) * 11.5 + 2.5;
    }
    return y;
  });
  sheet.y = Math.max(...bottoms) + 10;
}

function drawTiles(sheet: Sheet, { tiles }: Of<'tiles'>): void {
  const gap = 8;
  const width = (sheet.width - gap * (tiles.length - 1)) / tiles.length;
  const room = width - 16;
  const small: TextStyle = { size: 7.5, colour: MUTED };
  const labels = tiles.map(({ label }) => sheet.lines(label, small, room));
  const height = 35 + 9 * Math.max(...labels.map((lines) => lines.length));
  sheet.need(height + 16);
  for (const [index, { value, level }] of tiles.entries()) {
    const x = sheet.left + index * (width + gap);
    sheet.fill({ x, y: sheet.y, width, height }, PALE);
    for (const [at, line] of (labels[index] ?? []).entries())
      sheet.text(line, x + 8, sheet.y + 8 + at * 9, small);
    const colour = level ? levelColour(level) : INK;
    const wide = sheet.widthOf(value, { size: 14, font: 'bold' });
    const size = wide > room ? Math.min(10.5, (14 * room) / wide) : 14;
    sheet.text(value, x + 8, sheet.y + height - 22, { size, font: 'bold', colour });
  }
  sheet.y += height + 12;
}

function drawLegend(sheet: Sheet, { items }: Of<'legend'>): void {
  const style: TextStyle = { size: 8, colour: MUTED };
  sheet.need(20);
  let x = sheet.left;
  for (const { level, name, meaning } of items) {
    x += drawChip(sheet, name, x, sheet.y, level) + 5;
    sheet.text(meaning, x, sheet.y + 3, style);
    x += sheet.widthOf(meaning, style) + 16;
  }
  sheet.y += 22;
}

function cut(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines];
  return [...lines.slice(0, most - 1), `${lines[most - 1]?.slice(0, -2)}…`];
}
