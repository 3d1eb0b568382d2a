import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { built } from '../fixtures/built.ts';

/** An app's bundler takes in the worker that it is handed. What the runtime fetches by itself is not for the bundler to find. */
describe.each(['wasm', 'webgpu', 'tfjs', 'report'])('the built %s worker', (name) => {
  const code = readFileSync(built(`dist/workers/${name}.js`), 'utf8');

  test('names no file beside it that webpack would seek', () => {
    expect(code).not.toMatch(/new URL\(\s*[`'"][^`'"]+[`'"]\s*,\s*import\.meta\.url\s*\)/);
  });

  test('imports only what the browser is to find', () => {
    const imports = code.match(/\bimport\([^)]{0,60}/g) ?? [];
    expect(imports.filter((one) => !one.includes('webpackIgnore: true'))).toEqual([]);
  });
});
