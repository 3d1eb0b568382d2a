import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPages, root } from '../support/pages.ts';

const snippets = readPages().flatMap(({ path, blocks }) =>
  blocks
    .filter(({ language }) => ['ts', 'js', 'tsx'].includes(language))
    .map(({ language, code }, at) => ({
      name: `${path.replaceAll('/', '-')}-${at + 1}.${language.replace('js', 'ts')}`,
      code,
    })),
);

test('every snippet of README and docs compiles in strict mode', () => {
  // Inside node_modules, so that imports of packages resolve.
  const folder = mkdtempSync(join(root, 'node_modules', '.snippets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const { name, code } of snippets) {
    writeFileSync(join(folder, name), `${code}\nexport {};\n`);
    const [, ownName] = /^\/\/ ([\w-]+\.ts)\n/.exec(code) ?? []; // other snippets may import it
    if (ownName) writeFileSync(join(folder, ownName), code);
  }
  for (const name of ['snippet-globals.d.ts', 'next.d.ts'])
    copyFileSync(join(root, 'test/node/support', name), join(folder, name));
  // The built files that a plain page loads.
  mkdirSync(join(folder, 'kerbside'));
  const exportAll = (entries: string[]) => entries.map((entry) => `export * from '${entry}';\n`).join('');
  writeFileSync(join(folder, 'kerbside/kerbside.ts'), exportAll(['kerbside', 'kerbside/models']));
  writeFileSync(join(folder, 'kerbside/sw-sync.ts'), exportAll(['kerbside', 'kerbside/sync', 'kerbside/sw']));
  const config = {
    extends: join(root, 'tsconfig.json'),
    include: ['*.ts', '*.tsx'],
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));

  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  const problems = stdout.split('\n').filter((line) => line.includes('.snippets-'));
  expect(problems.map((line) => line.replace(/^.*\.snippets-\w+\//, ''))).toEqual([]);
});
