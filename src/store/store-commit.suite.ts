import { expect, test } from 'vitest';
import { commitOf, operationOf, photoOf, stateOf } from '../../test/fixtures/databases/records.ts';
import type { Using } from './store-conformance.suite.ts';

/** Versions, conflicts, retries and copies: the part of the contract that keeps two tabs from harming each other. */
export function commitContract(using: Using): void {
  test('an inspection that was never committed is not there', () =>
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

  test('every commit raises the version of its own inspection by one', () =>
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
    { what: 'one that was overtaken', expectedVersion: 1 },
    { what: 'one from the future', expectedVersion: 3 },
    { what: 'a creation of what is there', expectedVersion: 0 },
  ])('a commit on another version answers false and writes nothing: $what', ({ expectedVersion }) =>
    using(async (store) => {
      const state = stateOf('a', { note: 'as it is' });
      await store.commit(commitOf(stateOf('a')));
      await store.commit(commitOf(state, { expectedVersion: 1, photos: [photoOf('a', 'a-1', [7])] }));
      const refused = commitOf(stateOf('a', { note: 'as it shall not be' }), {
        expectedVersion,
        photos: [photoOf('a', 'a-1', [8]), photoOf('a', 'a-2')],
        operations: [operationOf('a', 'a1')],
      });
      expect(await store.commit(refused)).toBe(false);
      expect(await store.load('a')).toEqual({ state, version: 2 });
      expect(await store.photo('a-1')).toStrictEqual(photoOf('a', 'a-1', [7]));
      expect(await store.photo('a-2')).toBeUndefined();
      expect(await store.operations()).toEqual([]);
    }),
  );

  test('an inspection that is not there can not be changed', () =>
    using(async (store) => {
      const operations = [operationOf('a', 'a1')];
      expect(await store.commit(commitOf(stateOf('a'), { expectedVersion: 1, operations }))).toBe(false);
      expect(await store.counts()).toEqual({ inspections: 0, photos: 0, operations: 0 });
    }));

  test('of many commits on the same version exactly one is done', () =>
    using(async (store) => {
      await store.commit(commitOf(stateOf('a')));
      const notes = Array.from({ length: 10 }, (_, index) => `note ${index}`);
      const answers = await Promise.all(
        notes.map((note) =>
          store.commit(
            commitOf(stateOf('a', { note }), { expectedVersion: 1, operations: [operationOf('a', note)] }),
          ),
        ),
      );
      expect(answers.filter((done) => done)).toHaveLength(1);
      const winner = notes[answers.indexOf(true)];
      expect((await store.load('a'))?.state.inspection.accidentNature).toBe(winner);
      expect((await store.operations()).map(({ id }) => id)).toEqual([winner]);
    }));

  test('a commit that is tried again under its id is done once, and both answers are true', () =>
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

  test('a commit tried again after others came between is still known, and undoes none of them', () =>
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

  test('a commit that was refused is not taken for done when it is tried again', () =>
    using(async (store) => {
      await store.commit(commitOf(stateOf('a')));
      const refused = commitOf(stateOf('a', { note: 'refused' }));
      expect(await store.commit(refused)).toBe(false);
      expect(await store.commit(refused)).toBe(false);
      expect((await store.load('a'))?.state).toEqual(stateOf('a'));
    }));

  test('what was committed is the store’s own: changing it afterwards changes nothing inside', () =>
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

  test('what is handed out is the reader’s own: changing it changes nothing inside', () =>
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
