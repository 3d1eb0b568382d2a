import type { PDFImage } from '@cantoo/pdf-lib';
import { type Point, simplify } from '../../analysis/geometry/polygon.ts';
import type { Block, Mark, PhotoBlock } from '../content/block-types.ts';
import { printableLine } from '../content/printable.ts';
import { CHIP_HEIGHT, drawNumber, numberWidth } from './chip.ts';
import { INK, levelColour, MUTED, PALE, WHITE } from './palette.ts';
import { placeNumbers } from './place-numbers.ts';
import type { Box, Sheet } from './sheet.ts';

type Photos = Extract<Block, { kind: 'photos' }>;

const GAP = 16;
const TALLEST = { 1: 290, 2: 190 } as const;
const TITLE = { size: 8.5, font: 'bold', colour: INK } as const;
const CAPTION = { size: 8, colour: INK } as const;
const CAPTION_LINE = 14;
/** A note, and a first row of two photos with a few captions: less is better on the next page. */
export const LEAST_PHOTOS = 20 + 18 + TALLEST[2] + 3 * CAPTION_LINE;
/** On a photo with more damages than this, the rest is in the table only. */
const MOST_CAPTIONS = 20;

/** Photos in rows, each with its damages outlined and numbered, and the numbers explained below. */
export function drawPhotos(
  sheet: Sheet,
  { photos, perRow }: Photos,
  images: ReadonlyMap<string, PDFImage>,
): void {
  const width = (sheet.width - (perRow - 1) * GAP) / perRow;
  for (let from = 0; from < photos.length; from += perRow) {
    const row = photos.slice(from, from + perRow);
    const frames = row.map((photo) => fitted(photo, width, TALLEST[perRow]));
    const tallest = Math.max(...frames.map(({ height }) => height));
    const captions = Math.max(...row.map(({ marks }) => Math.min(marks.length, MOST_CAPTIONS + 1)));
    sheet.need(18 + tallest + captions * CAPTION_LINE);
    for (const [index, photo] of row.entries()) {
      const frame = frames[index];
      if (frame)
        drawPhoto(sheet, photo, sheet.left + index * (width + GAP), width, frame, images.get(photo.imageId));
    }
    sheet.y += 18 + tallest + captions * CAPTION_LINE + 14;
  }
}

function fitted({ width, height }: PhotoBlock, maxWidth: number, maxHeight: number) {
  const scale = Math.min(maxWidth / width, maxHeight / height);
  return { width: width * scale, height: height * scale, scale };
}

function drawPhoto(
  sheet: Sheet,
  photo: PhotoBlock,
  x: number,
  width: number,
  { scale, ...size }: ReturnType<typeof fitted>,
  image: PDFImage | undefined,
): void {
  const title = sheet.lines(printableLine(photo.title), TITLE, width)[0] ?? '';
  sheet.text(title, x, sheet.y, TITLE);
  const frame: Box = { x, y: sheet.y + 14, ...size };
  if (image) sheet.image(image, frame);
  else {
    sheet.fill(frame, PALE);
    sheet.text(photo.missing, x + 8, frame.y + 8, { size: 8, colour: MUTED });
  }
  drawMarks(sheet, photo.marks, frame, scale);
  drawCaptions(sheet, photo.marks, x, frame.y + frame.height + 5, width);
}

function drawMarks(sheet: Sheet, marks: readonly Mark[], frame: Box, scale: number): void {
  const scaled = marks.map(({ rings, ...mark }) => ({
    ...mark,
    rings: rings.map((ring) =>
      simplify(
        ring.map(([px, py]): Point => [px * scale, py * scale]),
        0.3,
      ),
    ),
  }));
  for (const { rings, level } of scaled) {
    const path = rings.map(svgPath).join('');
    const colour = levelColour(level);
    sheet.path(path, frame, { stroke: WHITE, strokeWidth: 3 });
    sheet.path(path, frame, { stroke: colour, strokeWidth: 1.7 });
  }
  const chips = scaled.map(({ rings, number }) => ({
    around: rings.flat(),
    width: numberWidth(sheet, number),
    height: CHIP_HEIGHT,
  }));
  for (const [index, place] of placeNumbers(chips, frame).entries()) {
    const mark = scaled[index];
    if (mark) drawNumber(sheet, mark.number, frame.x + place.x, frame.y + place.y, mark.level);
  }
}

function drawCaptions(sheet: Sheet, marks: readonly Mark[], x: number, top: number, width: number): void {
  const indent = Math.max(0, ...marks.map(({ number }) => numberWidth(sheet, number))) + 5;
  for (const [index, { number, text, level }] of marks.slice(0, MOST_CAPTIONS).entries()) {
    const y = top + index * CAPTION_LINE;
    drawNumber(sheet, number, x, y, level);
    sheet.text(sheet.lines(text, CAPTION, width - indent)[0] ?? '', x + indent, y + 3, CAPTION);
  }
  const rest = marks.slice(MOST_CAPTIONS).map(({ number }) => number);
  if (rest.length > 0) {
    const line = sheet.lines(`… ${rest.join(', ')}`, CAPTION, width)[0] ?? '';
    sheet.text(line, x, top + MOST_CAPTIONS * CAPTION_LINE + 3, CAPTION);
  }
}

function svgPath(ring: readonly Point[]): string {
  return `M${ring.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}Z`;
}
