import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patienceFor } from './worker-timeout.ts';

const nothing = { loadBytes: 0, runtimeMs: 0, runMs: 0 };

describe('how long a worker is waited for', () => {
  it('a model that runs in a moment: 30 s', () => {
    expect(patienceFor({ ...nothing, runMs: 100 })).toBe(30_000);
  });

  it('a slow device, as long as its golden test says', () => {
    expect(patienceFor({ ...nothing, runMs: 3_000 })).toBe(150_000);
  });

  it('longer where nothing is known yet', () => {
    expect(patienceFor({ loadBytes: 0, runtimeMs: 0 })).toBe(50_000);
  });

  it('as long again for a fresh worker, which has a model to load', () => {
    expect(patienceFor({ ...nothing, loadBytes: 500_000 })).toBe(61_000);
  });

  it('longer with every byte to load and every second that the runtime took to come', () => {
    const some = fc.record({ loadBytes: fc.nat(), runtimeMs: fc.nat(), runMs: fc.nat(10_000) });
    fc.assert(
      fc.property(some, fc.integer({ min: 1_000, max: 1e9 }), (awaited, more) => {
        const before = patienceFor(awaited);
        expect(patienceFor({ ...awaited, loadBytes: awaited.loadBytes + more })).toBeGreaterThan(before);
        expect(patienceFor({ ...awaited, runtimeMs: awaited.runtimeMs + more })).toBeGreaterThan(before);
      }),
    );
  });
});
