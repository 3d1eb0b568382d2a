import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { workerTimeoutMs } from './worker-timeout.ts';

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
