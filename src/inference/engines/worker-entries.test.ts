import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const entry = (name: string) => fileURLToPath(new URL(`../../../workers/${name}.ts`, import.meta.url));

/** Packages that a module brings with it, by itself or through others; types are gone when it runs. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>();
  if (seen.has(file)) return packages;
  seen.add(file);
  const source = readFileSync(file, 'utf8').replaceAll(/^(import|export) type [^;]*;/gm, '');
  for (const [, from = ''] of source.matchAll(/(?:^import|from|import\()\s*'([^']+)'/gm)) {
    if (!from.startsWith('.')) packages.add(from);
    else
      for (const one of packagesOf(fileURLToPath(new URL(from, `file://${file}`)), seen)) packages.add(one);
  }
  return packages;
}

const isRuntime = (name: string) => /^onnxruntime-|^@tensorflow\//.test(name);

describe('a worker brings in the runtime of its engine, and no other', () => {
  it.each([
    ['wasm', ['onnxruntime-web/wasm']],
    ['webgpu', ['onnxruntime-web/webgpu']],
    ['report', []],
  ])('%s', (name, runtimes) => {
    expect([...packagesOf(entry(name))].filter(isRuntime)).toEqual(runtimes);
  });

  it('tfjs', () => {
    const runtimes = [...packagesOf(entry('tfjs'))].filter(isRuntime);
    expect(runtimes.length).toBeGreaterThan(0);
    for (const name of runtimes) expect(name).toMatch(/^@tensorflow\/tfjs-(core|backend-(wasm|webgl))/);
  });
});
