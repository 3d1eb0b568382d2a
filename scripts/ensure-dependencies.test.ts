import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isInstalled } from './ensure-dependencies.mjs';

const locked = {
  '': { version: '0.1.0' },
  'node_modules/idb': { version: '8.0.4' },
  'node_modules/fsevents': { version: '2.3.3', optional: true },
};
const withDev = { ...locked, 'node_modules/vitest': { version: '4.1.12', dev: true } };

test('what is locked is installed, whatever else lies there', () => {
  expect(isInstalled(locked, { 'node_modules/idb': { version: '8.0.4' }, 'node_modules/more': {} })).toBe(
    true,
  );
});

test('a missing package or another version asks for an install', () => {
  expect(isInstalled(locked, {})).toBe(false);
  expect(isInstalled(locked, { 'node_modules/idb': { version: '8.0.3' } })).toBe(false);
  expect(
    isInstalled(locked, {
      'node_modules/idb': { version: '8.0.4' },
      'node_modules/fsevents': { version: '2.3.2' },
    }),
  ).toBe(false);
});

test('a fresh clone has no record of an install', () => {
  expect(isInstalled(locked, undefined)).toBe(false);
});

test('the app does not ask for development packages, the tests do', () => {
  const installed = { 'node_modules/idb': { version: '8.0.4' } };
  expect(isInstalled(withDev, installed, 'app')).toBe(true);
  expect(isInstalled(withDev, installed, 'all')).toBe(false);
  expect(isInstalled(withDev, {}, 'app')).toBe(false);
});

test('the app and the library depend on the same versions', () => {
  const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  const { devDependencies } = read('../package.json');
  const { dependencies } = read('../demo/package.json');
  expect(devDependencies).toMatchObject(dependencies);
});
