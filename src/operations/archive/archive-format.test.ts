import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { inspectionState } from '../../../test/node/support/arbitrary-inspection.ts';
import { type Checked, check } from '../../domain/check.ts';
import type { DamageRecord, InspectionState } from '../../rules/state.ts';
import { stateSchema } from './archive-format.ts';

test('the schema of an inspection has exactly the fields that stores hold', () => {
  type State = Checked<typeof stateSchema>;
  expectTypeOf<State>().toExtend<InspectionState>();
  expectTypeOf<keyof State>().toEqualTypeOf<keyof InspectionState>();
  expectTypeOf<keyof State['damages'][number]>().toEqualTypeOf<keyof DamageRecord>();
});

test('every inspection that a store can hold is accepted unchanged', () => {
  fc.assert(
    fc.property(inspectionState, (state) => {
      const tasks = [...new Map(state.tasks.map((task) => [task.name, task])).values()];
      const stored = JSON.parse(JSON.stringify({ ...state, tasks }));
      expect(check(stateSchema, stored, 'zip.state')).toEqual(stored);
    }),
    { numRuns: 60 },
  );
});

test('a confidence of the service that was rounded above 1 is accepted', () => {
  const [state] = fc.sample(inspectionState, { numRuns: 1, seed: 7 });
  const above = 1.0000001;
  const createdBy = { model: 'service', version: '3', engine: 'remote' };
  const createdAt = '2026-05-01T10:00:00.000Z';
  const predicted = { prediction: 'UNKNOWN', confidence: above };
  const rim = { rimCondition: predicted, rimMaterial: predicted, rimVisualAspect: predicted };
  const hubcap = { hubcapOverRim: predicted, hubcapCondition: predicted, hubcapVisualAspect: predicted };
  const wheel = { id: 'w-1', imageId: 'i-1', ...rim, ...hubcap, createdBy };
  const damage = { id: 'd-1', damageType: 'dent', partType: 'hood', createdAt, createdBy, confidence: above };
  const stored = { ...JSON.parse(JSON.stringify(state)), damages: [damage], wheelAnalysis: [wheel] };
  expect(check(stateSchema, stored, 'zip.state')).toEqual(stored);
});

describe('a record is rejected if it has', () => {
  const state = fc.sample(
    inspectionState.filter((one) => one.vehicle !== undefined),
    { numRuns: 1, seed: 7 },
  )[0] as InspectionState;
  const [image] = state.images;

  test.each([
    ['a name of 10 MB', { images: [{ ...image, name: 'x'.repeat(10_000_000) }] }, 'images[0].name'],
    ['an object as brand', { vehicle: { ...state.vehicle, brand: { a: 1 } } }, 'vehicle.brand'],
    [
      'a date that is none',
      { inspection: { ...state.inspection, createdAt: 'zzz' } },
      'inspection.createdAt',
    ],
    ['a hash that is none', { images: [{ ...image, sha256: 'zzz' }] }, 'images[0].sha256'],
    ['an id that is none', { images: [{ ...image, id: '<b>' }] }, 'images[0].id'],
    ['an unknown field', { images: [{ ...image, onload: 'x' }] }, 'images[0].onload'],
    ['too many records', { damages: Array.from({ length: 20_001 }, () => ({})) }, 'damages'],
    ['a task twice too often', { tasks: Array.from({ length: 9 }, () => state.tasks[0]) }, 'tasks'],
  ])('%s', (_what, change, path) => {
    expect(() => check(stateSchema, { ...state, ...change }, 'zip')).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        details: expect.objectContaining({ path: `zip.${path}` }),
      }),
    );
  });
});
