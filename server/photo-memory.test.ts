import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPhotoMemory } from './photo-memory.ts';

const MAX_BYTES = 100;
const MAX_REQUESTS = 3;

/** Work that ends when the test says so. */
function createRun(sizes: readonly number[]) {
  const memory = createPhotoMemory({ maxBytes: MAX_BYTES, maxRequests: MAX_REQUESTS });
  const started: number[] = [];
  const running = new Map<number, () => void>();
  const done = sizes.map((bytes, index) =>
    memory.run(bytes, async () => {
      started.push(index);
      await new Promise<void>((end) => running.set(index, end));
      running.delete(index);
    }),
  );
  return { started, running, done };
}

/** Everything that can start has started: starting takes microtasks only. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('photo memory', () => {
  it('holds at most its bytes and its requests, lets larger work run alone, and keeps the order', async () => {
    const anySizes = fc.array(fc.integer({ min: 0, max: 150 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(anySizes, fc.infiniteStream(fc.nat()), async (sizes, picks) => {
        const { started, running, done } = createRun(sizes);
        for (let ended = 0; ended < sizes.length; ended++) {
          await settle();
          const held = [...running.keys()].reduce((sum, index) => sum + (sizes[index] ?? 0), 0);
          expect(running.size).toBeGreaterThan(0);
          expect(running.size).toBeLessThanOrEqual(MAX_REQUESTS);
          if (running.size > 1) expect(held).toBeLessThanOrEqual(MAX_BYTES);
          const pick = Number(picks.next().value) % running.size;
          [...running.values()][pick]?.();
        }
        await Promise.all(done);
        expect(started).toEqual(sizes.map((_, index) => index));
      }),
      { numRuns: 50 },
    );
  });

  it('starts work at once while there is room', async () => {
    const { started } = createRun([40, 60, 1]);
    await settle();
    expect(started).toEqual([0, 1]);
  });

  it('has room again after work that fails', async () => {
    const memory = createPhotoMemory({ maxBytes: MAX_BYTES, maxRequests: 1 });
    await expect(memory.run(MAX_BYTES, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await memory.run(MAX_BYTES, async () => 'next')).toBe('next');
  });
});
