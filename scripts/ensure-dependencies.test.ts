import { expect, test } from 'vitest';
import { isInstalled } from './ensure-dependencies.mjs';

const locked = {
  '': { version: '0.1.0' },
  'node_modules/idb': { version: '8.0.4' },
  'node_modules/fsevents': { version: '2.3.3', optional: true },
};

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
