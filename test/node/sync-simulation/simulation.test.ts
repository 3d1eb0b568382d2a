import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SABOTAGES } from './sabotages.ts';
import { anySchedule, REGRESSIONS } from './schedules.ts';
import { simulate } from './simulate.ts';

const SCHEDULES = Number(process.env.SCHEDULES ?? 2_000);

/**
 * F10, F11, F12, F14, F15, F16, F17, F20. The guarantee: an operation whose call resolved survives; it is delivered at
 * least once; a create makes at most one remote object; operations of one inspection apply in causal order; nothing is
 * discarded.
 */
describe('the guarantee holds', () => {
  test.each(REGRESSIONS)('for the regression: $found', async ({ schedule }) => {
    expect(await simulate(schedule)).toEqual([]);
  });

  // Proves fault F10, fault F28.
  test(`in ${SCHEDULES} schedules of crashes, faults and wrong clocks`, { timeout: 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anySchedule, async (schedule) => {
        expect(await simulate(schedule)).toEqual([]);
      }),
      { numRuns: SCHEDULES },
    );
  });
});

describe('the simulation detects a sender that', { tags: 'long' }, () => {
  test.each(SABOTAGES)('$mistake', { timeout: 120_000 }, async ({ sabotage }) => {
    const found = await fc.check(
      fc.asyncProperty(anySchedule, async (schedule) => (await simulate(schedule, sabotage)).length === 0),
      { numRuns: 2_000, seed: 5, endOnFailure: true },
    );
    expect(found.failed).toBe(true);
  });
});
