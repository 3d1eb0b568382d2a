import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findDataFolder } from './data-folder.mjs';
import { root } from './run.mjs';

test('the data folder is absolute, by default .data of the repository', () => {
  expect(findDataFolder('my data')).toBe(resolve('my data'));
  expect(findDataFolder(undefined)).toBe(join(root, '.data'));
  expect(findDataFolder('')).toBe(join(root, '.data'));
});

test('the data folder is not the repository, whose demo/ the build would empty', () => {
  expect(() => findDataFolder(root)).toThrow('Name another folder');
});
