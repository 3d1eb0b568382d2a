import type { Box } from '../../src/analysis/geometry/box.ts';
import type { Point } from '../../src/analysis/geometry/polygon.ts';

/** A filled outline on the photo's pixel grid, stored within its bounds. */
export interface Mask {
  x: number;
  y: number;
  width: number;
  height: number;
  bits: Uint8Array;
  area: number;
}

/** Fills the pixels whose center is inside the polygons (even-odd rule in each, then their union). */
export function fillPolygons(polygons: readonly (readonly Point[])[]): Mask {
  const points = polygons.flat();
  const x = Math.floor(Math.min(...points.map(([px]) => px)));
  const y = Math.floor(Math.min(...points.map(([, py]) => py)));
  const width = Math.max(1, Math.ceil(Math.max(...points.map(([px]) => px))) - x);
  const height = Math.max(1, Math.ceil(Math.max(...points.map(([, py]) => py))) - y);
  const bits = new Uint8Array(width * height);
  for (const ring of polygons) fillRing(ring, { x, y, width, height, bits });
  return { x, y, width, height, bits, area: bits.reduce((sum, bit) => sum + bit, 0) };
}

export function boxMask({ x0, y0, x1, y1 }: Box): Mask {
  return fillPolygons([
    [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ],
  ]);
}

function fillRing(ring: readonly Point[], mask: Omit<Mask, 'area'>): void {
  for (let row = 0; row < mask.height; row += 1) {
    const level = mask.y + row + 0.5;
    const crossings: number[] = [];
    ring.forEach(([x0, y0], index) => {
      const [x1, y1] = ring[(index + 1) % ring.length] ?? [x0, y0];
      if (y0 <= level !== y1 <= level) crossings.push(x0 + ((level - y0) * (x1 - x0)) / (y1 - y0));
    });
    crossings.sort((a, b) => a - b);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const from = Math.max(0, Math.ceil((crossings[pair] ?? 0) - 0.5 - mask.x));
      const to = Math.min(mask.width, Math.ceil((crossings[pair + 1] ?? 0) - 0.5 - mask.x));
      if (from < to) mask.bits.fill(1, row * mask.width + from, row * mask.width + to);
    }
  }
}

export function sharedArea(a: Mask, b: Mask): number {
  const left = Math.max(a.x, b.x);
  const right = Math.min(a.x + a.width, b.x + b.width);
  const bottom = Math.min(a.y + a.height, b.y + b.height);
  let shared = 0;
  for (let y = Math.max(a.y, b.y); y < bottom; y += 1) {
    const inA = (y - a.y) * a.width - a.x;
    const inB = (y - b.y) * b.width - b.x;
    for (let x = left; x < right; x += 1) shared += (a.bits[inA + x] ?? 0) & (b.bits[inB + x] ?? 0);
  }
  return shared;
}
