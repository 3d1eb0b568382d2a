import { afterEach, describe, expect, test, vi } from 'vitest';
import { commitOf, stateOf } from '../../test/fixtures/databases/records.ts';
import { eventually } from '../../test/fixtures/eventually.ts';
import { KerbsideError } from '../errors.ts';
import { BackgroundWork, type WorkDescription } from './background-work.ts';
import { createDeferred, createTestHost } from './test-host.suite.ts';

interface Photo {
  inspectionId: string;
  imageId: string;
}

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.splice(0).map((tab) => tab.close()));
});

/** A browser: its tabs share the database, the events, the locks and the network. */
function createBrowser() {
  const online = new Set<() => void>();
  const host = createTestHost({
    onOnline(handler) {
      online.add(handler);
      return () => online.delete(handler);
    },
  });
  const add = (imageId: string) => host.events.publish({ type: 'image.added', inspectionId: 'a', imageId });
  const openTab = (run: (photo: Photo, signal: AbortSignal) => Promise<void>, find = (): Photo[] => []) => {
    const description: WorkDescription<Photo> = {
      key: ({ imageId }) => imageId,
      onEvent: (event) => (event.type === 'image.added' ? event : undefined),
      find,
      run,
    };
    const tab = new BackgroundWork(host, description, 'test');
    open.push(tab);
    return tab;
  };
  return { host, add, openTab, online };
}

/** Work that lasts until the test ends it, or until its signal aborts. */
function createHeldWork() {
  const runs: { imageId: string; end(error?: Error): void }[] = [];
  const run = ({ imageId }: Photo, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      runs.push({ imageId, end: (error) => (error ? reject(error) : resolve()) });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const hasRun = (count: number) => eventually(async () => expect(runs).toHaveLength(count));
  return { run, runs, hasRun };
}

const tick = () => new Promise(setImmediate);

describe('BackgroundWork', () => {
  test('runs a key in one tab at a time, and different keys at once', async () => {
    const { add, openTab } = createBrowser();
    const [first, second] = [createHeldWork(), createHeldWork()];
    await openTab(first.run).start();
    await openTab(second.run).start();
    add('x');
    add('y');
    await first.hasRun(2);
    await tick();
    expect(second.runs).toEqual([]);
    first.runs[0]?.end();
    await second.hasRun(1); // finds out that it is done
    expect(second.runs[0]?.imageId).toBe('x');
  });

  test('passes work to the next tab when its tab closes', async () => {
    const { add, openTab } = createBrowser();
    const [first, second] = [createHeldWork(), createHeldWork()];
    const dying = openTab(first.run);
    await dying.start();
    await openTab(second.run).start();
    add('x');
    await first.hasRun(1);
    await dying.close();
    await second.hasRun(1);
  });

  test('runs once more if it was requested during a run, however often', async () => {
    const { add, openTab } = createBrowser();
    const work = createHeldWork();
    const tab = openTab(work.run);
    await tab.start();
    add('x');
    await work.hasRun(1);
    add('x');
    add('x');
    work.runs[0]?.end();
    await work.hasRun(2);
    work.runs[1]?.end();
    await tab.whenIdle();
    expect(work.runs).toHaveLength(2);
  });

  test('runs again 10 s after a retryable error, and never after another one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { add, openTab } = createBrowser();
    const work = createHeldWork();
    const tab = openTab(work.run);
    await tab.start();
    add('x');
    await tick();
    work.runs[0]?.end(new KerbsideError('storage_full', 'No room.', { retryable: true }));
    await tab.whenIdle();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(work.runs).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(work.runs).toHaveLength(2);
    work.runs[1]?.end(new KerbsideError('not_found', 'Deleted.'));
    await tab.whenIdle();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(work.runs).toHaveLength(2);
  });

  test('close interrupts the work, waits until it has ended, and accepts no more', async () => {
    const { add, openTab, online } = createBrowser();
    const [began, ended] = [createDeferred<AbortSignal>(), createDeferred<void>()];
    const tab = openTab((_photo, signal) => {
      began.resolve(signal);
      return ended.promise;
    });
    await tab.start();
    add('x');
    const signal = await began.promise;
    let isClosed = false;
    const closing = tab.close().then(() => {
      isClosed = true;
    });
    await tick();
    expect({ isAborted: signal.aborted, isClosed }).toEqual({ isAborted: true, isClosed: false });
    ended.resolve();
    await closing;
    add('y');
    await tab.whenIdle();
    expect(online.size).toBe(0);
  });

  test('close does not wait for work of another tab', async () => {
    const { add, openTab } = createBrowser();
    const work = createHeldWork();
    await openTab(work.run).start();
    const waiting = openTab(() => expect.unreachable());
    await waiting.start();
    add('x');
    await work.hasRun(1);
    await waiting.close();
  });

  test('finds stored work at the start, after an import, and when the network is back', async () => {
    const { host, openTab, online } = createBrowser();
    await host.store.commit(commitOf(stateOf('a')));
    const runs: string[] = [];
    const tab = openTab(
      async ({ imageId }) => void runs.push(imageId),
      () => [{ inspectionId: 'a', imageId: 'stored' }],
    );
    await tab.start();
    await tab.whenIdle();
    host.events.publish({ type: 'inspection.imported', inspectionId: 'a' });
    await eventually(async () => expect(runs).toHaveLength(2));
    for (const goOnline of online) goOnline();
    await eventually(async () => expect(runs).toHaveLength(3));
  });

  test('starts although the store fails, and finds the work with the next scan', async () => {
    const { host, openTab } = createBrowser();
    await host.store.commit(commitOf(stateOf('a')));
    const failure = new KerbsideError('storage_unavailable', 'Lost.', { retryable: true });
    vi.spyOn(host.store, 'list').mockRejectedValueOnce(failure);
    const work = createHeldWork();
    const tab = openTab(work.run, () => [{ inspectionId: 'a', imageId: 'stored' }]);
    await tab.start();
    expect(work.runs).toEqual([]);
    await tab.scan();
    await work.hasRun(1);
  });
});

test.each([
  [{}, 50],
  [{ limit: Number.POSITIVE_INFINITY }, 120],
  [{ limit: 70 }, 70],
])('a scan %j reads the newest %i of 120 inspections', async (scan, count) => {
  const { host } = createBrowser();
  const ids = Array.from({ length: 120 }, (_, index) => `${1000 + index}`);
  for (const id of ids) await host.store.commit(commitOf(stateOf(id)));
  const found: string[] = [];
  const tab = new BackgroundWork<Photo>(
    host,
    {
      key: ({ imageId }) => imageId,
      onEvent: () => undefined,
      find: ({ inspection }) => {
        found.push(inspection.id);
        return [];
      },
      scans: [scan],
      run: async () => {},
    },
    'test',
  );
  await tab.scan();
  expect(found).toEqual(ids.reverse().slice(0, count));
});
