import { expect, expectTypeOf, it } from 'vitest';
import { getRecord, getRecords, normalizedResponse } from './entities.ts';
import type { Task } from './task.ts';

const task = (id: string) => ({ id, name: 'damage_detection' }) as Task;

it('returns the record that a response is about', () => {
  const response = normalizedResponse({ tasks: { a: task('a') } }, 'a');
  const found = getRecord(response, 'tasks');
  expect(found).toBe(response.entities.tasks.a);
  expectTypeOf(found).toEqualTypeOf<Task>();
});

it('returns the records of a list in its order', () => {
  const tasks = { a: task('a'), b: task('b') };
  expect(getRecords(normalizedResponse({ tasks }, ['b', 'a']), 'tasks').map(({ id }) => id)).toEqual([
    'b',
    'a',
  ]);
});

it('throws not_found if the response is about another kind', () => {
  const response = normalizedResponse({ tasks: { a: task('a') } }, 'a');
  expect(() => getRecord(response, 'images')).toThrow('no record a in entities.images');
  const inherited = normalizedResponse({}, 'constructor');
  expect(() => getRecord(inherited, 'tasks')).toThrow('no record constructor');
});
