import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/pages.ts';

const section = readFileSync(join(root, 'docs/packages.md'), 'utf8')
  .split(/^## /m)
  .find((text) => text.startsWith('Entries'));

test.each(['.', 'server'])('docs/packages.md lists every entry of the package in %s', (folder) => {
  const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    name: string;
    exports: Record<string, unknown>;
  };
  const entries = Object.keys(exports)
    .filter((entry) => entry !== './package.json')
    .map((entry) => join(name, entry.replace(/\*.*/, '*')));
  expect(entries.filter((entry) => !section?.includes(`\`${entry}\``))).toEqual([]);
});
