import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaskName } from '../../domain/enums.ts';
import type { Decision } from '../../rules/decision.ts';
import type { InspectionState } from '../../rules/state.ts';
import { afternoons, mapped, merge, SCALE } from './merge-cases.suite.ts';
import type { RemoteWord } from './merge-results.ts';

describe('whatever device, person and service did', () => {
  const always = (check: (merged: Decision<TaskName[]>, before: InspectionState, word: RemoteWord) => void) =>
    fc.assert(
      fc.property(afternoons, ({ state, word }) => check(merge(state, word), state, word)),
      { numRuns: 150 },
    );

  test('a person’s records are all still there, unchanged', () => {
    always(({ state }, before) => {
      for (const damage of before.damages.filter(({ createdBy }) => createdBy === 'user'))
        expect(state.damages).toContainEqual(damage);
      for (const view of before.views.filter(({ createdBy }) => createdBy === 'user'))
        expect(state.views).toContainEqual(view);
      expect(state.severityResults).toEqual(before.severityResults);
    });
  });

  test('every view of a person has its damage', () => {
    always(({ state }, before) => {
      for (const view of before.views.filter(({ createdBy }) => createdBy === 'user'))
        expect(state.damages.map(({ id }) => id)).toContain(view.damageId);
    });
  });

  test('what a person deleted stays deleted', () => {
    always(({ state }, before) => {
      const still = (records: readonly { id: string; deletedAt?: string }[], id: string) =>
        records.find((record) => record.id === id)?.deletedAt;
      for (const { id, deletedAt } of before.damages)
        if (deletedAt) expect(still(state.damages, id)).toBe(deletedAt);
      const damages = new Set(state.damages.map(({ id }) => id));
      for (const { id, damageId, deletedAt } of before.views)
        if (deletedAt && damages.has(damageId)) expect(still(state.views, id)).toBe(deletedAt);
    });
  });

  test('every remote damage and view has exactly one here, in the original’s pixels', () => {
    always(({ state, outbox }, _before, { entities }) => {
      const ids = mapped(outbox);
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

  test('merging once more changes nothing', () => {
    always((once, _before, word) => {
      const twice = merge(once.state, { ...word, remoteIds: [...word.remoteIds, ...mapped(once.outbox)] });
      expect(twice.state).toEqual(once.state);
      expect(twice.operations).toEqual([]);
      expect(mapped(twice.outbox)).toEqual([]);
    });
  });

  test('the order in which the service lists things makes no difference', () => {
    always((merged, before, word) => {
      const reversed = Object.fromEntries(
        Object.entries(word.entities).map(([kind, records]) => [
          kind,
          Object.fromEntries(Object.entries(records).reverse()),
        ]),
      ) as RemoteWord['entities'];
      expect(merge(before, { ...word, entities: reversed })).toEqual(merged);
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
