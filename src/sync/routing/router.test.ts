import { afterEach, describe, expect, test } from 'vitest';
import { smallPhoto } from '../../../test/node/support/photos.ts';
import type { AnalysisResult } from '../../domain/analysis-result.ts';
import type { Analyzer } from '../../domain/analyzer.ts';
import type { EventOf } from '../../domain/events.ts';
import { Changes } from '../../operations/changes.ts';
import { EventHub } from '../../operations/events.ts';
import type { Host } from '../../operations/host.ts';
import { StorageGuard } from '../../operations/storage-guard.ts';
import { TaskRunner } from '../../operations/task-runner.ts';
import { browserPlatform } from '../../platform/browser.ts';
import { createLocks } from '../../platform/locks.ts';
import { createIdSource } from '../../rules/ids.ts';
import { addImage } from '../../rules/images.ts';
import { createInspection } from '../../rules/inspections.ts';
import { updateTask } from '../../rules/tasks.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { answered, DEVICE, sent } from '../results/merge-cases.suite.ts';
import { mergeResults } from '../results/merge-results.ts';
import type { NetworkHints } from './choose-route.ts';
import { Router, type RouterOptions } from './router.ts';
import { settled, VirtualClock } from './virtual-clock.suite.ts';

const runners: TaskRunner[] = [];
afterEach(() => {
  for (const runner of runners.splice(0)) runner.close();
});

/** A device whose analyzer finds one scratch, with a router and a clock of its own. */
async function device(options: Partial<RouterOptions> = {}) {
  const store = new MemoryStore();
  const clock = new VirtualClock();
  const platform = { ...browserPlatform(), locks: createLocks(undefined) };
  const events = new EventHub({ post() {}, onMessage() {}, close() {} });
  const user = { id: 'ann' };
  const changes = new Changes({ store, events, user, ids: createIdSource(platform), now: Date.now });
  const guard = new StorageGuard({ storage: platform.storage, events, now: Date.now });
  const host: Host = {
    store,
    events,
    changes,
    platform,
    user,
    guard,
    intake: { platform, maxBytes: Infinity },
  };
  const hints: NetworkHints = { isOnline: true };
  const router = new Router(
    { route: 'auto', deadlineMs: 10_000, results: 'remote', ...options },
    { store, events, now: clock.now, sleep: clock.sleep, hints: () => hints },
  );
  const runs: string[] = [];
  let goOn = Promise.resolve();
  const work = {
    underWay: 0,
    pause() {
      let release = () => {};
      goOn = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
  const analyzer: Analyzer = {
    async analyze({ inspectionId, images, signal }): Promise<AnalysisResult> {
      runs.push(inspectionId);
      work.underWay += 1;
      await Promise.race([goOn, aborted(signal)]).finally(() => {
        work.underWay -= 1;
      });
      const boundingBox = { xmin: 1, ymin: 1, width: 10, height: 10 };
      const views = images.map(({ id: imageId }) => ({ imageId, boundingBox }));
      return { createdBy: DEVICE, damages: [{ damageType: 'scratch', partType: 'hood', views }] };
    },
  };
  const runner = new TaskRunner(host, analyzer, crypto.randomUUID(), router);
  runners.push(runner);
  await runner.start();
  const decisions: EventOf<'route.decided'>[] = [];
  events.on('route.decided', (decision) => decisions.push(decision));

  const photo = await smallPhoto();
  const bytes = photo.buffer;
  const start = async (photos = 1): Promise<string> => {
    const input = { tasks: { damage_detection: {} } };
    const { result: id } = await changes.create((context) => createInspection(input, [], context));
    const facts = { bytes, type: 'image/jpeg', sha256: await platform.sha256(bytes), width: 64, height: 48 };
    for (let image = 0; image < photos; image += 1)
      await changes.apply(id, addImage({ tasks: [{ name: 'damage_detection' }] }, facts));
    await changes.apply(id, updateTask('damage_detection', { status: 'TODO' }));
    await settled();
    return id;
  };
  const statusOf = async (id: string) => (await store.load(id))?.state.tasks[0]?.status;
  /** The remote's results come, as the poller would merge them. */
  const results = async (id: string) => {
    const state = (await store.load(id))?.state;
    if (!state) throw new Error(`There is no inspection ${id}.`);
    const remoteIds = sent(state);
    const word = { entities: answered(state, []), remoteIds, unsent: [], awaited: ['damage_detection'] };
    await changes.apply(id, mergeResults({ ...word, awaited: ['damage_detection'] }));
    await settled();
  };
  const fast = () => {
    router.observe({ type: 'answered', at: clock.now(), ms: 20, bytes: 0 });
    router.observe({ type: 'answered', at: clock.now(), ms: 50, bytes: 1_000_000 });
    router.observe({ type: 'result', taskName: 'damage_detection', ms: 3_000 });
  };
  const slow = () => router.observe({ type: 'answered', at: clock.now(), ms: 5_000, bytes: 0 });
  const photoBytes = bytes.byteLength;
  return {
    store,
    clock,
    router,
    runs,
    work,
    photoBytes,
    decisions,
    start,
    statusOf,
    results,
    hints,
    fast,
    slow,
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

const wheres = (decisions: readonly EventOf<'route.decided'>[]) => decisions.map(({ where }) => where);

describe('auto', () => {
  test('a fast network: the remote does it, and the device never starts', async () => {
    const { clock, runs, decisions, start, statusOf, results, fast } = await device();
    fast();
    const id = await start();
    expect(decisions).toMatchObject([
      { inspectionId: id, taskName: 'damage_detection', where: 'remote', estimateMs: expect.any(Number) },
    ]);
    await clock.advance(6_000);
    await results(id);
    await clock.advance(60_000);
    expect(runs).toEqual([]);
    expect(await statusOf(id)).toBe('DONE');
    expect(wheres(decisions)).toEqual(['remote']);
  });

  test('a slow network: the device runs it at once', async () => {
    const { runs, decisions, start, statusOf, slow } = await device();
    slow();
    const id = await start();
    await settled();
    expect(runs).toEqual([id]);
    expect(await statusOf(id)).toBe('DONE');
    expect(decisions).toMatchObject([{ where: 'device', reason: expect.stringContaining('deadline') }]);
  });

  test('no network: the device runs it at once', async () => {
    const { runs, decisions, start, hints } = await device();
    hints.isOnline = false;
    const id = await start();
    expect(runs).toEqual([id]);
    expect(decisions).toMatchObject([{ where: 'device', reason: expect.stringContaining('no network') }]);
  });

  test('a remote that is silent past the deadline: the device runs it, and the remote is merged later', async () => {
    const { clock, store, runs, decisions, start, statusOf, results, fast } = await device();
    fast();
    const id = await start();
    await clock.advance(9_999);
    expect(runs).toEqual([]);
    await clock.advance(1);
    expect(runs).toEqual([id]);
    expect(decisions.at(-1)).toMatchObject({
      where: 'device',
      reason: 'the service has not answered within 10 s',
    });
    expect((await store.load(id))?.state.damages).toHaveLength(1);
    await results(id);
    expect((await store.load(id))?.state.damages).toEqual([]);
    expect(await statusOf(id)).toBe('DONE');
  });

  test('a network that is lost while the remote is waited for: the device does not wait for the deadline', async () => {
    const { clock, router, runs, start, fast } = await device();
    fast();
    const id = await start();
    await clock.advance(2_000);
    for (let failure = 0; failure < 3; failure += 1)
      router.observe({ type: 'failed', at: clock.now(), ms: 500, bytes: 0 });
    await settled();
    expect(runs).toEqual([id]);
  });

  test('after a deadline was missed, the next task does not wait again until results come faster', async () => {
    const { clock, decisions, start, fast } = await device();
    fast();
    await start();
    await clock.advance(10_000);
    await start();
    expect(wheres(decisions)).toEqual(['remote', 'device', 'device']);
    for (let call = 0; call < 5; call += 1) fast();
    await start();
    expect(wheres(decisions).at(-1)).toBe('remote');
  });

  test('photos that are still to be uploaded count: ten of them are too many for a link that one is fine for', async () => {
    const { clock, router, start, decisions, photoBytes } = await device();
    router.observe({ type: 'result', taskName: 'damage_detection', ms: 1_000 });
    router.observe({ type: 'answered', at: clock.now(), ms: 10, bytes: 0 });
    const secondsEach = 2;
    const [bytes, ms] = [photoBytes * 1_000, secondsEach * 1_000 * 1_000];
    router.observe({ type: 'answered', at: clock.now(), ms, bytes });
    await start(1);
    await start(10);
    expect(wheres(decisions)).toEqual(['remote', 'device']);
    expect(decisions[1]?.estimateMs).toBeGreaterThan(20_000);
  });
});

test('where the device’s findings are final, no service is waited for', async () => {
  const { runs, decisions, start, fast } = await device({ results: 'device' });
  fast();
  const id = await start();
  expect([runs, decisions[0]?.reason]).toEqual([[id], "options.results is 'device'"]);
});

test('results that come while the device is at work end its run; its own are not added to them', async () => {
  const { store, start, results, statusOf, work, slow } = await device();
  slow();
  const release = work.pause();
  const id = await start();
  expect([await statusOf(id), work.underWay]).toEqual(['IN_PROGRESS', 1]);
  await results(id);
  expect(work.underWay).toBe(0);
  release();
  await settled();
  expect(await statusOf(id)).toBe('DONE');
  expect((await store.load(id))?.state.damages).toEqual([]);
});

test('forced to the remote, the device never runs it', async () => {
  const { clock, runs, decisions, start, statusOf, hints } = await device({ route: 'remote' });
  hints.isOnline = false;
  const id = await start();
  await clock.advance(3_600_000);
  expect([runs, await statusOf(id), wheres(decisions)]).toEqual([[], 'TODO', ['remote']]);
});

test('forced to the device, it never waits', async () => {
  const { runs, decisions, start, fast } = await device({ route: 'device' });
  fast();
  const id = await start();
  expect([runs, wheres(decisions)]).toEqual([[id], ['device']]);
});

test('where the device’s findings are final, the service is told of them and that the task is done', async () => {
  const { store, start } = await device({ route: 'device', results: 'device' });
  const id = await start();
  const operations = await store.operations({ inspectionId: id });
  expect(operations.map(({ kind }) => kind)).toEqual([
    'inspection.create',
    'image.add',
    'task.update',
    'damage.create',
    'view.create',
    'task.update',
  ]);
  expect(operations.at(-1)?.payload).toEqual({ taskName: 'damage_detection', input: { status: 'DONE' } });
  const state = (await store.load(id))?.state;
  expect(operations[3]?.payload).toEqual({
    damageId: state?.damages[0]?.id,
    input: { damageType: 'scratch', partType: 'hood' },
  });
  expect(operations[4]?.payload).toMatchObject({ viewId: state?.views[0]?.id });
});

test('findings that are not final are this device’s own affair', async () => {
  const { store, start } = await device({ route: 'device' });
  const id = await start();
  const kinds = (await store.operations({ inspectionId: id })).map(({ kind }) => kind);
  expect(kinds).toEqual(['inspection.create', 'image.add', 'task.update']);
});
