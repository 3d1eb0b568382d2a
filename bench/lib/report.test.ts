import { expect, test } from 'vitest';
import { formatTable, toJson } from './report.ts';
import { atLeast, atMost, milliseconds, row } from './row.ts';
import { summary } from './samples.ts';

const took = (median: number) => milliseconds({ ...summary([median]), p90: 2 * median });

test('a target applies to the ratio, or to the figure if there is no ratio', () => {
  expect(row('slower', { ...took(30), ratio: 1.6 }, atMost(1.5))).toMatchObject({
    target: '≤ 1.5',
    met: false,
  });
  expect(row('quick', took(900), atMost(1_000, 'ms'))).toMatchObject({ target: '≤ 1,000 ms', met: true });
  expect(row('too few', { ratio: 0.7 }, atLeast(0.8))).toMatchObject({ met: false });
  expect(row('just a figure', took(3))).not.toHaveProperty('met');
});

test('formats one table of all benches with results, failures and skipped measurements', () => {
  const store = {
    bench: 'store',
    rows: [
      row('a bare put', took(14.4)),
      row('addOne', { ...took(19), ratio: 1.32 }, atMost(1.5)),
      row('addOne, a worse one', { ...took(29), ratio: 2 }, atMost(1.5)),
    ],
    skipped: ['real photos: they are not on this machine'],
  };
  const sync = { bench: 'sync', failed: 'it ended with status 1: see its message above' };
  const [head = '', , ...lines] = formatTable([store, sync]).split('\n');
  expect([head, ...lines].map((line) => line.split(/ {2,}/).filter(Boolean))).toEqual([
    ['bench', 'row', 'figure', 'p90', 'ratio', 'target'],
    ['store', 'a bare put', '14.4 ms', '28.8 ms'],
    ['store', 'addOne', '19 ms', '38 ms', '1.32', '≤ 1.5', 'met'],
    ['store', 'addOne, a worse one', '29 ms', '58 ms', '2.00', '≤ 1.5', 'MISSED'],
    ['store', 'real photos: they are not on this machine', 'skipped'],
    ['sync', 'it ended with status 1: see its message above', 'FAILED'],
  ]);
});

test('returns one JSON object with the results and the machine', () => {
  const outcomes = [{ bench: 'sync', failed: 'it ended without a report', seconds: 3 }];
  expect(toJson(outcomes, new Date(0))).toMatchObject({
    at: '1970-01-01T00:00:00.000Z',
    node: process.version,
    machine: { arch: process.arch },
    benches: outcomes,
  });
});
