import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPage, readPages, root, targetOf } from '../support/pages.ts';

const pages = readPages();

describe.each(pages.map((page) => [page.path, page] as const))('%s', (_, page) => {
  test('every link points to an existing file and heading', () => {
    const broken = page.links.filter((link) => {
      if (/^https:\/\//.test(link)) return false;
      const { path, anchor } = targetOf(page, link);
      if (!existsSync(join(root, path))) return true;
      return anchor !== '' && !(path.endsWith('.md') && readPage(path).anchors.has(anchor));
    });
    expect(broken).toEqual([]);
  });

  test('has no marker of a merge', () => {
    expect(page.text).not.toMatch(/^(<{7}|={7}|>{7})( |$)/m);
  });

  test('every file name in the text exists', () => {
    const named = page.inline.filter((code) =>
      /^(bench|demo|docs|examples|models|scripts|server|src|test|training|workers)\/[\w./-]+\.\w+$/.test(
        code,
      ),
    );
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

test('every page is reachable from the README', () => {
  const reached = new Set(['README.md']);
  for (const path of reached) {
    if (!path.endsWith('.md')) continue;
    const page = readPage(path);
    for (const link of page.links) {
      if (!/^https:\/\//.test(link)) reached.add(targetOf(page, link).path);
    }
  }
  expect(pages.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
});
