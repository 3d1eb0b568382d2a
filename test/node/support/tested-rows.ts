import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';

/** A table row of the documentation that references the tests of its claim. */
export interface TestedRow {
  number: string;
  text: string;
  tests: { file: string; titles: string[] }[];
}

/** Reads the rows whose first cell is a number such as `F7` or `4.12`. */
export async function readTestedRows(page: URL): Promise<TestedRow[]> {
  const lines = (await readFile(page, 'utf8')).split('\n');
  return lines.flatMap((text) => {
    const number = /^\| ([A-Z]\d+|\d+\.\d+) \|/.exec(text)?.[1];
    return number ? [{ number, text, tests: readTestReferences(text) }] : [];
  });
}

/** Reads each `[name](../path)` and the titles quoted after it. */
function readTestReferences(row: string): TestedRow['tests'] {
  return row
    .split(/\[[^\]]+\]\(/)
    .slice(1)
    .map((part) => ({
      file: part.slice(0, part.indexOf(')')),
      titles: [...part.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
    }));
}

export async function expectTestsExist({ tests }: TestedRow, page: URL): Promise<void> {
  expect(tests.length).toBeGreaterThan(0);
  for (const { file, titles } of tests) {
    expect(file).toMatch(/\.(test|suite)\.ts$/);
    expect(titles.length).toBeGreaterThan(0);
    const source = await readFile(new URL(file, page), 'utf8');
    for (const title of titles) expect(source, `${title}, in ${file}`).toContain(title);
  }
}
