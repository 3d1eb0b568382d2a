/** The size of letters that are painted, in pixels: 768 dpi for text of 9 points. */
export const EM = 96;

/** Where a text is painted: centred, with room for tall scripts above and below its line. */
export function getCanvas(text: string) {
  const width = Math.ceil((text.length * 1.5 + 2) * EM);
  return { width, height: 3 * EM, x: width / 2, baseline: 2 * EM };
}

/** A text, black on transparent: RGBA. */
export interface PaintedText {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

/** Port: paints a text with the fonts of this machine on a canvas of `getCanvas`. */
export type PaintText = (text: string) => Promise<PaintedText>;

/** The painted pixels of a text, and where they are relative to the start of its baseline, in ems. */
export interface Picture {
  left: number;
  bottom: number;
  width: number;
  height: number;
  /** How far the text reaches. */
  advance: number;
  pixels: Pixels;
}

/** `mask`: one bit per pixel, in rows of whole bytes. `colour`: RGB, with opacity. */
export type Pixels = { columns: number; rows: number } & (
  | { kind: 'mask'; mask: Uint8Array }
  | { kind: 'colour'; rgb: Uint8Array; opacity: Uint8Array }
);

/** Space on both sides of the pixels, in ems. */
const BEARING = 0.05;
/** Wider texts are squeezed: they must fit in a column of a table. */
const MAX_ADVANCE = 7;
const COLOURED = 40;

/** The smallest box around the visible pixels. */
export interface Ink {
  x: number;
  y: number;
  columns: number;
  rows: number;
}

export function findInk({ width, height, data }: PaintedText): Ink | undefined {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) < 128) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  if (right < 0) return undefined;
  return { x: left, y: top, columns: right - left + 1, rows: bottom - top + 1 };
}

/** Returns the picture of a painted text; undefined if nothing is visible. */
export function toPicture(painted: PaintedText): Picture | undefined {
  const ink = findInk(painted);
  if (!ink) return undefined;
  const scale = Math.min(1, MAX_ADVANCE / (ink.columns / EM + 2 * BEARING));
  return {
    left: BEARING * scale,
    bottom: (2 * EM - ink.y - ink.rows) / EM,
    width: (ink.columns / EM) * scale,
    height: ink.rows / EM,
    advance: (ink.columns / EM + 2 * BEARING) * scale,
    pixels: cutPixels(painted, ink),
  };
}

function cutPixels({ width, data }: PaintedText, { x: left, y: top, columns, rows }: Ink): Pixels {
  const stride = Math.ceil(columns / 8);
  const mask = new Uint8Array(stride * rows);
  const rgb = new Uint8Array(columns * rows * 3);
  const opacity = new Uint8Array(columns * rows);
  let isColoured = false;
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) {
      const from = ((top + y) * width + left + x) * 4;
      const [at, alpha] = [y * columns + x, data[from + 3] ?? 0];
      const colour = data.subarray(from, from + 3);
      rgb.set(colour, at * 3);
      opacity[at] = alpha;
      if (alpha < 128) continue;
      mask[y * stride + (x >> 3)] = (mask[y * stride + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
      isColoured ||= Math.max(...colour) > COLOURED;
    }
  }
  return isColoured ? { kind: 'colour', columns, rows, rgb, opacity } : { kind: 'mask', columns, rows, mask };
}
