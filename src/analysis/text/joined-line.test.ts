import { describe, expect, it } from 'vitest';
import type { Point } from '../geometry/polygon.ts';
import { joinedLine } from './joined-line.ts';
import { mapQuad, type Quad, quadSize, rectangleQuad } from './quad.ts';

/** The pieces of one line, twenty high, and what was turned by a tenth of a radian. */
const pieces = [
  rectangleQuad(40, 100, 90, 120),
  rectangleQuad(200, 100, 230, 120),
  rectangleQuad(260, 101, 300, 119),
];
const turned = ([x, y]: Point): Point => [
  x * Math.cos(0.1) - y * Math.sin(0.1),
  x * Math.sin(0.1) + y * Math.cos(0.1),
];

describe('joinedLine', () => {
  it('reaches from the first piece to the last', () => {
    const joined = joinedLine(pieces) as Quad;
    expect(joined[0][0]).toBeCloseTo(40);
    expect(joined[1][0]).toBeCloseTo(300);
    expect(quadSize(joined).height).toBeCloseTo(20);
  });

  it('follows a line that is tilted, and begins at its left', () => {
    const joined = joinedLine(pieces.map((piece) => mapQuad(piece, turned)).reverse()) as Quad;
    const [x, y] = turned([40, 100]);
    expect(Math.hypot(joined[0][0] - x, joined[0][1] - y)).toBeLessThan(2);
    expect(quadSize(joined).width).toBeCloseTo(260, 0);
  });

  it('leaves out what lies beside it or is of another height', () => {
    const label = rectangleQuad(40, 200, 400, 260);
    const joined = joinedLine([label, ...pieces]) as Quad;
    expect(joined[1][0]).toBeCloseTo(300);
    expect(joinedLine([label, pieces[0] as Quad])).toBeUndefined();
  });

  it('is none of a single piece', () => {
    expect(joinedLine([pieces[0] as Quad])).toBeUndefined();
  });
});
