import type { Canvas } from './model-canvas.ts';

/** 3 bytes per pixel, row by row. */
export interface RgbPixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Fills the part of a canvas that the photo does not cover. The models were trained with it. */
export const PADDING_GREY = 114 / 255;

/**
 * Returns a planar RGB tensor of 0..1 with already scaled pixels at its top left; the rest is grey.
 *
 * For photos of any size, see photo-scaler.ts.
 */
export function letterbox(
  { data, width, height }: RgbPixels,
  canvas: Pick<Canvas, 'width' | 'height'>,
): Float32Array {
  const plane = canvas.width * canvas.height;
  const tensor = new Float32Array(3 * plane).fill(PADDING_GREY);
  const rows = Math.min(height, canvas.height);
  const columns = Math.min(width, canvas.width);
  for (let row = 0; row < rows; row += 1) {
    let from = row * width * 3;
    let to = row * canvas.width;
    for (let column = 0; column < columns; column += 1) {
      tensor[to] = (data[from] ?? 0) / 255;
      tensor[to + plane] = (data[from + 1] ?? 0) / 255;
      tensor[to + 2 * plane] = (data[from + 2] ?? 0) / 255;
      from += 3;
      to += 1;
    }
  }
  return tensor;
}
