import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Builds dist/ where it is not there or older than what it is made of. */
export function ensureBuilt(): void {
  const made = ['dist/browser/sw.js', 'dist/workers/wasm.js', 'dist/index.js'].map((file) =>
    changed(`${root}${file}`),
  );
  const newest = Math.max(...['src', 'workers', 'scripts'].map((folder) => lastChange(`${root}${folder}`)));
  if (Math.min(...made) > newest) return;
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The build failed: ${stderr}`);
}

function lastChange(folder: string): number {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Math.max(
    ...sources.filter((name) => !name.includes('.test.')).map((name) => changed(`${folder}/${name}`)),
  );
}

function changed(path: string): number {
  return existsSync(path) && statSync(path).isFile() ? statSync(path).mtimeMs : 0;
}
