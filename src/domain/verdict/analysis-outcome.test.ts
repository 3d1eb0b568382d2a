import fc from 'fast-check';
import type { ProgressStatus, Task } from 'kerbside';
import { describe, expect, test } from 'vitest';
import { PROGRESS_STATUSES, VIEWPOINTS } from '../enums.ts';
import { getAnalysisOutcome, isDamageKnown } from './analysis-outcome.ts';
import { addConfirmation, toConfirmationData } from './confirmations.ts';
import { anyInspection, confirmationOf, type Drawn, NOW, photoOf } from './verdict-records.suite.ts';

/** The outcome of an inspection with a photo of the front and a damage detection of this status. */
function outcomeOf(status: ProgressStatus, drawn: Partial<Drawn> = {}, task: Partial<Task> = {}) {
  const { inspection, entities } = anyInspection({ images: [photoOf('front')], status, ...drawn }, task);
  return getAnalysisOutcome(inspection, entities);
}

test('a model that finds nothing says nothing about the vehicle: the outcome is nothingFound, never clean', () => {
  const outcomes = PROGRESS_STATUSES.map((status) => [status, outcomeOf(status)]);
  expect(Object.fromEntries(outcomes)).toEqual({
    NOT_STARTED: 'notAnalysed',
    TODO: 'waiting',
    IN_PROGRESS: 'running',
    IN_REVIEW: 'running',
    ERROR: 'failed',
    ABORTED: 'failed',
    DONE: 'nothingFound',
    VALIDATED: 'nothingFound',
  });
});

test('while a larger model analyzes the photos again, the search still runs', () => {
  expect(outcomeOf('DONE', {}, { reanalysis: 'pending' })).toBe('running');
  expect(outcomeOf('DONE', {}, { reanalysis: 'done' })).toBe('nothingFound');
});

test('a detection that ended without a photo, or does not exist, is no analysis', () => {
  expect(outcomeOf('DONE', {}, { images: [] })).toBe('notAnalysed');
  const { inspection, entities } = anyInspection({ images: [] });
  expect(getAnalysisOutcome({ ...inspection, tasks: [] }, entities)).toBe('notAnalysed');
});

test('a damage counts in every state of the task; a deleted one does not', () => {
  for (const status of PROGRESS_STATUSES)
    expect(outcomeOf(status, { damages: [{ id: 'd' }] })).toBe('damaged');
  expect(outcomeOf('DONE', { damages: [{ id: 'd', deletedAt: NOW }] })).toBe('nothingFound');
});

describe('clean', () => {
  const sides = VIEWPOINTS.map((viewpoint) => photoOf(viewpoint));

  test('needs a user who looked at each of the eight sides', () => {
    const confirm = (images: typeof sides) => images.map((image) => confirmationOf([image]));
    expect(outcomeOf('DONE', { images: sides, confirmations: confirm(sides) })).toBe('clean');
    for (const [index] of sides.entries()) {
      const others = sides.toSpliced(index, 1);
      expect(outcomeOf('DONE', { images: sides, confirmations: confirm(others) })).toBe('nothingFound');
      expect(outcomeOf('DONE', { images: others, confirmations: confirm(others) })).toBe('nothingFound');
    }
  });

  test('or a user who states that the vehicle has no damage, before or after a model searched', () => {
    for (const status of PROGRESS_STATUSES) {
      const [front] = sides.slice(0, 1);
      const confirmations = [{ ...confirmationOf(front ? [front] : []), undamaged: true as const }];
      expect(outcomeOf(status, { images: sides.slice(0, 1), confirmations })).toBe('clean');
    }
  });

  test('ends when a photo is added', () => {
    const added = photoOf('left');
    const confirmations = sides.map((image) => confirmationOf([image]));
    expect(outcomeOf('DONE', { images: [...sides, added], confirmations })).toBe('nothingFound');
    const statement = { ...confirmationOf(sides), undamaged: true as const };
    expect(outcomeOf('DONE', { images: [...sides, added], confirmations: [statement] })).toBe('nothingFound');
  });

  test('never comes from records that no user confirmed, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...VIEWPOINTS, undefined), { maxLength: 12 }),
        fc.constantFrom(...PROGRESS_STATUSES),
        fc.anything(),
        (viewpoints, status, anything) => {
          const images = viewpoints.map((viewpoint) => photoOf(viewpoint));
          const { inspection, entities } = anyInspection({ images, status });
          const additionalData = { kerbside_confirmations: anything };
          const records = { ...inspection, additionalData };
          expect(getAnalysisOutcome(records, entities)).not.toBe('clean');
          expect(isDamageKnown({ ...entities, inspections: { i: records } })).toBe(false);
        },
      ),
    );
  });
});

test('the damage of an inspection is known if it has some, or if a user confirmed that it has none', () => {
  const images = [photoOf('front')];
  const isKnown = (drawn: Partial<Drawn>) => {
    const { inspection, entities } = anyInspection({ images, status: 'DONE', ...drawn });
    return isDamageKnown({ ...entities, inspections: { i: inspection } });
  };
  expect(isKnown({})).toBe(false);
  expect(isKnown({ damages: [{ id: 'd' }] })).toBe(true);
  expect(isKnown({ confirmations: [{ ...confirmationOf(images), undamaged: true }] })).toBe(true);
});

test('a confirmation replaces an earlier one of the same photos', () => {
  const [front, left] = [photoOf('front'), photoOf('left')];
  const both = confirmationOf([front, left]);
  const later = { ...confirmationOf([left]), confirmedBy: { id: 'bob' } };
  expect(addConfirmation([both], later)).toEqual([{ ...both, photos: both.photos.slice(0, 1) }, later]);
  expect(toConfirmationData([later])).toEqual({ kerbside_confirmations: [later] });
});
