import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { built } from '../../fixtures/built.ts';

/** An app's bundler processes the worker file. It must not resolve files that the runtime fetches itself. */
describe.each(['wasm', 'webgpu', 'tfjs', 'report'])('the built %s worker', (name) => {
  const code = readFileSync(built(`dist/workers/${name}.js`), 'utf8');

  test('has no new URL(…, import.meta.url) that webpack would resolve', () => {
    expect(code).not.toMatch(/new URL\(\s*[`'"][^`'"]+[`'"]\s*,\s*import\.meta\.url\s*\)/);
  });

  test('has no dynamic import that webpack would resolve', () => {
    const imports = code.match(/\bimport\([^)]{0,60}/g) ?? [];
    expect(imports.filter((one) => !one.includes('webpackIgnore: true'))).toEqual([]);
  });
});
