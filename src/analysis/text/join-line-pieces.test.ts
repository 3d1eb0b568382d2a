import { describe, expect, it } from 'vitest';
import type { Point } from '../geometry/polygon.ts';
import { joinLinePieces } from './join-line-pieces.ts';
import { mapQuad, type Quad, quadSize, rectangleQuad } from './quad.ts';

/** The pieces of one line, 20 pixels high. */
const pieces = [
  rectangleQuad(40, 100, 90, 120),
  rectangleQuad(200, 100, 230, 120),
  rectangleQuad(260, 101, 300, 119),
];
const rotate = ([x, y]: Point): Point => [
  x * Math.cos(0.1) - y * Math.sin(0.1),
  x * Math.sin(0.1) + y * Math.cos(0.1),
];

describe('joinLinePieces', () => {
  it('returns a box from the first piece to the last', () => {
    const joined = joinLinePieces(pieces) as Quad;
    expect(joined[0][0]).toBeCloseTo(40);
    expect(joined[1][0]).toBeCloseTo(300);
    expect(quadSize(joined).height).toBeCloseTo(20);
  });

  it('follows a tilted line, from its left end', () => {
    const joined = joinLinePieces(pieces.map((piece) => mapQuad(piece, rotate)).reverse()) as Quad;
    const [x, y] = rotate([40, 100]);
    expect(Math.hypot(joined[0][0] - x, joined[0][1] - y)).toBeLessThan(2);
    expect(quadSize(joined).width).toBeCloseTo(260, 0);
  });

  it('ignores boxes beside the line or of another height', () => {
    const label = rectangleQuad(40, 200, 400, 260);
    const joined = joinLinePieces([label, ...pieces]) as Quad;
    expect(joined[1][0]).toBeCloseTo(300);
    expect(joinLinePieces([label, pieces[0] as Quad])).toBeUndefined();
  });

  it('returns undefined for a single piece', () => {
    expect(joinLinePieces([pieces[0] as Quad])).toBeUndefined();
  });
});
