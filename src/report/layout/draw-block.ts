import type { PDFImage } from '@cantoo/pdf-lib';
import { CAR_DIAGRAM } from '../../domain/car-diagram/car-diagram.ts';
import type { Block, BlockOf } from '../content/report-model.ts';
import { drawChip } from './chip.ts';
import { ACCENT, getSeverityColour, INK, MUTED, PALE, RULE } from './palette.ts';
import { drawPhotos, MIN_PHOTOS_HEIGHT } from './photos.ts';
import type { Sheet } from './sheet.ts';
import { drawTable, MIN_TABLE_HEIGHT } from './table.ts';
import type { TextStyle } from './text-writer.ts';

/** The company's logo, and the text in place of it. */
export interface Logo {
  image: PDFImage;
  description: string;
}

const MAX_LOGO_HEIGHT = 44;

/** Draws a block at the cursor and moves the cursor below it, on a new page if needed. */
export function drawBlock(
  sheet: Sheet,
  block: Block,
  images: ReadonlyMap<string, PDFImage>,
  logo?: Logo,
): void {
  switch (block.kind) {
    case 'title':
      drawTitle(sheet, block, logo);
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
    case 'verdict':
      drawVerdict(sheet, block);
      break;
    case 'diagram':
      drawDiagram(sheet, block);
      break;
    case 'signature':
      drawSignature(sheet, block);
      break;
    case 'photos':
      drawPhotos(sheet, block, images);
  }
}

function drawTitle(sheet: Sheet, { title, subtitle, aside }: BlockOf<'title'>, logo?: Logo): void {
  const right = sheet.left + sheet.width;
  const half = sheet.width * 0.33;
  sheet.fillBox({ x: sheet.left, y: sheet.y, width: 36, height: 3 }, ACCENT);
  const small: TextStyle = { size: 8.5, colour: MUTED };
  const asides = aside.flatMap((text) => sheet.wrapText(text, small, half)).slice(0, 4);
  const top = sheet.y + (logo ? drawLogo(sheet, logo, right, half) : 0);
  sheet.y += 12;
  sheet.element('H1', () => {
    for (const line of sheet.wrapText(title, { size: 20, font: 'bold' }, sheet.width - half)) {
      sheet.drawText(line, sheet.left, sheet.y, { size: 20, font: 'bold' });
      sheet.y += 24;
    }
  });
  sheet.element('P', () => {
    for (const line of sheet.wrapText(subtitle, { size: 12 }, sheet.width - half).slice(0, 4)) {
      sheet.drawText(line, sheet.left, sheet.y, { size: 12, colour: MUTED });
      sheet.y += 16;
    }
  });
  sheet.element('P', () => {
    for (const [index, line] of asides.entries())
      sheet.drawTextRight(line, right, top + 14 + index * 12, small);
  });
  // A logo can be taller than the title beside it.
  sheet.y = Math.max(sheet.y, top + 14 + asides.length * 12) + 10;
}

/** Draws the logo at the top right. Returns its height with the space below it. */
function drawLogo(sheet: Sheet, { image, description }: Logo, right: number, maxWidth: number): number {
  const scale = Math.min(maxWidth / image.width, MAX_LOGO_HEIGHT / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  sheet.element(
    'Figure',
    () => sheet.drawImage(image, { x: right - width, y: sheet.y, width, height }),
    description,
  );
  return height - 6;
}

function drawHeading(sheet: Sheet, { text, onNewPage, isAbovePhotos }: BlockOf<'heading'>): void {
  const [above, height] = [12, 22];
  // A new page before the middle would leave most of this page empty.
  const isPageStarted = sheet.pageHeight - sheet.remainingHeight > sheet.pageHeight / 2;
  if (onNewPage && isPageStarted) sheet.newPage();
  // Keeps the heading on the page of what follows it.
  else sheet.ensureHeight(above + height + (isAbovePhotos ? MIN_PHOTOS_HEIGHT : MIN_TABLE_HEIGHT));
  sheet.y += sheet.y > 60 ? above : 0;
  sheet.element('H2', () =>
    sheet.drawText(text, sheet.left, sheet.y, { size: 13, font: 'bold', colour: ACCENT }),
  );
  sheet.y += height;
}

function drawParagraph(sheet: Sheet, { text, heading, tone }: BlockOf<'paragraph'>): void {
  const style: TextStyle = tone === 'note' ? { size: 8, colour: MUTED } : { size: 9.5, colour: INK };
  if (heading !== undefined) {
    sheet.ensureHeight(40);
    sheet.element('P', () =>
      sheet.drawText(heading, sheet.left, sheet.y, { size: 8, font: 'bold', colour: MUTED }),
    );
    sheet.y += 13;
  }
  const lines = sheet.wrapText(text, style, sheet.width);
  const lineHeight = style.size + 3.5;
  // A short paragraph is not split: no single line stands alone on a page.
  if (lines.length <= 4) sheet.ensureHeight(lines.length * lineHeight);
  sheet.element('P', () => {
    for (const line of lines) {
      sheet.ensureHeight(lineHeight);
      sheet.drawText(line, sheet.left, sheet.y, style);
      sheet.y += lineHeight;
    }
  });
  sheet.y += 6;
}

/** Draws columns of labels and values side by side. They must fit below the title: very long values are cut. */
function drawFacts(sheet: Sheet, { columns }: BlockOf<'facts'>): void {
  const gap = 24;
  const width = (sheet.width - gap * (columns.length - 1)) / columns.length;
  const labelWidth = 92;
  const top = sheet.y;
  const bottoms = columns.map(({ heading, rows }, index) => {
    const x = sheet.left + index * (width + gap);
    sheet.element('H2', () => sheet.drawText(heading, x, top, { size: 10.5, font: 'bold' }));
    sheet.drawRule(top + 16, RULE, x, width);
    let y = top + 23;
    for (const [label, value] of rows) {
      const labels = sheet.wrapText(label, { size: 8.5 }, labelWidth - 6);
      const values = cutLines(sheet.wrapText(value, { size: 9 }, width - labelWidth), 4);
      const rowY = y;
      sheet.element('P', () => {
        for (const [at, line] of labels.entries())
          sheet.drawText(line, x, rowY + at * 11.5, { size: 8.5, colour: MUTED });
        for (const [at, line] of values.entries())
          sheet.drawText(line, x + labelWidth, rowY + at * 11.5, { size: 9 });
      });
      y += Math.max(labels.length, values.length) * 11.5 + 2.5;
    }
    return y;
  });
  sheet.y = Math.max(...bottoms) + 10;
}

/** Draws the outcome with its reasons. The reasons are as large as other text: the outcome alone would say too much. */
function drawVerdict(sheet: Sheet, { outcome, isClean, sentences }: BlockOf<'verdict'>): void {
  const title: TextStyle = { size: 14, font: 'bold', colour: isClean ? getSeverityColour(1) : INK };
  const text: TextStyle = { size: 9.5, colour: INK };
  const lines = sheet.wrapText(sentences.join(' '), text, sheet.width - 24);
  const height = 34 + lines.length * 13;
  sheet.ensureHeight(height + 10);
  sheet.fillBox({ x: sheet.left, y: sheet.y, width: sheet.width, height }, PALE);
  sheet.fillBox({ x: sheet.left, y: sheet.y, width: 3, height }, isClean ? getSeverityColour(1) : ACCENT);
  sheet.element('H2', () => sheet.drawText(outcome, sheet.left + 14, sheet.y + 9, title));
  sheet.element('P', () => {
    for (const [index, line] of lines.entries())
      sheet.drawText(line, sheet.left + 14, sheet.y + 30 + index * 13, text);
  });
  sheet.y += height + 10;
}

function drawTiles(sheet: Sheet, { tiles }: BlockOf<'tiles'>): void {
  const gap = 8;
  const width = (sheet.width - gap * (tiles.length - 1)) / tiles.length;
  const innerWidth = width - 16;
  const small: TextStyle = { size: 7.5, colour: MUTED };
  const labels = tiles.map(({ label }) => sheet.wrapText(label, small, innerWidth));
  const height = 35 + 9 * Math.max(...labels.map((lines) => lines.length));
  sheet.ensureHeight(height + 16);
  for (const [index, { value, level }] of tiles.entries()) {
    const x = sheet.left + index * (width + gap);
    sheet.fillBox({ x, y: sheet.y, width, height }, PALE);
    const colour = level ? getSeverityColour(level) : INK;
    const valueWidth = sheet.measureText(value, { size: 14, font: 'bold' });
    const size = valueWidth > innerWidth ? Math.min(10.5, (14 * innerWidth) / valueWidth) : 14;
    sheet.element('P', () => {
      for (const [at, line] of (labels[index] ?? []).entries())
        sheet.drawText(line, x + 8, sheet.y + 8 + at * 9, small);
      sheet.drawText(value, x + 8, sheet.y + height - 22, { size, font: 'bold', colour });
    });
  }
  sheet.y += height + 12;
}

function drawLegend(sheet: Sheet, { items }: BlockOf<'legend'>): void {
  const style: TextStyle = { size: 8, colour: MUTED };
  sheet.ensureHeight(20);
  let x = sheet.left;
  for (const { level, name, meaning } of items) {
    sheet.element('P', () => {
      x += drawChip(sheet, name, x, sheet.y, level) + 5;
      sheet.drawText(meaning, x, sheet.y + 3, style);
      x += sheet.measureText(meaning, style) + 16;
    });
  }
  sheet.y += 22;
}

/** Draws the strokes over a line, with name and date below. The block is never split. */
function drawSignature(sheet: Sheet, { name, caption, description, path }: BlockOf<'signature'>): void {
  const [width, height] = [210, 70];
  const style: TextStyle = { size: 9.5, font: 'bold' };
  const lines = sheet.wrapText(name, style, sheet.width);
  const lineHeight = 12;
  const below = (lines.length - 1) * lineHeight;
  sheet.ensureHeight(height + below + 50);
  if (path !== undefined && isPathOfLines(path))
    sheet.drawPath(
      path,
      { x: sheet.left, y: sheet.y },
      { stroke: INK, strokeWidth: 1.2, scale: width / 600 },
    );
  sheet.drawRule(sheet.y + height, MUTED, sheet.left, width);
  sheet.element(
    'Figure',
    () => {
      for (const [index, line] of lines.entries())
        sheet.drawText(line, sheet.left, sheet.y + height + 6 + index * lineHeight, style);
    },
    description,
  );
  sheet.element('P', () =>
    sheet.drawText(caption, sheet.left, sheet.y + height + below + 20, { size: 8, colour: MUTED }),
  );
  sheet.y += height + below + 38;
}

/** The strokes may come from any client. For an incomplete path, the PDF library throws or writes NaN. */
function isPathOfLines(path: string): boolean {
  const [, ...commands] = path.trim().split(/[ML]/i);
  return (
    /^\s*M/i.test(path) &&
    commands.every((coordinates) => {
      const numbers = coordinates.match(/-?[^-\s,]+|-/g) ?? [];
      return (
        numbers.length > 0 && numbers.length % 2 === 0 && numbers.every((one) => Number.isFinite(Number(one)))
      );
    })
  );
}

/** Draws the car with its damaged parts in the colours of their severities and its unseen parts hatched; the sides beside it. */
function drawDiagram(sheet: Sheet, { parts, unseen, sides, description }: BlockOf<'diagram'>): void {
  const height = 190;
  const scale = height / CAR_DIAGRAM.height;
  const [x, right] = [sheet.left + 8, sheet.left + CAR_DIAGRAM.width * scale + 36];
  const text: TextStyle = { size: 8.5, colour: INK };
  const note: TextStyle = { size: 8, colour: MUTED };
  const listed = sides.map((side) => sheet.wrapText(side, text, sheet.left + sheet.width - right));
  const listHeight = listed.reduce((sum, lines) => sum + lines.length * 11 + 4, 0);
  const notes = sheet.wrapText(description, note, sheet.width).slice(0, 4);
  const fullHeight = Math.max(height, listHeight) + 8;
  sheet.ensureHeight(fullHeight + notes.length * 11 + 10);
  const levels = new Map(parts.map(({ partType, level }) => [partType, level]));
  for (const { partType, path } of CAR_DIAGRAM.parts) {
    const fill = levels.has(partType) ? getSeverityColour(levels.get(partType)) : PALE;
    const place = { x, y: sheet.y };
    sheet.drawPath(path, place, { fill, scale });
    if (unseen.includes(partType) && !levels.has(partType)) sheet.hatchPath(path, place, scale);
    sheet.drawPath(path, place, { stroke: MUTED, strokeWidth: 1, scale });
  }
  let y = sheet.y + 4;
  for (const lines of listed) {
    sheet.element('P', () => {
      for (const [index, line] of lines.entries()) sheet.drawText(line, right, y + index * 11, text);
    });
    y += lines.length * 11 + 4;
  }
  sheet.element(
    'Figure',
    () => {
      for (const [index, line] of notes.entries())
        sheet.drawText(line, sheet.left, sheet.y + fullHeight + index * 11, note);
    },
    description,
  );
  sheet.y += fullHeight + notes.length * 11 + 10;
}

function cutLines(lines: readonly string[], max: number): string[] {
  if (lines.length <= max) return [...lines];
  return [...lines.slice(0, max - 1), `${lines[max - 1]?.slice(0, -2)}…`];
}
