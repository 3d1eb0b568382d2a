import type { RgbaPixels } from '../pixels/photo-scaler.ts';

/** A frame as a few grey pixels, for comparing it with the next one. */
export interface Thumbnail {
  width: number;
  height: number;
  /** One byte per pixel, row by row. */
  data: Uint8Array;
}

const THUMBNAIL_WIDTH = 64;
/** The mean difference of neighbouring pixels of a picture without detail. Below, noise is taken for movement. */
const MIN_DETAIL = 1;
/** Farther movement is not measured: the frames have nothing in common. */
const MAX_SHIFT = 8;

/** Scales a frame down to a thumbnail. Each pixel is a mean, so that sensor noise vanishes. */
export function createThumbnail({ width, height, data }: RgbaPixels): Thumbnail {
  const columns = Math.min(THUMBNAIL_WIDTH, width);
  const rows = Math.max(1, Math.round((columns * height) / width));
  const thumbnail = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    const [top, bottom] = [Math.floor((row * height) / rows), Math.floor(((row + 1) * height) / rows)];
    for (let column = 0; column < columns; column++) {
      const left = Math.floor((column * width) / columns);
      const right = Math.floor(((column + 1) * width) / columns);
      thumbnail[row * columns + column] = meanGreen(data, width, { left, right, top, bottom });
    }
  }
  return { width: columns, height: rows, data: thumbnail };
}

/**
 * Returns how fast the picture moves, in frame widths per second.
 *
 * The shift between two frames is the mean difference of their pixels over the mean difference of neighbouring pixels: a
 * picture that moves by one pixel changes by as much as its neighbouring pixels differ. It needs no search, and a change
 * of light counts as movement too, during which no photo should be taken either.
 */
export function measureMovement(before: Thumbnail, after: Thumbnail, seconds: number): number {
  if (before.width !== after.width || before.height !== after.height || seconds <= 0)
    return MAX_SHIFT / THUMBNAIL_WIDTH;
  const { width, height } = after;
  let change = 0;
  let detail = 0;
  for (let row = 0; row < height - 1; row++) {
    for (let at = row * width; at < row * width + width - 1; at++) {
      const value = after.data[at] ?? 0;
      change += Math.abs(value - (before.data[at] ?? 0));
      detail += Math.abs(value - (after.data[at + 1] ?? 0)) + Math.abs(value - (after.data[at + width] ?? 0));
    }
  }
  const pixels = Math.max(1, (width - 1) * (height - 1));
  const shift = change / pixels / Math.max(MIN_DETAIL, detail / pixels / 2);
  return Math.min(MAX_SHIFT, shift) / width / seconds;
}

/** Returns the mean of the green channel, which is most of the brightness. Every second pixel of a row is enough. */
function meanGreen(
  data: RgbaPixels['data'],
  width: number,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
): number {
  let sum = 0;
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x += 2) {
      sum += data[4 * (y * width + x) + 1] ?? 0;
      count += 1;
    }
  }
  return count === 0 ? 0 : Math.round(sum / count);
}
