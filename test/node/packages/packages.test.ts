import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../fixtures/built.ts';
import { nodeFlags } from '../../fixtures/node-flags.ts';
import { jpegPhoto } from '../../fixtures/photos.ts';
import {
  installPackages,
  PACKAGE_FOLDERS,
  type PackageName,
  type PackedPackage,
  packPackages,
  readManifest,
} from '../support/packed-packages.ts';
import { testGettingStarted } from './getting-started.suite.ts';

const NAMES = Object.keys(PACKAGE_FOLDERS) as PackageName[];
const MEGABYTE = 1e6;

interface LockedPackage {
  dependencies?: Record<string, string>;
  hasInstallScript?: boolean;
}

let folder: string;
let packed: Record<PackageName, PackedPackage>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kerbside-packages-'));
  packed = packPackages(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(NAMES)('%s', (name) => {
  const source = join(root, PACKAGE_FOLDERS[name]);

  test('passes publint', async () => {
    const { tarball } = packed[name];
    const bytes = readFileSync(tarball);
    const { messages, pkg } = await publint({
      strict: true,
      pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
    });
    expect(messages.map((message) => formatMessage(message, pkg ?? {}, { color: false }))).toEqual([]);
  });

  test('contains neither tests nor what tools leave behind', () => {
    const paths = packed[name].files.map(({ path }) => path);
    expect(paths.filter((path) => /\.test\.|\.suite\.|test-support|node_modules|\.tgz$/.test(path))).toEqual(
      [],
    );
  });

  test('has no install script', () => {
    const { scripts = {} } = readManifest(source);
    expect(Object.keys(scripts).filter((script) => /install|^prepare$/.test(script))).toEqual([]);
  });
});

test.each(['kerbside', 'kerbside-server'] as const)(
  'Node and bundlers resolve the types of %s',
  async (name) => {
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(packed[name].tarball)));
    expect(analysis.types).toBeTruthy();
    // The packages are ES modules, for resolution by `exports`: neither TypeScript's node10 nor require() is supported.
    const problems = 'problems' in analysis ? analysis.problems : [];
    const relevant = problems.filter(
      (problem) =>
        !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)) &&
        problem.kind !== 'CJSResolvesToESM',
    );
    expect(relevant).toEqual([]);
  },
);

test('docs/getting-started.md packs all packages', () => {
  const page = readFileSync(join(root, 'docs/getting-started.md'), 'utf8');
  const folders = Object.values(PACKAGE_FOLDERS).map((path) => (path === '.' ? path : `./${path}`));
  expect(page).toContain(`\`npm pack ${folders.join(' ')}\``);
});

test('the packages have one version, and the server goes with exactly that one of the others', () => {
  const [library, models, server] = NAMES.map((name) => readManifest(join(root, PACKAGE_FOLDERS[name])));
  expect([models?.version, server?.version]).toEqual([library?.version, library?.version]);
  expect(server?.dependencies).toMatchObject({ 'kerbside-models': library?.version });
  expect(server?.peerDependencies).toMatchObject({ kerbside: library?.version });
});

test('kerbside alone installs at most 10 packages and 60 MB, and none of them runs a script', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const installed = new Set(Object.keys(readManifest(root).dependencies ?? {}));
  for (const name of installed) {
    const { dependencies = {}, hasInstallScript = false } = packages[`node_modules/${name}`] ?? {};
    expect(hasInstallScript, name).toBe(false);
    for (const dependency of Object.keys(dependencies)) installed.add(dependency);
  }
  expect(installed.size + 1).toBeLessThanOrEqual(10);
  const sizes = [...installed].map((name) => sizeOf(join(root, 'node_modules', name)));
  const total = sizes.reduce((sum, size) => sum + size, packed.kerbside.unpackedSize);
  expect(total / MEGABYTE).toBeLessThan(60);
});

describe('in an empty folder', () => {
  test('every entry of kerbside is imported with its own dependencies and its peers alone', () => {
    const app = installInto('app', [packed.kerbside], ['lit', 'react', 'vite']);
    const { exports } = readManifest(join(app, 'node_modules/kerbside'));
    const entries = Object.entries(exports)
      .filter(([name, target]) => typeof target === 'object' && !name.includes('*'))
      .map(([name]) => join('kerbside', name));
    expect(entries).toContain('kerbside/elements');
    const code = `
      globalThis.HTMLElement ??= class {};
      for (const entry of ${JSON.stringify(entries)}) await import(entry);
      const { MemoryStore, openKerbside } = await import('kerbside');
      const kerbside = await openKerbside({ user: { id: 'a' }, store: new MemoryStore() });
      const { entities, result } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
      console.log(entities.inspections[result].status);`;
    expect(runIn(app, code)).toBe('NOT_STARTED\n');
  });

  test('kerbside-server runs the shipped models and the service, in a program that opens kerbside', async () => {
    const app = installInto(
      'server',
      NAMES.map((name) => packed[name]),
    );
    writeFileSync(join(app, 'car.jpg'), await jpegPhoto({ seed: 4, width: 320, height: 240, view: 'side' }));
    const code = `
      import { readFile } from 'node:fs/promises';
      import { isKerbsideError, MemoryStore, openKerbside } from 'kerbside';
      import { startService } from 'kerbside-server';
      import { nodeAnalyzer } from 'kerbside-server/node';
      import { createNodeReports, renderReport } from 'kerbside-server/report';
      const analyzer = nodeAnalyzer({ threads: 1 });
      const kerbside = await openKerbside({ user: { id: 'a' }, store: new MemoryStore(), analyzer });
      const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
      await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, await readFile('car.jpg'));
      await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
      await kerbside.tasks.whenDone(id, 'damage_detection');
      const { entities } = await kerbside.inspections.getOne(id);
      await analyzer.close();
      const service = await startService({ renderReport });
      const { status } = await fetch(new URL('/health', service.url));
      await service.close();
      let refusal;
      try {
        createNodeReports(kerbside, { logo: new Uint8Array(1) });
      } catch (error) {
        refusal = error;
      }
      console.log(Object.values(entities.tasks)[0].status, status, isKerbsideError(refusal));`;
    expect(runIn(app, code)).toBe('DONE 200 true\n');
  });

  test('kerbside-server alone has the command and the service', () => {
    const app = installInto('service', [packed['kerbside-models'], packed['kerbside-server']]);
    const code = `
      import { startService } from 'kerbside-server';
      const service = await startService();
      const { status } = await fetch(new URL('/health', service.url));
      await service.close();
      console.log(status);`;
    expect(runIn(app, code)).toBe('200\n');
    const command = join(app, 'node_modules/kerbside-server/kerbside.mjs');
    const version = execFileSync(process.execPath, [command, '--version'], { cwd: app, encoding: 'utf8' });
    expect(version).toBe(`${readManifest(root).version}\n`);
  });
});

testGettingStarted(() =>
  installInto('react', [packed.kerbside, packed['kerbside-models']], ['lit', 'react', 'react-dom', 'vite']),
);

test('the licence file of kerbside-models states the kind of every model', () => {
  const text = readFileSync(join(root, 'models/LICENSE.md'), 'utf8');
  const { models } = JSON.parse(readFileSync(join(root, 'models/manifest.json'), 'utf8')) as {
    models: { name: string; licenceKind: string }[];
  };
  const stated = [...text.matchAll(/^\| `([\w-]+)` \| `(\w+)` \|/gm)].map(([, name, kind]) => [name, kind]);
  expect(Object.fromEntries(stated)).toEqual(
    Object.fromEntries(models.map(({ name, licenceKind }) => [name, licenceKind])),
  );
});

/** Returns the bytes of all files in a folder. */
function sizeOf(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function installInto(name: string, packages: PackedPackage[], added: string[] = []): string {
  const app = join(folder, name);
  installPackages(app, packages, { with: added });
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }');
  return app;
}

/** Runs a module in the folder and returns its output. */
function runIn(app: string, code: string): string {
  writeFileSync(join(app, 'main.js'), code);
  return execFileSync(process.execPath, [...nodeFlags, 'main.js'], { cwd: app, encoding: 'utf8' });
}
