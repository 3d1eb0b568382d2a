import { expect, test } from 'vitest';
import { exampleResult } from '../example-result.ts';
import { keptResults } from './kept-results.ts';

function storage(text?: string) {
  const held = new Map<string, string>(text === undefined ? [] : [['kerbside-phone-bench', text]]);
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  };
}

const numbered = (number: number) =>
  exampleResult({ p50: 100 + number, id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` });

test('results survive a reload, newest first, until they are deleted', () => {
  const place = storage();
  const [first, second] = [numbered(1), numbered(2)];
  keptResults(place).keep(first);
  keptResults(place).keep(second);
  expect(keptResults(place).all()).toEqual([second, first]);
  keptResults(place).drop(first.id);
  expect(keptResults(place).all()).toEqual([second]);
});

test('the last 20 are kept', () => {
  const kept = keptResults(storage());
  for (let number = 0; number < 25; number += 1) kept.keep(numbered(number));
  expect(kept.all()).toHaveLength(20);
  expect(kept.all()[0]).toEqual(numbered(24));
});

test.each(['', '{', '{}', '[{"format":0}]'])('what is no list of results counts as none: %s', (text) => {
  expect(keptResults(storage(text)).all()).toEqual([]);
});
