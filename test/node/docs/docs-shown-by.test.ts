import { describe, expect, test } from 'vitest';
import { expectTestsExist, readTestedRows } from '../support/tested-rows.ts';

const faultsPage = new URL('../../../docs/faults.md', import.meta.url);
const faults = await readTestedRows(faultsPage);

describe('docs/faults.md', () => {
  test('numbers its rows in order', () => {
    expect(faults.length).toBeGreaterThanOrEqual(25);
    expect(faults.map(({ number }) => number)).toEqual(faults.map((_, at) => `F${at + 1}`));
  });

  test.each(faults)('$number: the named tests exist', (row) => expectTestsExist(row, faultsPage));
});

const coveragePage = new URL('../../../docs/spec-coverage.md', import.meta.url);
const coverage = await readTestedRows(coveragePage);

describe('docs/spec-coverage.md', () => {
  test('has every section of the specification and of the wire, with rows numbered in order', () => {
    const sections = [...new Set(coverage.map(({ number }) => sectionOf(number)))];
    expect(sections).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', ...'ABCDEFGH']);
    for (const section of sections) {
      const rows = coverage.filter(({ number }) => sectionOf(number) === section);
      expect(rows.map(({ number }) => number.replace(/^(\d+\.|[A-Z])/, ''))).toEqual(
        rows.map((_, at) => String(at + 1)),
      );
    }
  });

  test.each(coverage)('$number: the named tests exist, or the row is marked as not shown', async (row) => {
    if (row.tests.length === 0) expect(row.text).toContain('| not shown: ');
    else await expectTestsExist(row, coveragePage);
  });
});

function sectionOf(number: string): string {
  return number.replace(/^(\d+)\..*$/, '$1').replace(/^([A-Z]).*$/, '$1');
}
