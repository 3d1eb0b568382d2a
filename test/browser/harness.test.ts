import { expect, test } from 'vitest';

test('tests run in a real, cross-origin isolated browser, so WASM can use threads', () => {
  expect(navigator.userAgent).toMatch(/Chrome|Firefox|Safari/);
  expect(crossOriginIsolated).toBe(true);
  expect(indexedDB).toBeInstanceOf(IDBFactory);
});
