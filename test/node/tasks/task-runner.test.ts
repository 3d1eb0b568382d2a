import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Analyzer } from '../../../src/domain/task/analyzer.ts';
import { KerbsideError } from '../../../src/errors.ts';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { createLocks } from '../../../src/platform/locks.ts';
import type { Locks } from '../../../src/platform/ports.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { getOnlyRecord, getRecord, rejection } from '../../conformance/api-under-test.ts';
import { BrightnessAnalyzer, halfDark } from '../support/brightness-analyzer.ts';

const user = { id: 'ann' };
const opened: Kerbside[] = [];
afterEach(() => {
  for (const kerbside of opened.splice(0)) kerbside.close();
});

/** Tabs of one browser share locks. Node has no Web Locks. */
async function open(
  database: string,
  analyzer?: Analyzer,
  locks: Locks = createLocks(undefined),
): Promise<Kerbside> {
  const kerbside = await openKerbside({ user, database, platform: { locks }, ...(analyzer && { analyzer }) });
  opened.push(kerbside);
  return kerbside;
}

async function started(kerbside: Kerbside, ...sides: ('left' | 'right')[]) {
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const images: string[] = [];
  for (const side of sides) {
    const photo = await halfDark(side);
    images.push((await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, photo)).result);
  }
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  return { id, images };
}

const taskOf = async (kerbside: Kerbside, id: string) =>
  getOnlyRecord((await kerbside.tasks.getOne(id, 'damage_detection')).entities.tasks);

/** An analyzer that waits for `release` or the signal. */
function createHeldAnalyzer() {
  const [began, release] = [withResolvers(), withResolvers()];
  const analyzer: Analyzer = {
    async analyze({ signal }) {
      began.resolve();
      const stopped = new Promise<never>((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
      await Promise.race([release.promise, stopped]);
      return { createdBy: 'user' };
    },
  };
  return { analyzer, began: began.promise, release: release.resolve };
}

function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe('a started task', () => {
  test('runs on the bytes of its photos; results and DONE are committed together', async () => {
    const kerbside = await open('run', new BrightnessAnalyzer());
    const progress: string[] = [];
    kerbside.on('task.progress', ({ done, total }) => progress.push(`${done}/${total}`));
    const { id, images } = await started(kerbside, 'left', 'right');
    const done = await kerbside.tasks.whenDone(id, 'damage_detection');
    expect(getOnlyRecord(done.entities.tasks)).toMatchObject({ status: 'DONE', doneAt: expect.any(String) });
    const { entities } = await kerbside.inspections.getOne(id);
    const views = Object.values(entities.views).map(({ imageId, boundingBox }) => [
      imageId,
      boundingBox.xmin,
    ]);
    expect(views).toEqual([
      [images[0], 0],
      [images[1], 40],
    ]);
    for (const { damageId, createdBy } of Object.values(entities.views)) {
      expect(createdBy).toEqual({ model: 'brightness', version: '1', engine: 'sharp' });
      expect(getRecord(entities.damages, damageId)).toMatchObject({ damageType: 'shadow', partType: 'hood' });
    }
    expect(getOnlyRecord(entities.parts).damageIds).toHaveLength(2);
    expect(getOnlyRecord(entities.inspections).status).toBe('DONE');
    expect(progress).toEqual(['1/2', '2/2']);
  });

  test('waits without an analyzer, and runs when Kerbside is opened with one', async () => {
    const idle = await open('idle');
    const { id } = await started(idle, 'left');
    expect((await taskOf(idle, id)).status).toBe('TODO');
    idle.close();
    const kerbside = await open('idle', new BrightnessAnalyzer());
    expect(getOnlyRecord((await kerbside.tasks.whenDone(id, 'damage_detection')).entities.tasks).status).toBe(
      'DONE',
    );
  });

  test('that fails becomes ERROR with its reason, and can be started again', async () => {
    let fails = true;
    const flaky = new BrightnessAnalyzer();
    const kerbside = await open('error', {
      analyze: (request) => {
        if (fails) throw new KerbsideError('unsupported', 'This device has no legs.');
        return flaky.analyze(request);
      },
    });
    const { id } = await started(kerbside, 'left');
    const error = await rejection(kerbside.tasks.whenDone(id, 'damage_detection'));
    expect(error).toMatchObject({
      code: 'task_failed',
      details: { inspectionId: id, taskName: 'damage_detection' },
    });
    expect(error.message).toContain('This device has no legs.');
    const task = await taskOf(kerbside, id);
    expect(task).toMatchObject({
      status: 'ERROR',
      errorMessages: [{ message: 'This device has no legs.', errorCode: 'unsupported' }],
    });
    expect(getOnlyRecord((await kerbside.inspections.getOne(id)).entities.inspections).status).toBe('ERROR');
    fails = false;
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
    const again = getOnlyRecord((await kerbside.tasks.whenDone(id, 'damage_detection')).entities.tasks);
    expect(again.status).toBe('DONE');
    expect(again).not.toHaveProperty('errorMessages');
  });

  test('whose results cannot be stored runs again after space is freed, without an unhandled rejection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const store = new MemoryStore();
    const commit = store.commit.bind(store);
    let isFull = false;
    let rejected = 0;
    store.commit = async (change) => {
      if (!isFull) return commit(change);
      rejected += 1;
      throw new KerbsideError('storage_full', 'no room', { retryable: true });
    };
    let runs = 0;
    const analyze = async () => {
      runs += 1;
      isFull = runs === 1;
      return { createdBy: { model: 'm', version: '1', engine: 'e' } };
    };
    const kerbside = await openKerbside({
      user,
      store,
      analyzer: { analyze },
      database: crypto.randomUUID(),
    });
    opened.push(kerbside);
    const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
    await vi.waitFor(() => expect(rejected).toBe(2), 60_000); // the results, and the ERROR status
    await new Promise(setImmediate);
    isFull = false;
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    await expect.poll(async () => (await taskOf(kerbside, id)).status).toBe('DONE');
    expect(runs).toBe(2);
  });

  test('that is restarted immediately after it failed runs again, even if its lock is released slowly', async () => {
    const queue = createLocks(undefined);
    const slow: Locks = {
      async withLock(name, work, signal) {
        const result = await queue.withLock(name, work, signal);
        await new Promise((resolve) => setTimeout(resolve, 20));
        return result;
      },
    };
    let runs = 0;
    const kerbside = await open(
      'again',
      {
        async analyze() {
          runs += 1;
          if (runs === 1) throw new Error('not yet');
          return { createdBy: 'user' };
        },
      },
      slow,
    );
    const { id } = await started(kerbside);
    await rejection(kerbside.tasks.whenDone(id, 'damage_detection'));
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
    await kerbside.tasks.whenDone(id, 'damage_detection');
    expect(runs).toBe(2);
  });

  test('that was running when Kerbside closed leaves no records and runs again at the next open', async () => {
    const { analyzer, began } = createHeldAnalyzer();
    const first = await open('killed', analyzer);
    const { id } = await started(first, 'left');
    await began;
    expect((await taskOf(first, id)).status).toBe('IN_PROGRESS');
    first.close();
    const reader = await open('killed');
    expect((await reader.inspections.getOne(id)).entities.damages).toEqual({});
    const second = await open('killed', new BrightnessAnalyzer());
    expect(getOnlyRecord((await second.tasks.whenDone(id, 'damage_detection')).entities.tasks).status).toBe(
      'DONE',
    );
    expect(Object.keys((await second.inspections.getOne(id)).entities.damages)).toHaveLength(1);
  });

  test('is run by exactly one of several Kerbside instances on a database', async () => {
    const locks = createLocks(undefined);
    const analyzers = Array.from({ length: 3 }, () => new BrightnessAnalyzer());
    const kerbsides = await Promise.all(analyzers.map((analyzer) => open('crowd', analyzer, locks)));
    const ids: string[] = [];
    for (const kerbside of [...kerbsides, ...kerbsides]) ids.push((await started(kerbside, 'left')).id);
    for (const id of ids) await kerbsides[0]?.tasks.whenDone(id, 'damage_detection');
    const runs = analyzers.flatMap((analyzer) => analyzer.runs);
    expect(runs.toSorted()).toEqual(ids.map((id) => `${id}:damage_detection`).toSorted());
    for (const id of ids) {
      const { entities } = (await kerbsides[1]?.inspections.getOne(id)) ?? {};
      expect(Object.keys(entities?.damages ?? {})).toHaveLength(1);
    }
  });

  test('that the user set to DONE meanwhile keeps that status', async () => {
    const { analyzer, began, release } = createHeldAnalyzer();
    const kerbside = await open('overtaken', analyzer);
    const { id } = await started(kerbside, 'left');
    await began;
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'DONE' });
    release();
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'VALIDATED' });
    expect((await taskOf(kerbside, id)).status).toBe('VALIDATED');
  });

  test('never overwrites vehicle fields that the user entered', async () => {
    const kerbside = await open('vehicle', {
      analyze: async () => ({ createdBy: 'user', vehicle: { plate: 'READ-1', vin: 'VIN-1' } }),
    });
    const { result: id } = await kerbside.inspections.createOne({
      tasks: { damage_detection: { status: 'TODO' } },
      vehicle: { plate: 'TYPED-1' },
    });
    await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, await halfDark('left'));
    await kerbside.tasks.whenDone(id, 'damage_detection');
    expect(getOnlyRecord((await kerbside.inspections.getOne(id)).entities.vehicles)).toMatchObject({
      plate: 'TYPED-1',
      vin: 'VIN-1',
    });
  });
});
