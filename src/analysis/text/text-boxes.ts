import type { Point } from '../geometry/polygon.ts';
import { minAreaRectangle } from './min-area-rectangle.ts';
import { expandQuad, type Quad, quadSize } from './quad.ts';

/** The probability of each pixel to be in the core of a text line, 0 to 1, row by row. */
export interface TextMap {
  data: Float32Array;
  width: number;
  height: number;
}

/** The `boxes` of a text detector's manifest entry. */
interface TextBoxOptions {
  /** Pixels above this probability are text. */
  pixel: number;
  /** Lines with a lower mean probability are dropped. */
  line: number;
  /** The detector marks only the core of a line. The box is expanded by this, times area over perimeter. */
  unclip: number;
  /** The least height of a core, in pixels of the map. */
  smallest: number;
}

interface TextBox {
  quad: Quad;
  score: number;
}

/** Returns a box around each island of text pixels, expanded: the last step of Differentiable Binarization. */
export function findTextBoxes(map: TextMap, options: TextBoxOptions): TextBox[] {
  return findIslands(map, options.pixel).flatMap(({ outline, score }) => {
    const core = minAreaRectangle(outline);
    if (!core || score < options.line) return [];
    const { width, height } = quadSize(core);
    if (Math.min(width, height) < options.smallest) return [];
    const growth = (width * height * options.unclip) / (2 * (width + height)) / height;
    return [{ quad: expandQuad(core, growth, growth), score }];
  });
}

interface Island {
  /** The ends of its rows, as corners of pixels. They have the same convex hull as the island. */
  outline: Point[];
  score: number;
}

/** Fills run by run: a line of text has a thousand times as many pixels as rows. */
function findIslands({ data, width, height }: TextMap, threshold: number): Island[] {
  /** 1 for text pixels that belong to no island yet, with a border of zeros. */
  const stride = width + 2;
  const isFree = new Uint8Array(stride * (height + 2));
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0, to = (y + 1) * stride + 1; x < width; x += 1, at += 1, to += 1)
      if ((data[at] as number) > threshold) isFree[to] = 1;
  const islands: Island[] = [];
  for (let start = isFree.indexOf(1); start >= 0; start = isFree.indexOf(1, start)) {
    const rows = new Map<number, { left: number; right: number }>();
    let sum = 0;
    let count = 0;
    const seeds = [start];
    for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) {
      if (isFree[seed] !== 1) continue;
      let first = seed;
      while (isFree[first - 1] === 1) first -= 1;
      const y = Math.floor(first / stride) - 1;
      const left = (first % stride) - 1;
      let end = first;
      for (let from = y * width + left; isFree[end] === 1; end += 1, from += 1) {
        isFree[end] = 0;
        sum += data[from] as number;
      }
      count += end - first;
      const right = left + end - first;
      const row = rows.get(y);
      rows.set(y, { left: Math.min(left, row?.left ?? left), right: Math.max(right, row?.right ?? right) });
      for (const beside of [-stride, stride])
        for (let at = first - 1 + beside, wasFree = false; at <= end + beside; at += 1) {
          const free = isFree[at] === 1;
          if (free && !wasFree) seeds.push(at);
          wasFree = free;
        }
    }
    const outline = [...rows].flatMap(([y, { left, right }]): Point[] => [
      [left, y],
      [left, y + 1],
      [right, y],
      [right, y + 1],
    ]);
    islands.push({ outline, score: sum / count });
  }
  return islands;
}
