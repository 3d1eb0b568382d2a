import { expect, test } from 'vitest';
import { commitOf, operationOf, photoOf, stateOf } from '../../test/fixtures/databases/records.ts';
import type { Store } from './store.ts';

/** Runs a test with a new store. */
export type Using = (body: (store: Store) => Promise<void>) => Promise<void>;

/** Versions, conflicts, retries and copies: the rules that let two tabs write to one database. */
export function commitContract(using: Using): void {
  test('an inspection that was never committed loads as undefined', () =>
    using(async (store) => {
      expect(await store.load('a')).toBeUndefined();
      expect(await store.photo('a-1')).toBeUndefined();
      expect(await store.counts()).toEqual({ inspections: 0, photos: 0, operations: 0 });
    }));

  test('stores inspection, photos and operations together, at version 1', () =>
    using(async (store) => {
      const state = stateOf('a', { organizationId: 'fleet', task: 'TODO', note: 'hail' });
      const photos = [photoOf('a', 'a-1', [0, 255, 128]), photoOf('a', 'a-2', [])];
      const operations = [operationOf('a', 'a1')];
      expect(await store.commit(commitOf(state, { photos, operations }))).toBe(true);
      expect(await store.load('a')).toEqual({ state, version: 1 });
      expect(await store.photo('a-1')).toStrictEqual(photoOf('a', 'a-1', [0, 255, 128]));
      expect((await store.photo('a-1'))?.bytes).toBeInstanceOf(ArrayBuffer);
      expect((await store.photo('a-2'))?.bytes.byteLength).toBe(0);
      expect(await store.counts()).toEqual({ inspections: 1, photos: 2, operations: 1 });
    }));

  test('every commit increments the version of its inspection', () =>
    using(async (store) => {
      await store.commit(commitOf(stateOf('b')));
      for (const version of [0, 1, 2]) {
        const state = stateOf('a', { note: `version ${version + 1}` });
        expect(await store.commit(commitOf(state, { expectedVersion: version }))).toBe(true);
        expect(await store.load('a')).toEqual({ state, version: version + 1 });
      }
      expect((await store.load('b'))?.version).toBe(1);
    }));

  test.each([
    { what: 'an older version', expectedVersion: 1 },
    { what: 'a later version', expectedVersion: 3 },
    { what: 'creation of an existing inspection', expectedVersion: 0 },
  ])('a commit on another version returns false and writes nothing: $what', ({ expectedVersion }) =>
    using(async (store) => {
      const state = stateOf('a', { note: 'before' });
      await store.commit(commitOf(stateOf('a')));
      await store.commit(commitOf(state, { expectedVersion: 1, photos: [photoOf('a', 'a-1', [7])] }));
      const rejected = commitOf(stateOf('a', { note: 'rejected' }), {
        expectedVersion,
        photos: [photoOf('a', 'a-1', [8]), photoOf('a', 'a-2')],
        operations: [operationOf('a', 'a1')],
      });
      expect(await store.commit(rejected)).toBe(false);
      expect(await store.load('a')).toEqual({ state, version: 2 });
      expect(await store.photo('a-1')).toStrictEqual(photoOf('a', 'a-1', [7]));
      expect(await store.photo('a-2')).toBeUndefined();
      expect(await store.operations()).toEqual([]);
    }),
  );

  test('a commit to an unknown inspection returns false', () =>
    using(async (store) => {
      const operations = [operationOf('a', 'a1')];
      expect(await store.commit(commitOf(stateOf('a'), { expectedVersion: 1, operations }))).toBe(false);
      expect(await store.counts()).toEqual({ inspections: 0, photos: 0, operations: 0 });
    }));

  test('of many commits on the same version exactly one is applied', () =>
    using(async (store) => {
      await store.commit(commitOf(stateOf('a')));
      const notes = Array.from({ length: 10 }, (_, index) => `note ${index}`);
      const results = await Promise.all(
        notes.map((note) =>
          store.commit(
            commitOf(stateOf('a', { note }), { expectedVersion: 1, operations: [operationOf('a', note)] }),
          ),
        ),
      );
      expect(results.filter((done) => done)).toHaveLength(1);
      const winner = notes[results.indexOf(true)];
      expect((await store.load('a'))?.state.inspection.accidentNature).toBe(winner);
      expect((await store.operations()).map(({ id }) => id)).toEqual([winner]);
    }));

  test('a repeated commit with the same id is applied once and returns true both times', () =>
    using(async (store) => {
      const commit = commitOf(stateOf('a', { note: 'once' }), {
        photos: [photoOf('a', 'a-1')],
        operations: [operationOf('a', 'a1')],
      });
      expect(await store.commit(commit)).toBe(true);
      expect(await store.commit(commit)).toBe(true);
      expect((await store.load('a'))?.version).toBe(1);
      expect(await store.counts()).toEqual({ inspections: 1, photos: 1, operations: 1 });
    }));

  test('a commit repeated after other commits is recognized and does not undo them', () =>
    using(async (store) => {
      const commit = commitOf(stateOf('a'), { operations: [operationOf('a', 'first')] });
      await store.commit(commit);
      for (let version = 1; version <= 20; version += 1) {
        const state = stateOf('a', { note: `version ${version + 1}` });
        await store.commit(commitOf(state, { expectedVersion: version }));
      }
      expect(await store.commit(commit)).toBe(true);
      expect(await store.load('a')).toEqual({ state: stateOf('a', { note: 'version 21' }), version: 21 });
      expect(await store.operations()).toHaveLength(1);
    }));

  test('a rejected commit is rejected again when repeated', () =>
    using(async (store) => {
      await store.commit(commitOf(stateOf('a')));
      const rejected = commitOf(stateOf('a', { note: 'rejected' }));
      expect(await store.commit(rejected)).toBe(false);
      expect(await store.commit(rejected)).toBe(false);
      expect((await store.load('a'))?.state).toEqual(stateOf('a'));
    }));

  test('changing an object after its commit does not change the store', () =>
    using(async (store) => {
      const state = stateOf('a', { note: 'as committed' });
      const photo = photoOf('a', 'a-1', [1, 2, 3]);
      const operation = operationOf('a', 'a1');
      await store.commit(commitOf(state, { photos: [photo], operations: [operation] }));
      state.inspection.accidentNature = 'changed';
      new Uint8Array(photo.bytes).fill(9);
      operation.userId = 'changed';
      expect((await store.load('a'))?.state.inspection.accidentNature).toBe('as committed');
      expect(await store.photo('a-1')).toStrictEqual(photoOf('a', 'a-1', [1, 2, 3]));
      expect((await store.operations())[0]?.userId).toBe('ada');
    }));

  test('changing a returned object does not change the store', () =>
    using(async (store) => {
      await store.commit(commitOf(stateOf('a'), { photos: [photoOf('a', 'a-1', [1, 2, 3])] }));
      const loaded = await store.load('a');
      const photo = await store.photo('a-1');
      if (loaded) loaded.state.inspection.accidentNature = 'changed';
      if (photo) new Uint8Array(photo.bytes).fill(9);
      expect(await store.load('a')).toEqual({ state: stateOf('a'), version: 1 });
      expect(await store.photo('a-1')).toStrictEqual(photoOf('a', 'a-1', [1, 2, 3]));
    }));
}
