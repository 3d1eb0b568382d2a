import { expect, it } from 'vitest';
import { ASCII, createColumns } from './character-columns.suite.ts';
import { decodeLine } from './decode-line.ts';
import { quadSize, rectangleQuad } from './quad.ts';
import type { RecognizedLine } from './recognized-line.ts';
import { widenCutLine } from './widen-line.ts';

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
