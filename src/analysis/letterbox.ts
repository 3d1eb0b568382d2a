import type { Canvas } from './canvas.ts';

/** 8-bit pixels, row by row; `channels` is 3 (RGB) or 4 (RGBA, the fourth is passed over). */
export interface Pixels {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
  channels: 3 | 4;
}

export const GREY = 114 / 255;

/**
 * Writes pixels, already scaled, to the top left of a planar RGB tensor of 0..1; the rest is grey.
 * `into` may be any buffer that is large enough: one buffer serves photo after photo.
 */
export function letterbox(
  pixels: Pixels,
  canvas: Pick<Canvas, 'width' | 'height'>,
  into?: Float32Array,
): Float32Array {
  const plane = canvas.width * canvas.height;
  const tensor = into && into.length >= 3 * plane ? into.subarray(0, 3 * plane) : new Float32Array(3 * plane);
  tensor.fill(GREY);
  const rows = Math.min(pixels.height, canvas.height);
  const columns = Math.min(pixels.width, canvas.width);
  for (let row = 0; row < rows; row += 1) {
    let from = row * pixels.width * pixels.channels;
    let to = row * canvas.width;
    for (let column = 0; column < columns; column += 1) {
      tensor[to] = (pixels.data[from] ?? 0) / 255;
      tensor[to + plane] = (pixels.data[from + 1] ?? 0) / 255;
      tensor[to + 2 * plane] = (pixels.data[from + 2] ?? 0) / 255;
      from += pixels.channels;
      to += 1;
    }
  }
  return tensor;
}
