import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runTool } from './run.mjs';

/**
 * server/ → dist/server/. It is compiled beside src/, as it stands in the repository, and then moved into dist/, where
 * what was src/ is one folder nearer: so it shares the library's modules, its one error class among them.
 * @param {string} [target]
 * @returns {boolean} whether it compiled
 */
export function buildServer(target = join(root, 'dist', 'server')) {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-server-'));
  try {
    const options = ['-p', 'tsconfig.server.json', '--outDir', folder];
    if (!runTool('tsc', options, { from: 'typescript' })) return false;
    cpSync(join(folder, 'server'), target, { recursive: true });
    for (const name of readdirSync(target, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|d\.ts)$/.test(name)) continue;
      const path = join(target, name);
      writeFileSync(path, withoutSourceFolder(readFileSync(path, 'utf8')));
    }
    return true;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} code imports of `../src/…`, at any depth, become `../…` */
export function withoutSourceFolder(code) {
  return code.replace(/(['"])((?:\.\.\/)+)src\//g, '$1$2');
}
