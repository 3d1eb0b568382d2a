import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A dependency of `@monkvision/network` that is not published. Nothing takes its place. */
const overrides = { '@monkvision/analytics': 'npm:empty-npm-package@1.0.0' };

/** Installs packages into an empty app with npm's defaults. Returns what npm printed. */
export function npmInstall(app: string, packages: readonly string[]): string {
  mkdirSync(app, { recursive: true });
  const manifest = { name: 'app', private: true, type: 'module', overrides };
  writeFileSync(join(app, 'package.json'), JSON.stringify(manifest));
  return execFileSync(
    'sh',
    ['-c', 'npm install --prefer-offline --no-audit --no-fund --loglevel warn "$@" 2>&1', 'sh', ...packages],
    { cwd: app, encoding: 'utf8' },
  );
}

/** Returns the version of an installed package. */
export function readInstalledVersion(app: string, name: string): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(join(app, 'node_modules', name, 'package.json'), 'utf8'),
  );
  return manifest.version;
}
