import type { GrayPicture } from './gray.ts';

/** How many pixels have each of the 256 tones. */
export interface Tones {
  counts: Uint32Array;
  pixels: number;
}

/** `margin` is left out on every side, as a share of it: 0 counts the whole picture. */
export function tonesOf({ width, height, data }: GrayPicture, margin: number): Tones {
  const counts = new Uint32Array(256);
  const [left, top] = [Math.floor(width * margin), Math.floor(height * margin)];
  for (let y = top; y < height - top; y++) {
    for (let at = y * width + left; at < y * width + width - left; at++) {
      const tone = data[at] ?? 0;
      counts[tone] = (counts[tone] ?? 0) + 1;
    }
  }
  return { counts, pixels: Math.max(0, width - 2 * left) * Math.max(0, height - 2 * top) };
}

/** The tone, of 1, that a share of the pixels stays at or below. */
export function toneAt({ counts, pixels }: Tones, share: number): number {
  let below = 0;
  for (let tone = 0; tone < 256; tone++) {
    below += counts[tone] ?? 0;
    if (below >= share * pixels && below > 0) return tone / 255;
  }
  return 0;
}

/** Share of the pixels with this tone (of 255) or a brighter one. */
export function shareFrom({ counts, pixels }: Tones, tone: number): number {
  let bright = 0;
  for (let at = tone; at < 256; at++) bright += counts[at] ?? 0;
  return pixels === 0 ? 0 : bright / pixels;
}
