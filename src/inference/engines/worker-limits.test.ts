import { expect, test } from 'vitest';
import { getMaxRuns } from './worker-limits.ts';

const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';
const HEADLESS_CHROME = CHROME.replace('Chrome/', 'HeadlessChrome/');
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
const CHROME_ON_IOS =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0.0.0 Mobile/15E148 Safari/604.1';

test.each([
  ['Safari', SAFARI],
  ['Chrome on iOS, which is WebKit', CHROME_ON_IOS],
  ['a browser that is not known', ''],
])('%s gets a new WebGPU worker well before 500 runs', (_name, userAgent) => {
  expect(getMaxRuns('webgpu', userAgent)).toBeLessThan(400);
});

test.each([
  ['Chrome', CHROME],
  ['headless Chrome', HEADLESS_CHROME],
])('%s keeps its WebGPU worker for 1,500 photos of 3 runs', (_name, userAgent) => {
  expect(getMaxRuns('webgpu', userAgent)).toBe(4_500);
});

test('WebAssembly is replaced after 200 photos in every browser', () => {
  for (const userAgent of [CHROME, SAFARI]) expect(getMaxRuns('wasm', userAgent)).toBe(200);
});
