import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';

/** A row of a table of the documentation that names the tests which show it. */
export interface ShownRow {
  number: string;
  text: string;
  shownBy: { file: string; titles: string[] }[];
}

/** Rows whose first cell is a number such as `F7` or `4.12`. */
export async function rowsOf(page: URL): Promise<ShownRow[]> {
  const lines = (await readFile(page, 'utf8')).split('\n');
  return lines.flatMap((text) => {
    const number = /^\| ([A-Z]\d+|\d+\.\d+) \|/.exec(text)?.[1];
    return number ? [{ number, text, shownBy: shownBy(text) }] : [];
  });
}

/** `[name](../path)` and the titles quoted after it. */
function shownBy(row: string): ShownRow['shownBy'] {
  return row
    .split(/\[[^\]]+\]\(/)
    .slice(1)
    .map((part) => ({
      file: part.slice(0, part.indexOf(')')),
      titles: [...part.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
    }));
}

export async function expectTestsExist({ shownBy }: ShownRow, page: URL): Promise<void> {
  expect(shownBy.length).toBeGreaterThan(0);
  for (const { file, titles } of shownBy) {
    expect(file).toMatch(/\.(test|suite)\.ts$/);
    expect(titles.length).toBeGreaterThan(0);
    const source = await readFile(new URL(file, page), 'utf8');
    for (const title of titles) expect(source, `${title}, in ${file}`).toContain(title);
  }
}
