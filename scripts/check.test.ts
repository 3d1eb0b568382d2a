import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ZONES } from './check.mjs';
import { findImportErrors } from './imports.mjs';
import { root } from './run.mjs';

/** One forbidden import per folder: [folder, imported file]. */
const FORBIDDEN = [
  ['domain', '../rules/rule.ts'],
  ['rules', '../store/store.ts'],
  ['platform', '../store/store.ts'],
  ['photo/header', '../../operations/host.ts'],
  ['worker', '../inference/inference.ts'],
  ['wire', '../remote/client.ts'],
  ['analysis', '../inference/inference.ts'],
  ['store', '../operations/host.ts'],
  ['operations', '../sync/sync.ts'],
  ['vite', '../store/store.ts'],
  ['walk', '../inference/inference.ts'],
  ['remote', '../operations/host.ts'],
  ['inference', '../operations/host.ts'],
  ['sync', '../inference/inference.ts'],
  ['report', '../inference/inference.ts'],
  ['elements', '../sync/sync.ts'],
  ['guide', '../operations/host.ts'],
  ['estimate', '../inference/inference.ts'],
  ['compare', '../sync/sync.ts'],
  ['live', '../store/store.ts'],
  ['react', '../store/store.ts'],
  ['service-worker', '../kerbside.ts'],
  ['guide', '../inference/inference.ts'],
  ['node', '../elements/index.ts'],
] as const;

/** Globals that must be unknown: [zone, folder, expression]. */
const UNKNOWN = [
  ['pure', 'src/domain', "fetch('/')"],
  ['pure', 'src/rules', 'document.title'],
  ['pure', 'src/analysis', 'process.pid'],
  ['page', 'src/elements', 'process.pid'],
  ['worker', 'workers', 'document.title'],
  ['server', 'server', 'document.title'],
] as const;

const copy = copySources();
afterAll(() => rmSync(copy, { recursive: true }));

describe('imports follow the table', () => {
  const errorsBefore = findImportErrors(copy);
  const files = FORBIDDEN.map(([folder, imported], nth) =>
    addFile(`src/${folder}/forbidden-${nth}.ts`, `import '${imported}';\n`),
  );
  addFile('src/unlisted/module.ts', 'export const value = 1;\n');
  addFile('src/store/one/a.ts', "export { b } from '../other/b.ts';\n");
  addFile('src/store/other/b.ts', "export type { a } from '../one/a.ts';\n");
  const errors = findImportErrors(copy);

  test.each(FORBIDDEN.map(([folder, imported], nth) => [folder, imported, nth] as const))(
    'src/%s must not import %s',
    (_folder, _imported, nth) => {
      expect(errors).toContainEqual(expect.stringContaining(`${files[nth]}:1 imports `));
    },
  );

  test('every folder of src/ has a row', () => {
    expect(errors).toContainEqual(expect.stringMatching('^src/unlisted has no row'));
  });

  test('folders must not import each other', () => {
    expect(errors).toContain('src/store has a circle: one → other → one');
  });

  test('without these files, nothing is wrong', () => expect(errorsBefore).toEqual([]));
});

test('files must not import each other', () => {
  const files = [
    addFile('src/photo/first.ts', "import './second.ts';\n"),
    addFile('src/photo/second.ts', "import './first.ts';\n"),
  ];
  const { status, output } = run('@biomejs/biome/bin/biome', ['lint', ...files]);
  expect(output).toContain('lint/suspicious/noImportCycles');
  expect(status).not.toBe(0);
});

describe('each zone knows only its own globals', () => {
  const files = UNKNOWN.map(([, folder, expression], nth) =>
    addFile(`${folder}/unknown-${nth}.ts`, `export const value = ${expression};\n`),
  );
  const zoneFiles = new Map(ZONES.map((zone) => [zone, filesOf(zone)]));
  const outputs = new Map(ZONES.map((zone) => [zone, compileUnknown(zone)]));

  test.each(UNKNOWN.map(([zone, folder, expression], nth) => [zone, folder, expression, nth] as const))(
    'zone %s: %s cannot use %s',
    (zone, _folder, _expression, nth) => {
      expect(zoneFiles.get(zone)).toContain(`../${files[nth]}`);
      expect(outputs.get(zone)?.output).toContain(`${files[nth]}(1,`);
      expect(outputs.get(zone)?.status).not.toBe(0);
    },
  );

  /** Compiles the files that use unknown globals with the options of their zone, which is too large to compile here. */
  function compileUnknown(zone: string) {
    const own = files.filter((_file, nth) => UNKNOWN[nth]?.[0] === zone).map((file) => `../${file}`);
    const include = zone === 'pure' ? ['universal.d.ts', ...own] : own;
    addFile(`tsconfig/unknown.json`, JSON.stringify({ extends: `./${zone}.json`, include }));
    return run('typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig/unknown.json']);
  }

  function filesOf(zone: string): string[] {
    return JSON.parse(run('typescript/bin/tsc', ['--showConfig', '-p', `tsconfig/${zone}.json`]).output)
      .files;
  }
});

/** Copies everything that the checks read, so that the broken files disturb no other test. */
function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-check-'));
  const sources = [
    'src',
    'server',
    'workers',
    'demo',
    'tsconfig',
    'tsconfig.json',
    'biome.json',
    '.gitignore',
  ];
  for (const name of sources) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return folder;
}

function addFile(path: string, code: string): string {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), code);
  return path;
}

function run(script: string, args: string[]) {
  const command = [join(root, 'node_modules', script), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: copy, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}
