import { describe, expect, test } from 'vitest';
import { isFiltered, startOf, toQuery } from '../../../demo/fleet/fleet-filter.ts';

const NOW = new Date(2026, 2, 10, 15, 30).getTime();

describe('a filter', () => {
  test('becomes query parameters, without those that show all', () => {
    const created = new Date(2026, 2, 3).toISOString();
    expect(toQuery({ outcome: 'damaged', level: 2, date: 'week', text: ' Clio  AB-1 ' }, NOW)).toEqual({
      outcome: 'damaged',
      min_severity: '2',
      created_from: created,
      search: 'Clio AB-1',
    });
    expect(toQuery({ text: ' ' }, NOW)).toEqual({});
    expect([isFiltered({ text: '' }), isFiltered({ text: 'x' })]).toEqual([false, true]);
  });

  test('never asks for more text than the service accepts', () => {
    const { search = '' } = toQuery({ text: 'ab '.repeat(90) }, NOW);
    expect(search.split(' ')).toHaveLength(8);
  });

  test('since yesterday begins at the local midnight before yesterday', () => {
    expect(startOf('yesterday', NOW)).toBe(new Date(2026, 2, 9).getTime());
  });
});
