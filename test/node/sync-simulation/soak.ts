// npm run test:soak: a million schedules (SCHEDULES=…), from a seed of its own each time (SEED=…).
import fc from 'fast-check';
import { anySchedule } from './schedules.ts';
import { simulate } from './simulate.ts';

const schedules = Number(process.env.SCHEDULES ?? 1_000_000);
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const start = performance.now();
let done = 0;

console.log(`${schedules} schedules, SEED=${seed}`);
const property = fc.asyncProperty(anySchedule, async (schedule) => {
  const found = await simulate(schedule);
  done += 1;
  if (done % 10_000 === 0) {
    const perSecond = Math.round(done / ((performance.now() - start) / 1_000));
    console.log(`${done} done, ${perSecond} a second`);
  }
  if (found.length > 0) throw new Error(found.join('\n'));
});
const result = await fc.check(property, { numRuns: schedules, seed });
if (result.failed) {
  console.error(fc.defaultReportMessage(result));
  process.exitCode = 1;
} else console.log(`The guarantee held in all ${result.numRuns}.`);
