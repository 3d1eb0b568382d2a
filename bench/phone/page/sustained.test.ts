import { expect, test } from 'vitest';
import { inShort, type Point, sustained } from './sustained.ts';

/** A phone on which each run takes 1 % longer than the one before. */
function heatingPhone() {
  let clock = 0;
  let took = 100;
  return {
    now: () => clock,
    async run() {
      clock += took;
      took *= 1.01;
    },
  };
}

test('runs until the time is over, and reports the slow-down', async () => {
  const starts: number[] = [];
  const onRun = (at: number) => starts.push(at);
  const points = await sustained({ ...heatingPhone(), seconds: 10, endedBy: () => undefined, onRun });
  expect(points.at(-1)?.[0]).toBeLessThan(10);
  expect(starts).toEqual(points.map(([at]) => at));
  const { first, last, runs } = inShort(points);
  expect(runs).toBe(points.length);
  expect(last / first).toBeCloseTo(1.01 ** (runs - Math.round(runs / 10)), 1);
});

test('ends early if there is a reason', async () => {
  let left = 3;
  const endedBy = () => (left-- > 0 ? undefined : 'stopped');
  const points = await sustained({ ...heatingPhone(), seconds: 1000, endedBy, onRun: () => {} });
  expect(points).toHaveLength(3);
});

test('keeps at most 300 points', () => {
  const many = Array.from({ length: 5_000 }, (_, nth): Point => [nth, nth]);
  const { points } = inShort(many);
  expect(points.length).toBeLessThanOrEqual(300);
  expect(points.every(([at, ms]) => at === ms)).toBe(true);
  expect(inShort([])).toEqual({ runs: 0, points: [], first: 0, last: 0 });
});
