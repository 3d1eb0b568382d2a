// A process of soak.ts: runs blocks of schedules, one after the other.
import fc from 'fast-check';
import { anySchedule } from './schedules.ts';
import { simulate } from './simulate.ts';

export interface BlockResult {
  /** The seed to repeat it with, and the violations. */
  failure?: string;
}

const property = fc.asyncProperty(anySchedule, async (schedule) => {
  const found = await simulate(schedule);
  if (found.length > 0) throw new Error(found.join('\n'));
});

process.on('message', async ({ seed, schedules }: { seed: number; schedules: number }) => {
  const result = await fc.check(property, { numRuns: schedules, seed });
  const response: BlockResult = result.failed ? { failure: fc.defaultReportMessage(result) ?? 'failed' } : {};
  process.send?.(response);
});
