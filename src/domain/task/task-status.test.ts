import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROGRESS_STATUSES, type ProgressStatus } from '../enums.ts';
import { deriveInspectionStatus } from './task-status.ts';

describe('deriveInspectionStatus', () => {
  const of = (...statuses: ProgressStatus[]) =>
    deriveInspectionStatus(statuses.map((status) => ({ status })));

  it.each([
    [[], 'NOT_STARTED'],
    [['NOT_STARTED', 'NOT_STARTED'], 'NOT_STARTED'],
    [['NOT_STARTED', 'TODO'], 'IN_PROGRESS'],
    [['ERROR', 'IN_PROGRESS'], 'IN_PROGRESS'],
    [['DONE', 'NOT_STARTED'], 'IN_PROGRESS'],
    [['DONE', 'ERROR'], 'ERROR'],
    [['NOT_STARTED', 'ABORTED'], 'ERROR'],
    [['DONE', 'VALIDATED'], 'DONE'],
    [['VALIDATED', 'VALIDATED'], 'VALIDATED'],
  ] satisfies [ProgressStatus[], string][])('%j → %s', (statuses, expected) => {
    expect(of(...statuses)).toBe(expected);
  });

  // Proves spec 3.1.
  it('does not depend on the order of the tasks', () => {
    const statuses = fc.array(fc.constantFrom(...PROGRESS_STATUSES), { maxLength: 4 });
    fc.assert(fc.property(statuses, (some) => of(...some) === of(...some.toReversed())));
  });
});
