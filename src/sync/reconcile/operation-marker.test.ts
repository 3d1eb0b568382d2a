import { expect, test } from 'vitest';
import { LIMITS } from '../../domain/limits.ts';
import { isMarked, marked, unmarked } from './operation-marker.ts';

test('the mark travels in the caller’s own data, and is taken out again', () => {
  const sent = marked({ additionalData: { desk: 'north' } }, 'op-1');
  expect(isMarked(sent, 'op-1')).toBe(true);
  expect(unmarked(sent)).toEqual({ additionalData: { desk: 'north' } });
  expect(unmarked(marked({}, 'op-1'))).toEqual({});
});

test('data that leaves no room for the mark goes without it: the service takes no more than this', () => {
  const input = { additionalData: { note: 'x'.repeat(LIMITS.jsonBytes - 20) } };
  expect(marked(input, 'op-1')).toEqual(input);
});
