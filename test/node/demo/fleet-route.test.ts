import { expect, test } from 'vitest';
import { readRoute } from '../../../demo/fleet/fleet-filter.ts';

test('the hash of the fleet page names an inspection, or shows the list', () => {
  expect(readRoute('#/inspections/a%20b')).toBe('a b');
  expect(['', '#/', '#/inspections', '#/other/a'].map(readRoute)).toEqual(['', '', '', '']);
});

test('an id that cannot be decoded is one that no inspection has', () => {
  expect(readRoute('#/inspections/100%')).toBe('100%');
});
