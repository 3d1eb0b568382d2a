import { expect, test } from 'vitest';

test('tests run in a real browser that is isolated, so WASM may use threads', () => {
  expect(navigator.userAgent).toMatch(/Chrome|Firefox|Safari/);
  expect(crossOriginIsolated).toBe(true);
  expect(indexedDB).toBeInstanceOf(IDBFactory);
});
