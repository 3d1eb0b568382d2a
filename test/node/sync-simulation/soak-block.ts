// A process of soak.ts: runs blocks of schedules, one after the other.
import fc from 'fast-check';
import { anySchedule } from './schedules.ts';
import { simulate } from './simulate.ts';

export interface BlockResult {
  /** What to do it again with, and what was found. */
  failure?: string;
}

const property = fc.asyncProperty(anySchedule, async (schedule) => {
  const found = await simulate(schedule);
  if (found.length > 0) throw new Error(found.join('\n'));
});

process.on('message', async ({ seed, schedules }: { seed: number; schedules: number }) => {
  const result = await fc.check(property, { numRuns: schedules, seed });
  const answer: BlockResult = result.failed ? { failure: fc.defaultReportMessage(result) ?? 'failed' } : {};
  process.send?.(answer);
});
