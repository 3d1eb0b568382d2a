import { expect, it } from 'vitest';
import { eventually } from '../../test/fixtures/eventually.ts';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import type { AnalysisResult } from '../domain/task/analysis-result.ts';
import type { Analyzer } from '../domain/task/analyzer.ts';
import { KerbsideError } from '../errors.ts';
import { openKerbside } from '../kerbside.ts';
import { createLocks } from '../platform/locks.ts';
import { MemoryStore } from '../store/memory-store.ts';
import { createDeferred } from './test-host.suite.ts';

const TASK = 'damage_detection';
const BOX = { xmin: 1, ymin: 2, width: 30, height: 40 };

const find = (model: string, images: readonly { id: string }[]): AnalysisResult => ({
  createdBy: { model, version: '1', engine: 'wasm' },
  damages: images.map(({ id }) => ({
    damageType: model === 'small' ? 'scratch' : 'dent',
    partType: 'hood',
    views: [{ imageId: id, boundingBox: BOX }],
  })),
});

/** Opens Kerbside with a small model, and a large one that `reanalyze` runs. */
async function open(reanalyze: Analyzer['reanalyze'], store = new MemoryStore()) {
  let goOnline = () => {};
  const kerbside = await openKerbside({
    user: { id: 'ada' },
    store,
    platform: {
      locks: createLocks(undefined),
      onOnline: (listener) => {
        const before = goOnline;
        goOnline = () => {
          before();
          listener();
        };
        return () => {};
      },
    },
    analyzer: {
      analyze: async ({ images }) => ({ ...find('small', images), reanalysis: 'pending' }),
      ...(reanalyze && { reanalyze }),
    },
  });
  const inspect = async () => {
    const { result: id } = await kerbside.inspections.createOne({ tasks: { [TASK]: {} } });
    await kerbside.images.addOne(id, { tasks: [TASK] }, await jpegPhoto({ seed: 1, width: 64, height: 48 }));
    await kerbside.tasks.updateOne(id, TASK, { status: 'TODO' });
    await kerbside.tasks.whenDone(id, TASK);
    return id;
  };
  const read = async (id: string) => {
    const { entities } = await kerbside.inspections.getOne(id);
    const [task] = Object.values(entities.tasks);
    return { task, types: Object.values(entities.damages).map(({ damageType }) => damageType) };
  };
  return { kerbside, inspect, read, goOnline: () => goOnline() };
}

it('replaces the first result when no task runs', async () => {
  const { kerbside, inspect, read } = await open(async ({ images }) => find('large', images));
  const marks: unknown[] = [];
  kerbside.on('task.updated', ({ status, reanalysis }) => {
    if (status === 'DONE') marks.push(reanalysis);
  });
  const id = await inspect();
  await eventually(async () => expect((await read(id)).types).toEqual(['dent']));
  expect((await read(id)).task?.reanalysis).toBe('done');
  expect(marks).toEqual(['pending', 'done']);
  kerbside.close();
});

it('queues nothing for the outbox, as the first analysis did not', async () => {
  const store = new MemoryStore();
  const { kerbside, inspect, read } = await open(async ({ images }) => find('large', images), store);
  const id = await inspect();
  await eventually(async () => expect((await read(id)).types).toEqual(['dent']));
  const kinds = (await store.operations({ inspectionId: id })).map(({ kind }) => kind);
  expect(kinds).toEqual(['inspection.create', 'image.add', 'task.update']);
  kerbside.close();
});

it('is interrupted by a task that starts, and begins again after it', async () => {
  const began: string[] = [];
  const firstRun = createDeferred<void>();
  const { kerbside, inspect, read } = await open(async ({ inspectionId, images, signal }) => {
    began.push(inspectionId);
    if (began.length > 1) return find('large', images);
    firstRun.resolve();
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const first = await inspect();
  await firstRun.promise;
  const second = await inspect();
  await eventually(async () => {
    for (const id of [first, second]) expect((await read(id)).types).toEqual(['dent']);
  });
  expect(began).toEqual([first, first, second]);
  kerbside.close();
});

it('is tried again when the network is back, and when Kerbside is opened again', async () => {
  let isOnline = false;
  const reanalyze: Analyzer['reanalyze'] = async ({ images }) => {
    if (isOnline) return find('large', images);
    throw new KerbsideError('model_unavailable', 'There is no network.', { retryable: true });
  };
  const store = Object.assign(new MemoryStore(), { close: () => {} }); // outlives the first Kerbside
  const { kerbside, inspect, read, goOnline } = await open(reanalyze, store);
  const first = await inspect();
  expect((await read(first)).task).toMatchObject({ status: 'DONE', reanalysis: 'pending' });
  isOnline = true;
  goOnline();
  await eventually(async () => expect((await read(first)).types).toEqual(['dent']));
  isOnline = false;
  const second = await inspect();
  kerbside.close();
  isOnline = true;
  const again = await open(reanalyze, store);
  await eventually(async () => expect((await again.read(second)).types).toEqual(['dent']));
  again.kerbside.close();
});

it('is tried again if the network comes back while it fails without it', async () => {
  const outcomes = [createDeferred<void>(), createDeferred<void>()];
  let runs = 0;
  const { kerbside, inspect, read, goOnline } = await open(async ({ images }) => {
    await outcomes[runs++]?.promise;
    return find('large', images);
  });
  const id = await inspect();
  await eventually(async () => expect(runs).toBe(1));
  goOnline();
  await read(id); // by now the stored tasks are queued again
  outcomes[0]?.reject(new KerbsideError('model_unavailable', 'There is no network.', { retryable: true }));
  outcomes[1]?.resolve();
  await eventually(async () => expect((await read(id)).types).toEqual(['dent']));
  expect(runs).toBe(2);
  kerbside.close();
});

it.each([
  ['there is no better model after all', async (): Promise<undefined> => undefined],
  [
    'it fails in a way that repeats',
    async (): Promise<undefined> => {
      throw new KerbsideError('photo_damaged', 'Damaged.');
    },
  ],
] as const)('keeps the first result if %s', async (_, reanalyze) => {
  const { kerbside, inspect, read } = await open(reanalyze);
  const id = await inspect();
  await eventually(async () => expect((await read(id)).task).not.toHaveProperty('reanalysis'));
  expect((await read(id)).types).toEqual(['scratch']);
  kerbside.close();
});
