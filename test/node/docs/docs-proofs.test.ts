import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { PROVEN_PAGES, readIds, readProofs, withProofs } from '../../../scripts/docs/proofs.mjs';
import { root } from '../support/pages.ts';

const proofs = readProofs(root);
const pages = await Promise.all(
  PROVEN_PAGES.map(async ({ path, prefixes }) => {
    const page = await readFile(`${root}${path}`, 'utf8');
    return { path, prefixes, page, ids: readIds(page, prefixes) };
  }),
);
const allIds = pages.flatMap(({ ids }) => ids);

describe.each(pages)('$path', ({ page, prefixes, ids }) => {
  test.each(ids)('%s is proved by a test, or the row says that it is not shown', (id) => {
    const row = page.split('\n').find((line) => line.startsWith(`| ${id.split(' ')[1]} |`));
    if (!proofs.has(id)) expect(row).toContain('; not shown: ');
  });

  test('lists the tests of its rows on the documentation site', () => {
    const columnsOf = (text: string) => new Set(readTables(text).map((row) => row.split(' | ').length));
    const shown = withProofs(page, prefixes, proofs);
    expect(columnsOf(shown)).toEqual(new Set([...columnsOf(page)].map((count) => count + 1)));
    const [id = ''] = ids;
    const row = shown.split('\n').find((line) => line.startsWith(`| ${id.split(' ')[1]} |`));
    expect(row).toContain(`\`${proofs.get(id)?.[0]}\``);
  });

  test('numbers the rows of each section in order', () => {
    for (const section of new Set(ids.map(sectionOf))) {
      const numbers = ids.filter((id) => sectionOf(id) === section).map((id) => Number(/\d+$/.exec(id)?.[0]));
      expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    }
  });
});

test('the specification has its nine sections, and the wire its eight', () => {
  expect([...new Set(allIds.map(sectionOf))]).toEqual([
    ...Array.from({ length: 9 }, (_, at) => `spec ${at + 1}.`),
    ...[...'ABCDEFGH'].map((letter) => `wire ${letter}`),
    'fault F',
  ]);
});

test('tests name only statements that exist', () => {
  expect([...proofs.keys()].filter((id) => !allIds.includes(id))).toEqual([]);
});

function sectionOf(id: string): string {
  return id.replace(/\d+$/, '');
}

/** The rows with ids, and their headers. */
function readTables(text: string): string[] {
  return text.split('\n').filter((line) => /^\| (row|#|[A-Z]\d+|\d+\.\d+) \|/.test(line));
}
