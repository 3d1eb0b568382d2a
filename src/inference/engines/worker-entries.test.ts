import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const entry = (name: string) => fileURLToPath(new URL(`../../../workers/${name}.ts`, import.meta.url));

/** Returns the packages that a module imports, directly or through other modules, without types. */
function findPackages(file: string, visited = new Set<string>()): Set<string> {
  const packages = new Set<string>();
  if (visited.has(file)) return packages;
  visited.add(file);
  const source = readFileSync(file, 'utf8').replaceAll(/^(import|export) type [^;]*;/gm, '');
  for (const [, from = ''] of source.matchAll(/(?:^import|from|import\()\s*'([^']+)'/gm)) {
    if (!from.startsWith('.')) packages.add(from);
    else
      for (const name of findPackages(fileURLToPath(new URL(from, `file://${file}`)), visited))
        packages.add(name);
  }
  return packages;
}

const isRuntime = (name: string) => /^onnxruntime-|^@tensorflow\//.test(name);

describe('a worker imports the runtime of its own engine only', () => {
  it.each([
    ['wasm', ['onnxruntime-web/wasm']],
    ['webgpu', ['onnxruntime-web/webgpu']],
    ['report', []],
  ])('%s', (name, runtimes) => {
    expect([...findPackages(entry(name))].filter(isRuntime)).toEqual(runtimes);
  });

  it('tfjs', () => {
    const runtimes = [...findPackages(entry('tfjs'))].filter(isRuntime);
    expect(runtimes.length).toBeGreaterThan(0);
    for (const name of runtimes) expect(name).toMatch(/^@tensorflow\/tfjs-(core|backend-(wasm|webgl))/);
  });
});
