import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createDeviceStorage } from './browser-platform.ts';
import { sha256 } from './sha256.ts';

test('hashes an ArrayBuffer of another realm (jsdom)', async () => {
  const bytes = runInNewContext('new Uint8Array([97, 98, 99]).buffer') as ArrayBuffer;
  expect(bytes).not.toBeInstanceOf(ArrayBuffer);
  expect(await sha256(bytes)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('storage that the browser fails to estimate is unknown, and not persistent', async () => {
  const fail = () => Promise.reject(new TypeError('Internal error when calculating storage usage'));
  const failing = createDeviceStorage({ estimate: fail, persist: fail, persisted: fail });
  expect(await failing.estimate()).toBeUndefined();
  expect(await failing.persist()).toBe(false);
  expect(await failing.isPersisted()).toBe(false);
  expect(await createDeviceStorage(undefined).estimate()).toBeUndefined();
});
