import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runTool } from './run.mjs';

/**
 * Builds server/ into dist/server/. It is compiled beside src/ and then moved into dist/, where the content of src/ is one
 * folder closer. So it shares the library's modules, including its error class.
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
      writeFileSync(path, removeSourceFolder(readFileSync(path, 'utf8')));
    }
    return true;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} code imports of `../src/…`, at any depth, become `../…` */
export function removeSourceFolder(code) {
  return code.replace(/(['"])((?:\.\.\/)+)src\//g, '$1$2');
}
