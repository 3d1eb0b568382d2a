import { describe, expect, it } from 'vitest';
import type { Point } from '../geometry/polygon.ts';
import { ASCII, createColumns } from './character-columns.suite.ts';
import { decodeLine } from './decode-line.ts';
import { mapQuad, type Quad, quadSize, rectangleQuad } from './quad.ts';
import type { RecognizedLine } from './recognized-line.ts';
import { joinLinePieces, widenCutLine } from './repair-lines.ts';

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

const line = (text: string, top = 0): RecognizedLine => {
  const columns = createColumns(text, ASCII);
  return { quad: rectangleQuad(0, top, text.length * 10, top + 20), columns, line: decodeLine(columns) };
};

it('widens the longest line by the characters that it lacks, on both sides', () => {
  const quad = widenCutLine([line('2150 KG', 40), line('8AC2NHXNK101813')], 17);
  expect(quad).toEqual(rectangleQuad(-20, 0, 170, 20));
});

it('keeps the direction of a tilted line', () => {
  const [a, b] = [line('8AC2NHXNK101813'), 1 / Math.SQRT2] as const;
  const turn = ([x, y]: readonly [number, number]) => [(x - y) * b, (x + y) * b] as const;
  const [p, q, r, s] = a.quad;
  const widened = widenCutLine([{ ...a, quad: [turn(p), turn(q), turn(r), turn(s)] }], 17);
  expect(widened && quadSize(widened).width).toBeCloseTo(190);
  expect(widened && quadSize(widened).height).toBeCloseTo(20);
});

it('leaves lines alone that are complete, or too short to be a part', () => {
  expect(widenCutLine([line('XW8AC2NHXNK101813'), line('2150 KG', 40)], 17)).toBeUndefined();
});
