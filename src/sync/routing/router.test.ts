import { afterEach, describe, expect, test } from 'vitest';
import { smallPhoto } from '../../../test/node/support/photos.ts';
import type { EventOf } from '../../domain/events.ts';
import type { AnalysisResult } from '../../domain/task/analysis-result.ts';
import type { Analyzer } from '../../domain/task/analyzer.ts';
import { BackgroundWork } from '../../operations/background-work.ts';
import { EventHub } from '../../operations/events.ts';
import { createHost } from '../../operations/host.ts';
import * as rareHostCode from '../../operations/rare-host-code.ts';
import { describeTasks } from '../../operations/run-task.ts';
import { createBrowserPlatform } from '../../platform/browser-platform.ts';
import { createIdSource } from '../../platform/id-source.ts';
import { createLocks } from '../../platform/locks.ts';
import { addImage } from '../../rules/images.ts';
import { createInspection } from '../../rules/inspections.ts';
import { updateTask } from '../../rules/tasks.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { NetworkMonitor } from '../connection/network-monitor.ts';
import { createRemoteEntities, createRemoteIds, DEVICE } from '../results/merge-cases.suite.ts';
import { mergeResults } from '../results/merge-results.ts';
import type { NetworkHints } from './choose-route.ts';
import { Router, type RouterOptions } from './router.ts';
import { flushPromises, VirtualClock } from './virtual-clock.suite.ts';

const started: { close(): Promise<void> }[] = [];
afterEach(() => {
  for (const work of started.splice(0)) work.close();
});

/** A device whose analyzer detects one scratch, with a router and a virtual clock. */
async function createDevice(options: Partial<RouterOptions> = {}) {
  const store = new MemoryStore();
  const clock = new VirtualClock();
  const platform = { ...createBrowserPlatform(), locks: createLocks(undefined) };
  const events = new EventHub({ post() {}, onMessage() {}, close() {} });
  const user = { id: 'ann' };
  const host = createHost({
    store,
    events,
    platform,
    user,
    ids: createIdSource(platform),
    photoBytes: Number.POSITIVE_INFINITY,
    estimator: undefined,
    loadRare: async () => rareHostCode,
  });
  const { changes } = host;
  const hints: NetworkHints = { isOnline: true };
  const network = new NetworkMonitor(events, clock);
  const router = new Router(
    { route: 'auto', deadlineMs: 10_000, results: 'remote', ...options },
    { network, store, events, clock, readHints: () => hints },
  );
  const runs: string[] = [];
  let goOn = Promise.resolve();
  const work = {
    running: 0,
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
      work.running += 1;
      await Promise.race([goOn, aborted(signal)]).finally(() => {
        work.running -= 1;
      });
      const boundingBox = { xmin: 1, ymin: 1, width: 10, height: 10 };
      const views = images.map(({ id: imageId }) => ({ imageId, boundingBox }));
      return { createdBy: DEVICE, damages: [{ damageType: 'scratch', partType: 'hood', views }] };
    },
  };
  const description = describeTasks(host, analyzer, { routing: router });
  const tasks = new BackgroundWork(host, description, crypto.randomUUID());
  started.push(tasks);
  await tasks.start();
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
    await flushPromises();
    return id;
  };
  const statusOf = async (id: string) => (await store.load(id))?.state.tasks[0]?.status;
  /** Merges the remote's results, as the poller does. */
  const results = async (id: string) => {
    const state = (await store.load(id))?.state;
    if (!state) throw new Error(`There is no inspection ${id}.`);
    const remoteIds = createRemoteIds(state);
    const input = {
      entities: createRemoteEntities(state, []),
      remoteIds,
      unsent: [],
      awaited: ['damage_detection'],
    };
    await changes.apply(id, mergeResults({ ...input, awaited: ['damage_detection'] }));
    await flushPromises();
  };
  const fast = () => {
    network.observe({ type: 'responded', at: clock.now(), ms: 20, bytes: 0 });
    network.observe({ type: 'responded', at: clock.now(), ms: 50, bytes: 1_000_000 });
    network.observe({ type: 'result', taskName: 'damage_detection', ms: 3_000 });
  };
  const slow = () => network.observe({ type: 'responded', at: clock.now(), ms: 5_000, bytes: 0 });
  const photoBytes = bytes.byteLength;
  return {
    store,
    clock,
    network,
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
  test('a fast network: the remote runs it, and the device never starts', async () => {
    const { clock, runs, decisions, start, statusOf, results, fast } = await createDevice();
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
    const { runs, decisions, start, statusOf, slow } = await createDevice();
    slow();
    const id = await start();
    await flushPromises();
    expect(runs).toEqual([id]);
    expect(await statusOf(id)).toBe('DONE');
    expect(decisions).toMatchObject([{ where: 'device', reason: expect.stringContaining('deadline') }]);
  });

  test('no network: the device runs it at once', async () => {
    const { runs, decisions, start, hints } = await createDevice();
    hints.isOnline = false;
    const id = await start();
    expect(runs).toEqual([id]);
    expect(decisions).toMatchObject([{ where: 'device', reason: expect.stringContaining('no network') }]);
  });

  test('no remote result by the deadline: the device runs it, and the remote’s result is merged later', async () => {
    const { clock, store, runs, decisions, start, statusOf, results, fast } = await createDevice();
    fast();
    const id = await start();
    await clock.advance(9_999);
    expect(runs).toEqual([]);
    await clock.advance(1);
    expect(runs).toEqual([id]);
    expect(decisions.at(-1)).toMatchObject({
      where: 'device',
      reason: 'the service returned no result within 10 s',
    });
    expect((await store.load(id))?.state.damages).toHaveLength(1);
    await results(id);
    expect((await store.load(id))?.state.damages).toEqual([]);
    expect(await statusOf(id)).toBe('DONE');
  });

  test('the network is lost during the wait: the device runs it before the deadline', async () => {
    const { clock, network, runs, start, fast } = await createDevice();
    fast();
    const id = await start();
    await clock.advance(2_000);
    for (let failure = 0; failure < 3; failure += 1)
      network.observe({ type: 'failed', at: clock.now(), ms: 500, bytes: 0 });
    await flushPromises();
    expect(runs).toEqual([id]);
  });

  test('after a missed deadline, tasks run on the device until results arrive faster', async () => {
    const { clock, decisions, start, fast } = await createDevice();
    fast();
    await start();
    await clock.advance(10_000);
    await start();
    expect(wheres(decisions)).toEqual(['remote', 'device', 'device']);
    for (let call = 0; call < 5; call += 1) fast();
    await start();
    expect(wheres(decisions).at(-1)).toBe('remote');
  });

  test('unsent photos count: on the same link 1 photo goes to the remote, 10 to the device', async () => {
    const { clock, network, start, decisions, photoBytes } = await createDevice();
    network.observe({ type: 'result', taskName: 'damage_detection', ms: 1_000 });
    network.observe({ type: 'responded', at: clock.now(), ms: 10, bytes: 0 });
    const secondsEach = 2;
    const [bytes, ms] = [photoBytes * 1_000, secondsEach * 1_000 * 1_000];
    network.observe({ type: 'responded', at: clock.now(), ms, bytes });
    await start(1);
    await start(10);
    expect(wheres(decisions)).toEqual(['remote', 'device']);
    expect(decisions[1]?.estimateMs).toBeGreaterThan(20_000);
  });
});

test('results device: it does not wait for the service', async () => {
  const { runs, decisions, start, fast } = await createDevice({ results: 'device' });
  fast();
  const id = await start();
  expect([runs, decisions[0]?.reason]).toEqual([[id], "options.results is 'device'"]);
});

test('results that arrive during a run on the device abort the run', async () => {
  const { store, start, results, statusOf, work, slow } = await createDevice();
  slow();
  const release = work.pause();
  const id = await start();
  expect([await statusOf(id), work.running]).toEqual(['IN_PROGRESS', 1]);
  await results(id);
  expect(work.running).toBe(0);
  release();
  await flushPromises();
  expect(await statusOf(id)).toBe('DONE');
  expect((await store.load(id))?.state.damages).toEqual([]);
});

test('route remote: the device never runs it', async () => {
  const { clock, runs, decisions, start, statusOf, hints } = await createDevice({ route: 'remote' });
  hints.isOnline = false;
  const id = await start();
  await clock.advance(3_600_000);
  expect([runs, await statusOf(id), wheres(decisions)]).toEqual([[], 'TODO', ['remote']]);
});

test('route device: it never waits', async () => {
  const { runs, decisions, start, fast } = await createDevice({ route: 'device' });
  fast();
  const id = await start();
  expect([runs, wheres(decisions)]).toEqual([[id], ['device']]);
});

test('results device: sends the damages and sets the task DONE', async () => {
  const { store, start } = await createDevice({ route: 'device', results: 'device' });
  const id = await start();
  const operations = await store.operations({ inspectionId: id });
  expect(operations.map(({ kind }) => kind)).toEqual([
    'inspection.create',
    'image.add',
    'task.update',
    'damage.create',
    'view.create',
    'task.update',
    'inspection.results',
  ]);
  expect(operations[5]?.payload).toEqual({ taskName: 'damage_detection', input: { status: 'DONE' } });
  const state = (await store.load(id))?.state;
  expect(operations[3]?.payload).toEqual({
    damageId: state?.damages[0]?.id,
    input: { damageType: 'scratch', partType: 'hood' },
  });
  expect(operations[4]?.payload).toMatchObject({ viewId: state?.views[0]?.id });
});

test('results of the device are not sent if the service has authority', async () => {
  const { store, start } = await createDevice({ route: 'device' });
  const id = await start();
  const kinds = (await store.operations({ inspectionId: id })).map(({ kind }) => kind);
  expect(kinds).toEqual(['inspection.create', 'image.add', 'task.update']);
});
