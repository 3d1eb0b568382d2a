import { expect, test } from 'vitest';
import { exampleResult } from '../example-result.ts';
import { compared } from './compare.ts';

test('figures of the same task and engine are in one row, with a dash for missing ones', () => {
  const quick = exampleResult({ p50: 240 });
  const slow = exampleResult({ p50: 480, sustained: { first: 480, last: 720 } });
  const [damage, sustained] = compared([quick, slow]);
  expect(damage?.title).toBe('Damage on wasm, 2 threads');
  expect(damage?.rows[0]).toEqual({ what: 'a photo, p50', cells: ['240 ms', '480 ms'] });
  expect(sustained?.rows).toEqual([{ what: 'last tenth, of the first', cells: ['–', '1.50 ×'] }]);
});

test('a task that only one device ran has its own heading', () => {
  const groups = compared([
    exampleResult({ p50: 240 }),
    exampleResult({ p50: 900, engine: 'tfjs', threads: 1 }),
  ]);
  expect(groups.map(({ title }) => title)).toEqual(['Damage on wasm, 2 threads', 'Damage on tfjs']);
  expect(groups[1]?.rows[0]?.cells).toEqual(['–', '900 ms']);
});
