import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBuilt, root } from '../../fixtures/built.ts';

/** The packages by their folder. */
export const PACKAGE_FOLDERS = { kerbside: '.', 'kerbside-models': 'models', 'kerbside-server': 'server' };
export type PackageName = keyof typeof PACKAGE_FOLDERS;

export interface PackageManifest {
  version: string;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  scripts?: Record<string, string>;
  exports: Record<string, string | { types: string; default: string }>;
}

export interface PackedPackage {
  name: PackageName;
  /** Path of the .tgz file. */
  tarball: string;
  unpackedSize: number;
  files: { path: string; size: number }[];
}

/** Packs all packages into a folder, as `npm publish` does. */
export function packPackages(folder: string): Record<PackageName, PackedPackage> {
  ensureBuilt();
  const paths = Object.values(PACKAGE_FOLDERS).map((path) => `./${path}`);
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder, '--loglevel', 'error'];
  const output = execFileSync('npm', ['pack', ...paths, ...options], { cwd: root, encoding: 'utf8' });
  const packed = (JSON.parse(output) as (Omit<PackedPackage, 'tarball'> & { filename: string })[]).map(
    ({ filename, ...rest }) => [rest.name, { ...rest, tarball: join(folder, filename) }],
  );
  return Object.fromEntries(packed);
}

/**
 * Installs packed packages into a folder without a network: unpacks them, and links each of their dependencies to the one
 * that is installed here. `with` names what an app installs in addition. Nothing else is there to be found.
 */
export function installPackages(
  folder: string,
  packed: readonly PackedPackage[],
  { with: added = [] }: { with?: readonly string[] } = {},
): void {
  const modules = join(folder, 'node_modules');
  for (const { name, tarball } of packed) {
    mkdirSync(join(modules, name), { recursive: true });
    execFileSync('tar', ['-xzf', tarball, '-C', join(modules, name), '--strip-components=1']);
  }
  const names = packed.flatMap(({ name }) =>
    Object.keys(readManifest(join(modules, name)).dependencies ?? {}),
  );
  for (const name of [...names, ...added]) {
    const path = join(modules, name);
    if (existsSync(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), path);
  }
}

export function readManifest(folder: string): PackageManifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
