import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gatherWrites } from './gather-writes.ts';

interface Write {
  id: number;
  key: string;
  size: number;
}
const LIMITS = { maxRunning: 2, maxWrites: 3, maxSize: 100 };

/** Batches that end when the test says so. */
function createRun() {
  const batches: { writes: readonly Write[]; succeed(): void; fail(): void }[] = [];
  const write = gatherWrites(
    (writes: readonly Write[]) =>
      new Promise<string[]>((resolve, reject) => {
        const end = (work: () => void) => () => {
          batches.splice(batches.indexOf(batch), 1);
          work();
        };
        const batch = {
          writes,
          succeed: end(() => resolve(writes.map(({ id }) => `result ${id}`))),
          fail: end(() => reject(new Error(`batch of ${writes.map(({ id }) => id).join()}`))),
        };
        batches.push(batch);
      }),
    { ...LIMITS, sizeOf: ({ size }) => size, keyOf: ({ key }) => key },
  );
  return { batches, write };
}

/** Everything that can start has started: starting takes microtasks only. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

const anyWrites = fc
  .array(fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), size: fc.nat(150) }), { maxLength: 15 })
  .map((writes) => writes.map((write, id) => ({ ...write, id })));

describe('gathered writes', () => {
  it('run once each, within the limits, never two of one key together, and fail with their batch only', async () => {
    const anySteps = fc.infiniteStream(fc.record({ pick: fc.nat(), fails: fc.boolean(), adds: fc.nat(4) }));
    await fc.assert(
      fc.asyncProperty(anyWrites, anySteps, async (writes, steps) => {
        const { batches, write } = createRun();
        const waiting = [...writes];
        const expected: string[] = [];
        const results: Promise<string>[] = [];
        while (waiting.length > 0 || batches.length > 0) {
          const { pick, fails, adds } = steps.next().value;
          for (const one of waiting.splice(0, adds + 1))
            results.push(write(one).catch((error: Error) => error.message));
          await settle();
          expect(batches.length).toBeGreaterThan(0);
          expect(batches.length).toBeLessThanOrEqual(LIMITS.maxRunning);
          for (const batch of batches) {
            expect(new Set(batch.writes.map(({ key }) => key)).size).toBe(batch.writes.length);
            expect(batch.writes.length).toBeLessThanOrEqual(LIMITS.maxWrites);
            if (batch.writes.length > 1)
              expect(batch.writes.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(
                LIMITS.maxSize,
              );
          }
          const ended = batches[pick % batches.length];
          for (const { id } of ended?.writes ?? [])
            expected[id] = fails ? `batch of ${ended?.writes.map((one) => one.id).join()}` : `result ${id}`;
          if (fails) ended?.fail();
          else ended?.succeed();
          await settle();
        }
        expect(await Promise.all(results)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  it('start at once if nothing runs, and gather while something does, in order', async () => {
    const { batches, write } = createRun();
    const ids = () => batches.map(({ writes }) => writes.map(({ id }) => id));
    const add = (id: number) => void write({ id, key: `${id}`, size: 1 });
    for (const id of [1, 2, 3, 4]) add(id);
    expect(ids()).toEqual([[1], [2]]);
    batches[0]?.succeed();
    await settle();
    expect(ids()).toEqual([[2], [3, 4]]);
  });
});
