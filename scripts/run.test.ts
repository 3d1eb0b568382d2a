import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { isStarted, quotePath, root } from './run.mjs';

test('a script knows that it was started, also through a symbolic link', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kerbside run ')));
  try {
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'link'), 'dir');
    const module = pathToFileURL(join(root, 'scripts/run.mjs')).href;
    writeFileSync(
      join(folder, 'real/script.mjs'),
      `import { isStarted } from '${module}';\nconsole.log(isStarted(import.meta.filename));\n`,
    );
    for (const name of ['real', 'link']) expect(runNode(join(folder, name, 'script.mjs'))).toBe('true');
    writeFileSync(join(folder, 'real/other.mjs'), "await import('./script.mjs');\n");
    expect(runNode(join(folder, 'link/other.mjs'))).toBe('false');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a module was not started if Node has no script', () => {
  expect(
    runNode(
      '--eval',
      `import('${pathToFileURL(join(root, 'scripts/run.mjs')).href}').then(({ isStarted }) => console.log(isStarted('x')))`,
      'absent',
    ),
  ).toBe('false');
  expect(isStarted('x')).toBe(false);
});

test('a path with spaces is quoted', () => {
  expect(quotePath('/home/ada/.data/service')).toBe('/home/ada/.data/service');
  expect(quotePath('/home/ada/my cars/service')).toBe('"/home/ada/my cars/service"');
});

function runNode(...args: string[]): string {
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim();
}
