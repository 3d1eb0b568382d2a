import type { ProgressStatus } from 'kerbside';
import { expect, test } from 'vitest';
import { getAnalysisOutcome, isDamageKnown } from './analysis-outcome.ts';
import { PROGRESS_STATUSES } from './enums.ts';
import type { Inspection } from './records/inspection.ts';

type Arguments = Parameters<typeof getAnalysisOutcome>;
type Entities = Arguments[1];

/** An inspection whose damage detection has this status. */
function inspectionWith(
  status: ProgressStatus,
  damages: Partial<Entities['damages'][string]>[] = [],
): Arguments {
  const byId = Object.fromEntries(damages.map((damage, index) => [`d${index}`, damage]));
  const entities = {
    tasks: { t: { name: 'damage_detection', status, images: ['i'] } },
    damages: byId,
  } as unknown as Entities;
  return [{ tasks: ['t'], damages: Object.keys(byId) }, entities];
}

test('a vehicle is clean only after its damage detection succeeded', () => {
  const clean = PROGRESS_STATUSES.filter(
    (status) => getAnalysisOutcome(...inspectionWith(status)) === 'clean',
  );
  expect(clean).toEqual(['DONE', 'VALIDATED']);
});

test('a detection that ended without a photo is no analysis', () => {
  const [inspection, entities] = inspectionWith('DONE');
  for (const task of Object.values(entities.tasks)) task.images = [];
  expect(getAnalysisOutcome(inspection, entities)).toBe('notAnalysed');
});

test('a failed or stopped detection has failed, whatever the other tasks did', () => {
  for (const status of ['ERROR', 'ABORTED'] as const)
    expect(getAnalysisOutcome(...inspectionWith(status))).toBe('failed');
});

test('an inspection without damage detection is not analysed', () => {
  expect(getAnalysisOutcome({ tasks: [], damages: [] }, { tasks: {}, damages: {} })).toBe('notAnalysed');
});

test('a damage that a person added counts before any analysis; a deleted one does not', () => {
  expect(getAnalysisOutcome(...inspectionWith('NOT_STARTED', [{}]))).toBe('damaged');
  const deleted = inspectionWith('DONE', [{ deletedAt: '2026-01-01T00:00:00.000Z' }]);
  expect(getAnalysisOutcome(...deleted)).toBe('clean');
});

test('the damage of an inspection is known if a person added some, or after its detection succeeded', () => {
  const isKnown = (status: ProgressStatus, damages?: Partial<Entities['damages'][string]>[]) => {
    const [inspection, entities] = inspectionWith(status, damages);
    return isDamageKnown({ ...entities, inspections: { i: inspection as Inspection } });
  };
  expect(PROGRESS_STATUSES.filter((status) => isKnown(status))).toEqual(['DONE', 'VALIDATED']);
  expect(isKnown('ERROR', [{}])).toBe(true);
  expect(isKnown('ERROR', [{ deletedAt: '2026-01-01T00:00:00.000Z' }])).toBe(false);
});
