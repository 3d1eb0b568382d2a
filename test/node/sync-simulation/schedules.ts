import fc from 'fast-check';
import type { Schedule } from './simulate.ts';

/** Small numbers come first, so that a failing schedule shrinks to few operations and few faults. */
export const anySchedule: fc.Arbitrary<Schedule> = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  operations: fc.integer({ min: 1, max: 12 }),
  inspections: fc.integer({ min: 1, max: 3 }),
  faultRate: fc.constantFrom(0, 0.1, 0.3, 0.5),
  diskFailureRate: fc.constantFrom(0, 0, 0.01),
  crashRate: fc.constantFrom(0, 0.01, 0.03),
  tabs: fc.integer({ min: 1, max: 3 }),
  restores: fc.boolean(),
  uploads: fc.constantFrom('forms', 'keyed', 'unkeyed'),
  reanalyzes: fc.constantFrom(false, false, true),
});

/** Schedules that once failed, each with the bug that it found. */
export const REGRESSIONS: readonly { found: string; schedule: Schedule }[] = [
  {
    found: 'a second attempt searched only back to an inspection that was created after the first',
    schedule: {
      seed: 368,
      operations: 8,
      inspections: 3,
      faultRate: 0,
      diskFailureRate: 0,
      crashRate: 0.03,
      tabs: 3,
    },
  },
  {
    found: 'two damages with the same content were both mapped to one remote damage',
    schedule: {
      seed: 1665,
      operations: 17,
      inspections: 1,
      faultRate: 0.1,
      diskFailureRate: 0.01,
      crashRate: 0,
      tabs: 1,
    },
  },
  {
    found: 'of two severities with the same content, one was taken for the other and sent twice',
    schedule: {
      seed: 1339,
      operations: 13,
      inspections: 2,
      faultRate: 0.5,
      diskFailureRate: 0,
      crashRate: 0.01,
      tabs: 2,
    },
  },
  {
    found:
      'ids and operations were read at different times, and a delete was taken for one of an unknown record',
    schedule: {
      seed: 1971,
      operations: 15,
      inspections: 1,
      faultRate: 0.5,
      diskFailureRate: 0,
      crashRate: 0,
      tabs: 1,
    },
  },
  {
    found: 'a run that had ended after a storage failure still sent what the next run sent, too',
    schedule: {
      seed: 1541048062,
      operations: 4,
      inspections: 1,
      faultRate: 0.3,
      diskFailureRate: 0.01,
      crashRate: 0,
      tabs: 2,
    },
  },
];
