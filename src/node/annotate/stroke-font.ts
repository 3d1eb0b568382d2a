/**
 * A stroke font for labels on photos. Without font files, as in containers, sharp draws each letter of an SVG text as an empty
 * box. Labels need these 40 characters only. Baseline at 10, lower-case letters from 3, ascenders from 0.
 */
const RING = 'A3 3.5 0 1 1 6 6.5A3 3.5 0 1 1 0 6.5';

/** Path and width of each character. */
const GLYPHS: Readonly<Record<string, readonly [path: string, width: number]>> = {
  ' ': ['', 2],
  a: [`M0 6.5${RING}M6 3V10`, 6],
  b: [`M0 6.5${RING}M0 0V10`, 6],
  c: ['M5.4 4.3A3 3.5 0 1 0 5.4 8.7', 5.4],
  d: [`M0 6.5${RING}M6 0V10`, 6],
  e: ['M0 6.4H6A3 3.5 0 1 0 5.3 8.8', 6],
  f: ['M4.1 .1H3.6A2.1 2.1 0 0 0 1.5 2.2V10M0 3.4H3.9', 4],
  g: [`M0 6.5${RING}M6 3V10.3A3 2.8 0 0 1 .5 11.7`, 6],
  h: ['M0 0V10M0 6A2.75 3 0 0 1 5.5 6V10', 5.5],
  i: ['M.5 3V10M.5 .3V.4', 1],
  j: ['M2 3V11A2 2 0 0 1 0 13M2 .3V.4', 2.5],
  k: ['M0 0V10M4.9 3L0 7.3M1.9 5.8L5.2 10', 5.2],
  l: ['M.5 0V10', 1],
  m: ['M0 3V10M0 5.6A2.2 2.6 0 0 1 4.4 5.6V10M4.4 5.6A2.2 2.6 0 0 1 8.8 5.6V10', 8.8],
  n: ['M0 3V10M0 6A2.75 3 0 0 1 5.5 6V10', 5.5],
  o: [`M0 6.5${RING}`, 6],
  p: [`M0 6.5${RING}M0 3V13`, 6],
  q: [`M0 6.5${RING}M6 3V13`, 6],
  r: ['M0 3V10M0 6.4A3.2 3.4 0 0 1 3.5 3', 3.6],
  s: [
    'M4.7 4.3C4.2 3.4 3.4 3 2.5 3C1.2 3 .3 3.7 .3 4.8C.3 7.2 5 5.8 5 8.2C5 9.3 4 10 2.6 10C1.4 10 .5 9.6 0 8.6',
    5,
  ],
  t: ['M1.5 .9V7.9A2.1 2.1 0 0 0 3.6 10H4M0 3.2H3.9', 4],
  u: ['M0 3V7A2.75 3 0 0 0 5.5 7M5.5 3V10', 5.5],
  v: ['M0 3L2.8 10L5.6 3', 5.6],
  w: ['M0 3L2.1 10L4.3 3.6L6.5 10L8.6 3', 8.6],
  x: ['M0 3L5.2 10M5.2 3L0 10', 5.2],
  y: ['M0 3L2.8 9.8M5.6 3L2.4 11.5A2.2 2.2 0 0 1 .2 13', 5.6],
  z: ['M0 3H5L0 10H5.2', 5.2],
  0: ['M0 5A3 5 0 1 1 6 5A3 5 0 1 1 0 5', 6],
  1: ['M.4 2.1L3 0V10', 3.4],
  2: ['M.2 2.8A2.8 2.8 0 1 1 5.2 4.6L0 10H6', 6],
  3: ['M.4 1.7A2.6 2.4 0 1 1 2.7 4.7A2.9 2.65 0 1 1 .1 8.3', 5.8],
  4: ['M4.4 10V0L0 7H6', 6],
  5: ['M5.3 0H1L.6 4.5A3.1 3 0 1 1 .2 8.6', 6],
  6: ['M4.6 0C2 1.4 0 4.2 0 7A3 3 0 1 0 6 7A3 3 0 0 0 0 7', 6],
  7: ['M0 0H6L2 10', 6],
  8: ['M3 4.7A2.5 2.35 0 1 1 3.01 4.7ZM3 4.7A3 2.65 0 1 0 3.01 4.7Z', 6],
  9: ['M1.4 10C4 8.6 6 5.8 6 3A3 3 0 1 0 0 3A3 3 0 0 0 6 3', 6],
  '%': [
    'M6.9 0L.9 10M0 2.2A1.7 2.2 0 1 1 3.4 2.2A1.7 2.2 0 1 1 0 2.2M4.4 7.8A1.7 2.2 0 1 1 7.8 7.8A1.7 2.2 0 1 1 4.4 7.8',
    7.8,
  ],
};
const SPACING = 2.1;
const UNKNOWN = ['M0 0H5V10H0Z', 5] as const;

/** From the top of an ascender to the baseline. Descenders reach 3 units further. */
export const FONT_HEIGHT = 10;
export const FONT_DESCENT = 3;

export function measureText(text: string): number {
  return listGlyphs(text).reduce((sum, [, width]) => sum + width + SPACING, -SPACING);
}

/** Returns the text as SVG paths with its top left corner at the origin. The caller sets the stroke. */
export function renderText(text: string): string {
  let x = 0;
  return listGlyphs(text)
    .map(([path, width]) => {
      const at = x;
      x += width + SPACING;
      return path && `<path transform="translate(${at.toFixed(1)})" d="${path}"/>`;
    })
    .join('');
}

function listGlyphs(text: string) {
  return [...text.toLowerCase()].map((letter) => GLYPHS[letter] ?? UNKNOWN);
}
