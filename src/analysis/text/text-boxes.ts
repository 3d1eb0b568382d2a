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

function findIslands({ data, width, height }: TextMap, threshold: number): Island[] {
  /** 1 for text pixels that belong to no island yet, with a border of zeros. */
  const stride = width + 2;
  const isFree = new Uint8Array(stride * (height + 2));
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1)
      if ((data[at] ?? 0) > threshold) isFree[(y + 1) * stride + x + 1] = 1;
  const neighbours = [-stride - 1, -stride, 1 - stride, -1, 1, stride - 1, stride, stride + 1];
  const islands: Island[] = [];
  for (let start = isFree.indexOf(1); start >= 0; start = isFree.indexOf(1, start)) {
    const rows = new Map<number, { left: number; right: number }>();
    let sum = 0;
    let count = 0;
    const stack = [start];
    isFree[start] = 0;
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const y = Math.floor(at / stride) - 1;
      const x = (at % stride) - 1;
      sum += data[y * width + x] ?? 0;
      count += 1;
      const row = rows.get(y);
      if (!row) rows.set(y, { left: x, right: x });
      else if (x < row.left) row.left = x;
      else if (x > row.right) row.right = x;
      for (const offset of neighbours) {
        if (isFree[at + offset] !== 1) continue;
        isFree[at + offset] = 0;
        stack.push(at + offset);
      }
    }
    const outline = [...rows].flatMap(([y, { left, right }]): Point[] => [
      [left, y],
      [left, y + 1],
      [right + 1, y],
      [right + 1, y + 1],
    ]);
    islands.push({ outline, score: sum / count });
  }
  return islands;
}
