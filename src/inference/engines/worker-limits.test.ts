import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { getMaxRuns, workerTimeoutMs } from './worker-limits.ts';

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

const noWork = { loadBytes: 0, runtimeMs: 0, runMs: 0 };

describe('workerTimeoutMs', () => {
  it('is 30 s for a fast model', () => {
    expect(workerTimeoutMs({ ...noWork, runMs: 100 })).toBe(30_000);
  });

  it('grows with the run time of the self-test', () => {
    expect(workerTimeoutMs({ ...noWork, runMs: 3_000 })).toBe(150_000);
  });

  it('is longer if the run time is unknown', () => {
    expect(workerTimeoutMs({ loadBytes: 0, runtimeMs: 0 })).toBe(50_000);
  });

  it('adds the start of a worker that has to load a model', () => {
    expect(workerTimeoutMs({ ...noWork, loadBytes: 500_000 })).toBe(61_000);
  });

  it('grows with the bytes to load and with the time to fetch the runtime', () => {
    const anyWork = fc.record({ loadBytes: fc.nat(), runtimeMs: fc.nat(), runMs: fc.nat(10_000) });
    fc.assert(
      fc.property(anyWork, fc.integer({ min: 1_000, max: 1e9 }), (work, more) => {
        const before = workerTimeoutMs(work);
        expect(workerTimeoutMs({ ...work, loadBytes: work.loadBytes + more })).toBeGreaterThan(before);
        expect(workerTimeoutMs({ ...work, runtimeMs: work.runtimeMs + more })).toBeGreaterThan(before);
      }),
    );
  });
});
