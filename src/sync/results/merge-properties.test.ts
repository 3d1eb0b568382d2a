import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaskName } from '../../domain/enums.ts';
import type { Decision } from '../../rules/rule.ts';
import type { InspectionState } from '../../rules/state.ts';
import { getMappedIds, merge, mergeCases, SCALE } from './merge-cases.suite.ts';
import type { MergeInput } from './merge-results.ts';

describe('for any results of device and service and any changes of the user', () => {
  const always = (
    check: (merged: Decision<TaskName[]>, before: InspectionState, input: MergeInput) => void,
  ) =>
    fc.assert(
      fc.property(mergeCases, ({ state, input }) => check(merge(state, input), state, input)),
      { numRuns: 60 },
    );

  test('the user’s records are unchanged', () => {
    always(({ state }, before) => {
      for (const damage of before.damages.filter(({ createdBy }) => createdBy === 'user'))
        expect(state.damages).toContainEqual(damage);
      for (const view of before.views.filter(({ createdBy }) => createdBy === 'user'))
        expect(state.views).toContainEqual(view);
      expect(state.severityResults).toEqual(before.severityResults);
    });
  });

  test('every view of the user has its damage', () => {
    always(({ state }, before) => {
      for (const view of before.views.filter(({ createdBy }) => createdBy === 'user'))
        expect(state.damages.map(({ id }) => id)).toContain(view.damageId);
    });
  });

  test('records that the user deleted stay deleted', () => {
    always(({ state }, before) => {
      const getDeletedAt = (records: readonly { id: string; deletedAt?: string }[], id: string) =>
        records.find((record) => record.id === id)?.deletedAt;
      for (const { id, deletedAt } of before.damages)
        if (deletedAt) expect(getDeletedAt(state.damages, id)).toBe(deletedAt);
      const damages = new Set(state.damages.map(({ id }) => id));
      for (const { id, damageId, deletedAt } of before.views)
        if (deletedAt && damages.has(damageId)) expect(getDeletedAt(state.views, id)).toBe(deletedAt);
    });
  });

  test('every remote damage and view has exactly one local record, in pixels of the original', () => {
    always(({ state, outbox }, _before, { entities }) => {
      const ids = getMappedIds(outbox);
      for (const kind of ['damage', 'view'] as const) {
        const ofKind = ids.filter((one) => one.kind === kind);
        const remote = Object.keys(kind === 'damage' ? entities.damages : entities.views);
        expect(ofKind.map(({ remoteId }) => remoteId).sort()).toEqual(remote.sort());
        expect(new Set(ofKind.map(({ localId }) => localId)).size).toBe(ofKind.length);
        const here = (kind === 'damage' ? state.damages : state.views).map(({ id }) => id);
        for (const { localId } of ofKind) expect(here).toContain(localId);
      }
      for (const { kind, localId, remoteId } of ids) {
        if (kind !== 'view') continue;
        const theirs = entities.views[remoteId]?.boundingBox.width ?? Number.NaN;
        const ours = state.views.find(({ id }) => id === localId)?.boundingBox.width ?? Number.NaN;
        expect(ours).toBeCloseTo(theirs / SCALE);
      }
    });
  });

  test('a second merge changes nothing', () => {
    always((once, _before, input) => {
      const twice = merge(once.state, {
        ...input,
        remoteIds: [...input.remoteIds, ...getMappedIds(once.outbox)],
      });
      expect(twice.state).toEqual(once.state);
      expect(twice.operations).toEqual([]);
      expect(getMappedIds(twice.outbox)).toEqual([]);
    });
  });

  test('the order of the service’s lists does not matter', () => {
    always((merged, before, input) => {
      const reversed = Object.fromEntries(
        Object.entries(input.entities).map(([kind, records]) => [
          kind,
          Object.fromEntries(Object.entries(records).reverse()),
        ]),
      ) as MergeInput['entities'];
      expect(merge(before, { ...input, entities: reversed })).toEqual(merged);
    });
  });

  test('lists stay in order of id', () => {
    always(({ state }) => {
      for (const list of [state.damages, state.views, state.parts]) {
        const ids = list.map(({ id }) => id);
        expect(ids).toEqual([...ids].sort());
      }
    });
  });
});
