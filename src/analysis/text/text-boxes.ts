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
  const visited = new Uint8Array(width * height);
  const stack: number[] = [];
  const islands: Island[] = [];
  const visit = (x: number, y: number) => {
    const at = y * width + x;
    if (x < 0 || y < 0 || x >= width || y >= height || visited[at] || !((data[at] ?? 0) > threshold)) return;
    visited[at] = 1;
    stack.push(at);
  };
  for (let start = 0; start < data.length; start += 1) {
    visit(start % width, Math.floor(start / width));
    if (stack.length === 0) continue;
    const rows = new Map<number, [left: number, right: number]>();
    let sum = 0;
    let count = 0;
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      sum += data[at] ?? 0;
      count += 1;
      const [left, right] = rows.get(y) ?? [x, x];
      rows.set(y, [Math.min(left, x), Math.max(right, x)]);
      for (let dy = -1; dy <= 1; dy += 1) for (let dx = -1; dx <= 1; dx += 1) visit(x + dx, y + dy);
    }
    const outline = [...rows].flatMap(([y, [left, right]]): Point[] => [
      [left, y],
      [left, y + 1],
      [right + 1, y],
      [right + 1, y + 1],
    ]);
    islands.push({ outline, score: sum / count });
  }
  return islands;
}
