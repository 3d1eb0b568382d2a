import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { withModelTable } from '../../../scripts/docs/model-table.mjs';
import { root } from '../support/pages.ts';

test('the table of models in docs/models.md is up to date (else run: npm run docs)', async () => {
  const page = await readFile(`${root}docs/models.md`, 'utf8');
  const { models } = JSON.parse(await readFile(`${root}models/manifest.json`, 'utf8'));
  expect(page).toBe(withModelTable(page, models));
});
