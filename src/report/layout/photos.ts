import type { PDFImage } from '@cantoo/pdf-lib';
import { type Point, simplifyRing } from '../../analysis/geometry/polygon.ts';
import type { BlockOf, Mark, PhotoBlock } from '../content/report-model.ts';
import { CHIP_HEIGHT, drawNumber, measureNumber } from './chip.ts';
import { getSeverityColour, INK, MUTED, PALE, WHITE } from './palette.ts';
import { placeNumbers } from './place-numbers.ts';
import type { Box, Sheet } from './sheet.ts';

const GAP = 16;
/** Three rows of two photos fit on a page. */
const MAX_HEIGHT = { 1: 290, 2: 168 } as const;
const TITLE = { size: 8.5, font: 'bold', colour: INK } as const;
const CAPTION = { size: 8, colour: INK } as const;
const CAPTION_LINE = 14;
const NOTE = { size: 7, colour: MUTED } as const;
const NOTE_LINE = 9;
const MAX_NOTE_LINES = 3;
/** Room for a note and a first row of two photos with three captions. */
export const MIN_PHOTOS_HEIGHT = 20 + 18 + MAX_HEIGHT[2] + 3 * CAPTION_LINE + MAX_NOTE_LINES * NOTE_LINE;
/** Damages beyond this number are described in the table only. */
const MAX_CAPTIONS = 20;

/** Draws photos in rows. Damages are outlined and numbered; captions below explain the numbers. */
export function drawPhotos(
  sheet: Sheet,
  { photos, perRow }: BlockOf<'photos'>,
  images: ReadonlyMap<string, PDFImage>,
): void {
  const width = (sheet.width - (perRow - 1) * GAP) / perRow;
  for (let from = 0; from < photos.length; from += perRow) {
    const row = photos.slice(from, from + perRow);
    const frames = row.map((photo) => fitInside(photo, width, MAX_HEIGHT[perRow]));
    const tallest = Math.max(...frames.map(({ height }) => height));
    const notes = row.map(({ note = '' }) =>
      note ? sheet.wrapText(note, NOTE, width).slice(0, MAX_NOTE_LINES) : [],
    );
    const heights = row.map(
      ({ marks }, index) =>
        Math.min(marks.length, MAX_CAPTIONS + 1) * CAPTION_LINE + (notes[index]?.length ?? 0) * NOTE_LINE,
    );
    const below = Math.max(...heights);
    sheet.ensureHeight(18 + tallest + below);
    for (const [index, photo] of row.entries()) {
      const frame = frames[index];
      if (frame)
        drawPhoto(
          sheet,
          { photo, notes: notes[index] ?? [], image: images.get(photo.imageId) },
          sheet.left + index * (width + GAP),
          width,
          frame,
        );
    }
    sheet.y += 18 + tallest + below + 14;
  }
}

function fitInside({ width, height }: PhotoBlock, maxWidth: number, maxHeight: number) {
  const scale = Math.min(maxWidth / width, maxHeight / height);
  return { width: width * scale, height: height * scale, scale };
}

function drawPhoto(
  sheet: Sheet,
  { photo, notes, image }: { photo: PhotoBlock; notes: readonly string[]; image: PDFImage | undefined },
  x: number,
  width: number,
  { scale, ...size }: ReturnType<typeof fitInside>,
): void {
  const title = sheet.wrapText(photo.title.replace(/\s+/g, ' '), TITLE, width)[0] ?? '';
  sheet.element('P', () => sheet.drawText(title, x, sheet.y, TITLE));
  const frame: Box = { x, y: sheet.y + 14, ...size };
  const description = [photo.title, ...photo.marks.map(({ text }) => text)].join('. ');
  sheet.element(
    'Figure',
    () => {
      if (image) sheet.drawImage(image, frame);
      else {
        sheet.fillBox(frame, PALE);
        sheet.drawText(photo.missing, x + 8, frame.y + 8, { size: 8, colour: MUTED });
      }
      drawMarks(sheet, photo.marks, frame, scale);
    },
    description,
  );
  const top = frame.y + frame.height + 5;
  sheet.element('P', () => drawCaptions(sheet, photo.marks, x, top, width));
  const notesTop = top + Math.min(photo.marks.length, MAX_CAPTIONS + 1) * CAPTION_LINE;
  sheet.element('P', () => {
    for (const [index, line] of notes.entries()) sheet.drawText(line, x, notesTop + index * NOTE_LINE, NOTE);
  });
}

function drawMarks(sheet: Sheet, marks: readonly Mark[], frame: Box, scale: number): void {
  const scaled = marks.map(({ rings, ...mark }) => ({
    ...mark,
    rings: rings.map((ring) =>
      simplifyRing(
        ring.map(([px, py]): Point => [px * scale, py * scale]),
        0.3,
      ),
    ),
  }));
  for (const { rings, level } of scaled) {
    const path = rings.map(toSvgPath).join('');
    const colour = getSeverityColour(level);
    sheet.drawPath(path, frame, { stroke: WHITE, strokeWidth: 3 });
    sheet.drawPath(path, frame, { stroke: colour, strokeWidth: 1.7 });
  }
  const numbered = scaled.flatMap(({ number, ...mark }) =>
    number === undefined ? [] : [{ ...mark, number }],
  );
  const labels = numbered.map(({ rings, number }) => ({
    outline: rings.flat(),
    width: measureNumber(sheet, number),
    height: CHIP_HEIGHT,
  }));
  for (const [index, place] of placeNumbers(labels, frame).entries()) {
    const mark = numbered[index];
    if (mark) drawNumber(sheet, mark.number, frame.x + place.x, frame.y + place.y, mark.level);
  }
}

function drawCaptions(sheet: Sheet, marks: readonly Mark[], x: number, top: number, width: number): void {
  const widths = marks.map(({ number }) =>
    number === undefined ? CHIP_HEIGHT : measureNumber(sheet, number),
  );
  const indent = Math.max(0, ...widths) + 5;
  for (const [index, { number, text, level }] of marks.slice(0, MAX_CAPTIONS).entries()) {
    const y = top + index * CAPTION_LINE;
    if (number !== undefined) drawNumber(sheet, number, x, y, level);
    else sheet.drawDash(x, y + CHIP_HEIGHT / 2, indent - 5, getSeverityColour(level));
    sheet.drawText(sheet.wrapText(text, CAPTION, width - indent)[0] ?? '', x + indent, y + 3, CAPTION);
  }
  const rest = marks.slice(MAX_CAPTIONS).flatMap(({ number }) => number ?? []);
  if (rest.length > 0) {
    const line = sheet.wrapText(`… ${rest.join(', ')}`, CAPTION, width)[0] ?? '';
    sheet.drawText(line, x, top + MAX_CAPTIONS * CAPTION_LINE + 3, CAPTION);
  }
}

function toSvgPath(ring: readonly Point[]): string {
  return `M${ring.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}Z`;
}
