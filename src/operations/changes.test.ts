import { describe, expect, test } from 'vitest';
import { commitOf, stateOf } from '../../test/fixtures/databases/records.ts';
import { decide, type Rule } from '../rules/rule.ts';
import { MemoryStore } from '../store/memory-store.ts';
import type { Commit } from '../store/store.ts';
import type { HubEvent } from './events.ts';
import { createTestHost } from './test-host.suite.ts';

const DOCUMENT = {
  imageId: 'i',
  type: 'vin',
  content: {},
  createdBy: { model: 'text', version: '1', engine: 'wasm' },
};

const setNote =
  (note: string): Rule<string> =>
  (state) =>
    decide({ ...state, inspection: { ...state.inspection, accidentNature: note } }, note, {
      events: [{ type: 'inspection.updated', inspectionId: state.inspection.id }],
    });

/** A store in which another tab commits before each of the next commits. */
class ContendedStore extends MemoryStore {
  conflicts = 0;

  override async commit(commit: Commit) {
    if (this.conflicts > 0) {
      this.conflicts -= 1;
      const { expectedVersion } = commit;
      await super.commit(commitOf(stateOf('a', { note: 'other tab' }), { expectedVersion }));
    }
    return super.commit(commit);
  }
}

async function createDevice() {
  const store = new ContendedStore();
  await store.commit(commitOf(stateOf('a')));
  const host = createTestHost({ store });
  const emitted: HubEvent[] = [];
  host.events.onAny((event) => emitted.push(event));
  const readNote = async () => (await store.load('a'))?.state.inspection.accidentNature;
  return { ...host, store, emitted, readNote };
}

describe('Changes', () => {
  test('runs the rule on the stored inspection, commits, then emits its events', async () => {
    const { changes, emitted, readNote, store } = await createDevice();
    expect(await changes.apply('a', setNote('hail'))).toBe('hail');
    expect(await readNote()).toBe('hail');
    expect((await store.load('a'))?.version).toBe(2);
    expect(emitted).toEqual([{ type: 'inspection.updated', inspectionId: 'a' }]);
  });

  test('loads again and runs the rule again after a conflict with another tab', async () => {
    const { changes, store, emitted, readNote } = await createDevice();
    store.conflicts = 3;
    const seen: (string | undefined)[] = [];
    await changes.apply('a', (state, context) => {
      seen.push(state.inspection.accidentNature);
      return setNote('mine')(state, context);
    });
    expect(seen).toEqual([undefined, 'other tab', 'other tab', 'other tab']);
    expect(await readNote()).toBe('mine');
    expect(emitted).toHaveLength(1);
  });

  test('throws a retryable conflict after 50 attempts and emits nothing', async () => {
    const { changes, store, emitted } = await createDevice();
    store.conflicts = 50;
    await expect(changes.apply('a', setNote('mine'))).rejects.toMatchObject({
      code: 'conflict',
      retryable: true,
      details: { inspectionId: 'a' },
    });
    expect(store.conflicts).toBe(0);
    expect(emitted).toEqual([]);
  });

  test('applies concurrent changes of one inspection one after the other', async () => {
    const { changes, store } = await createDevice();
    const append: Rule<void> = (state, context) =>
      setNote(`${state.inspection.accidentNature ?? ''}+`)(state, context) as never;
    await Promise.all(Array.from({ length: 5 }, () => changes.apply('a', append)));
    expect(await store.load('a')).toMatchObject({
      version: 6,
      state: { inspection: { accidentNature: '+++++' } },
    });
  });

  test('throws not_found for an unknown and for a deleted inspection', async () => {
    const { changes, store } = await createDevice();
    await expect(changes.apply('unknown', setNote('x'))).rejects.toMatchObject({ code: 'not_found' });
    await store.commit(commitOf(stateOf('gone', { deleted: true })));
    await expect(changes.apply('gone', setNote('x'))).rejects.toMatchObject({
      code: 'not_found',
      details: { deletedAt: expect.any(String) },
    });
  });

  test('accepts the remote id of an inspection', async () => {
    const { changes, store, readNote } = await createDevice();
    const remoteId = { localId: 'a', remoteId: 'r', inspectionId: 'a', kind: 'inspection' } as const;
    await store.record([{ type: 'map', remoteId }]);
    await changes.apply('r', setNote('by remote id'));
    expect(await readNote()).toBe('by remote id');
  });

  test('gives rules ids that sort after all ids of the inspection, even those of a future clock', async () => {
    const { changes, store } = await createDevice();
    const future = 'f190d5b0-3f1e-7000-8000-000000000000';
    await store.commit(commitOf(stateOf(future)));
    const id = await changes.apply(future, (state, { newId }) => decide(state, newId()));
    expect(id > future).toBe(true);
  });

  test('commits nothing if the signal is aborted', async () => {
    const { changes, readNote } = await createDevice();
    const call = changes.apply('a', setNote('late'), AbortSignal.abort());
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
    expect(await readNote()).toBeUndefined();
  });
});

describe('results of the device', () => {
  const addDocument: Rule<void> = (state) =>
    decide(
      { ...state, documents: [...state.documents, { ...DOCUMENT, id: `d${state.documents.length}` }] },
      undefined,
      {},
    );
  const copyDocuments: Rule<void> = (state) =>
    decide({ ...state, documents: [...state.documents] }, undefined, {});

  test('are sent with a change that alters them, and not otherwise', async () => {
    const { changes, store } = await createDevice();
    await changes.apply('a', setNote('none'));
    await changes.apply('a', copyDocuments);
    expect(await listKinds(store)).toEqual([]);
    await changes.apply('a', addDocument);
    expect(await listKinds(store)).toEqual(['inspection.results']);
  });

  test('are sent if the code that compares them cannot be loaded', async () => {
    const store = new MemoryStore();
    await store.commit(commitOf(stateOf('a')));
    const { changes } = createTestHost({ store, loadRare: () => Promise.reject(new Error('404')) });
    await changes.apply('a', copyDocuments);
    expect(await listKinds(store)).toEqual(['inspection.results']);
  });
});

async function listKinds(store: MemoryStore) {
  return (await store.operations({})).map(({ kind }) => kind);
}
