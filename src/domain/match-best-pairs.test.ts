import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchBestPairs } from './match-best-pairs.ts';

const at = (id: string, position: number) => ({ id, position });
const closeness = (a: { position: number }, b: { position: number }) =>
  1 / (1 + Math.abs(a.position - b.position));
const toIds = (pairs: [{ id: string }, { id: string }][]) => pairs.map(([a, b]) => `${a.id}-${b.id}`);

it('pairs the best scores first, each member once', () => {
  const pairs = matchBestPairs([at('a', 0), at('b', 5)], [at('x', 4), at('y', 30)], closeness, 0.01);
  expect(toIds(pairs)).toEqual(['b-x', 'a-y']);
});

it('drops pairs below the minimum score', () => {
  expect(matchBestPairs([at('a', 0)], [at('x', 9)], closeness, 0.2)).toEqual([]);
});

it('breaks ties by id, in any input order', () => {
  const [left, right] = [['a', 'b', 'c'].map((id) => at(id, 0)), ['x', 'y', 'z'].map((id) => at(id, 0))];
  const shuffled = fc.tuple(
    fc.shuffledSubarray(left, { minLength: 3 }),
    fc.shuffledSubarray(right, { minLength: 3 }),
  );
  fc.assert(
    fc.property(shuffled, ([one, other]) => {
      expect(toIds(matchBestPairs(one, other, closeness, 0))).toEqual(['a-x', 'b-y', 'c-z']);
    }),
  );
});
