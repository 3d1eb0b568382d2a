import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { apiPages } from '../../scripts/docs/api-pages.mjs';
import { entryPoints } from '../../scripts/docs/entry-points.mjs';
import { readExports } from '../../scripts/docs/read-exports.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the API reference is what the types say (else: npm run docs)', async () => {
  const manifest = JSON.parse(await readFile(`${root}package.json`, 'utf8'));
  const pages = apiPages(readExports(root, entryPoints(manifest)), root);
  expect((await readdir(`${root}docs/api`)).sort()).toEqual(Object.keys(pages).sort());
  for (const [name, text] of Object.entries(pages)) {
    expect(await readFile(`${root}docs/api/${name}`, 'utf8'), name).toBe(text);
  }
});
