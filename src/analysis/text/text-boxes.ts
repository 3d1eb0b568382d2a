import type { Point } from '../geometry/polygon.ts';
import { minAreaRectangle } from './min-area-rectangle.ts';
import { grownQuad, type Quad, quadSize } from './quad.ts';

/** How likely each pixel lies in the core of a line of text, 0..1, row by row. */
export interface TextMap {
  data: Float32Array;
  width: number;
  height: number;
}

export interface BoxRule {
  /** A pixel counts as text from here on. */
  pixel: number;
  /** Mean of a line's pixels, below which it is none. */
  line: number;
  /** The detector marks the core of a line, shrunk by its area and border; this gives the rest back. */
  unclip: number;
  /** Least height of a core, in pixels of the map. */
  smallest: number;
}

export interface TextBox {
  quad: Quad;
  score: number;
}

/** Differentiable Binarization's last step: islands of text pixels, each as the smallest rectangle, unshrunk. */
export function findTextBoxes(map: TextMap, rule: BoxRule): TextBox[] {
  return islands(map, rule.pixel).flatMap(({ outline, score }) => {
    const core = minAreaRectangle(outline);
    if (!core || score < rule.line) return [];
    const { width, height } = quadSize(core);
    if (Math.min(width, height) < rule.smallest) return [];
    const grown = (width * height * rule.unclip) / (2 * (width + height)) / height;
    return [{ quad: grownQuad(core, grown, grown), score }];
  });
}

interface Island {
  /** Ends of its rows, as corners of pixels: its hull is theirs. */
  outline: Point[];
  score: number;
}

function islands({ data, width, height }: TextMap, bar: number): Island[] {
  const seen = new Uint8Array(width * height);
  const stack: number[] = [];
  const found: Island[] = [];
  const visit = (x: number, y: number) => {
    const at = y * width + x;
    if (x < 0 || y < 0 || x >= width || y >= height || seen[at] || !((data[at] ?? 0) > bar)) return;
    seen[at] = 1;
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
    found.push({ outline, score: sum / count });
  }
  return found;
}
