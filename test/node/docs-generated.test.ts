import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generatedDocs } from '../../scripts/docs/generated-docs.mjs';
import { root } from './support/pages.ts';

test('the API reference and the table of models are up to date (else: npm run docs)', async () => {
  const pages = generatedDocs(root);
  for (const [path, text] of Object.entries(pages)) {
    expect(await readFile(`${root}${path}`, 'utf8'), path).toBe(text);
  }
  const there = (await readdir(`${root}docs/api`)).map((name) => `docs/api/${name}`);
  expect(there.filter((path) => !(path in pages))).toEqual([]);
});
