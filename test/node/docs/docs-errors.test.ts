import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../../src/errors.ts';
import { readPage } from '../support/pages.ts';

test('docs/errors.md has exactly one row for every error code', () => {
  const rows = [...readPage('docs/errors.md').text.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
  expect(rows.sort()).toEqual([...ERROR_CODES].sort());
});
