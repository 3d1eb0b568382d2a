import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const doc = new URL('../../docs/faults.md', import.meta.url);
const rows = (await readFile(doc, 'utf8')).split('\n').filter((line) => /^\| F\d+ \|/.test(line));

interface Shown {
  file: string;
  titles: string[];
}

/** `[name](../path)` and the titles quoted after it. */
function shownBy(row: string): Shown[] {
  return row
    .split(/\[[^\]]+\]\(/)
    .slice(1)
    .map((part) => ({
      file: part.slice(0, part.indexOf(')')),
      titles: [...part.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
    }));
}

test('every fault has its row, in order', () => {
  expect(rows.map((row) => row.split(' ')[1])).toEqual(Array.from({ length: 24 }, (_, n) => `F${n + 1}`));
});

test.each(rows.map((row) => [row.split(' ')[1], shownBy(row)] as const))(
  '%s: the tests that it names are there',
  async (_, shown) => {
    expect(shown.length).toBeGreaterThan(0);
    for (const { file, titles } of shown) {
      expect(file).toMatch(/\.(test|suite)\.ts$/);
      expect(titles.length).toBeGreaterThan(0);
      const source = await readFile(new URL(file, doc), 'utf8');
      for (const title of titles) expect(source, `${title}, in ${file}`).toContain(title);
    }
  },
);
