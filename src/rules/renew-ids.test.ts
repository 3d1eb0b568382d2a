import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inspectionState } from '../../test/node/support/arbitrary-inspection.ts';
import { renewIds } from './renew-ids.ts';
import type { InspectionState } from './state.ts';

/** Returns a source of ids that count up: `prefix-0001`, `prefix-0002`, … */
function countedIds(prefix: string): () => string {
  let count = 0;
  return () => `${prefix}-${String(++count).padStart(4, '0')}`;
}

/** Ids of records, without those that occur only in references. */
function idsOf(state: InspectionState): string[] {
  const lists = [state.tasks, state.images, state.damages, state.parts, state.views];
  const results = [state.severityResults, state.wheelAnalysis, state.documents];
  return [state.inspection, state.vehicle ?? [], ...lists.flat(), ...results.flat()].flatMap((one) =>
    'id' in one ? one.id : [],
  );
}

test('every record gets a new id, and lists stay in order of ids', () => {
  fc.assert(
    fc.property(inspectionState, (state) => {
      const renewed = renewIds(state, 'copy', countedIds('new'));
      expect(renewed.inspection.id).toBe('copy');
      const before = new Set(idsOf(state));
      expect(idsOf(renewed).filter((id) => before.has(id))).toEqual([]);
      for (const list of [renewed.images, renewed.damages, renewed.parts, renewed.views]) {
        const ids = list.map(({ id }) => id);
        expect(ids).toEqual(ids.toSorted());
      }
    }),
    { numRuns: 40 },
  );
});

test('references follow their records: renewing twice gives the same inspection as renewing once', () => {
  fc.assert(
    fc.property(inspectionState, (state) => {
      const once = renewIds(state, 'copy', countedIds('id'));
      const twice = renewIds(renewIds(state, 'other', countedIds('other')), 'copy', countedIds('id'));
      expect(twice).toEqual(once);
    }),
    { numRuns: 40 },
  );
});

test('an image that is named after its id is named after its new id', () => {
  fc.assert(
    fc.property(inspectionState, (state) => {
      const images = state.images.map((image) => ({ ...image, name: image.id }));
      const renewed = renewIds({ ...state, images }, 'copy', countedIds('id'));
      expect(renewed.images.map(({ name }) => name)).toEqual(renewed.images.map(({ id }) => id));
    }),
    { numRuns: 40 },
  );
});

test('a reference to a record that does not exist gets a new id, too', () => {
  fc.assert(
    fc.property(inspectionState, (state) => {
      const views = state.views.map((view) => ({ ...view, imageId: 'stranger', damageId: 'stranger' }));
      const renewed = renewIds({ ...state, views }, 'copy', countedIds('id'));
      for (const { imageId, damageId } of renewed.views) {
        expect(imageId).toBe(damageId);
        expect(imageId).toMatch(/^id-/);
      }
    }),
    { numRuns: 40 },
  );
});
