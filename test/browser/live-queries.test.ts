import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Analyzer } from '../../src/domain/task/analyzer.ts';
import { type Kerbside, openKerbside } from '../../src/kerbside.ts';
import { type LiveQuery, type LiveSource, liveQueries } from '../../src/live/index.ts';
import { browserPhoto } from '../fixtures/browser-photos.ts';
import { eventually } from '../fixtures/eventually.ts';

const opened: Kerbside[] = [];
afterEach(() => {
  for (const kerbside of opened.splice(0)) kerbside.close();
});

async function open(database: string = crypto.randomUUID(), analyzer?: Analyzer): Promise<Kerbside> {
  const kerbside = await openKerbside({ user: { id: 'ann' }, database, ...(analyzer && { analyzer }) });
  opened.push(kerbside);
  return kerbside;
}

/** Counts what live queries read and how many handlers they have. */
function watchUse(kerbside: Kerbside) {
  const use = { reads: 0, handlers: 0 };
  const counted =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    (...args: Args) => {
      use.reads += 1;
      return call(...args);
    };
  const source: LiveSource = {
    inspections: {
      getOne: counted(kerbside.inspections.getOne),
      getMany: counted(kerbside.inspections.getMany),
    },
    tasks: { getOne: counted(kerbside.tasks.getOne) },
    sync: { status: counted(kerbside.sync.status) },
    on(type, handler) {
      use.handlers += 1;
      const unsubscribe = kerbside.on(type, handler);
      return () => {
        use.handlers -= 1;
        unsubscribe();
      };
    },
  };
  return { use, source };
}

/** Subscribes until the end of the test. Returns every snapshot that a subscriber sees. */
function record<Data>(query: LiveQuery<Data>) {
  const seen = [query.getSnapshot()];
  onTestFinished(query.subscribe(() => seen.push(query.getSnapshot())));
  return seen;
}

const ready = <Data>(query: LiveQuery<Data>) =>
  eventually(() => {
    const { status, data, error } = query.getSnapshot();
    if (status !== 'ready') throw error ?? new Error(status);
    return data;
  });

/** Resolves when all reads that were asked for so far have ended. */
async function settle(query: LiveQuery<unknown>): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet += 1) {
    const before = query.getSnapshot();
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (query.getSnapshot() !== before) quiet = 0;
  }
}

const dent = { damageType: 'dent', partType: 'hood' } as const;

describe('a live query of an inspection', () => {
  test('shows the inspection, and follows its changes', async () => {
    const kerbside = await open();
    const { result: id } = await kerbside.inspections.createOne({ tasks: {}, vehicle: { brand: 'Renault' } });
    const query = liveQueries(kerbside).inspection(id);
    const seen = record(query);
    expect((await ready(query)).inspection.id).toBe(id);
    expect(Object.values((await ready(query)).entities.vehicles)).toMatchObject([{ brand: 'Renault' }]);

    await kerbside.damages.createOne(id, dent);
    await eventually(() => expect(query.getSnapshot().data?.inspection.damages).toHaveLength(1));
    expect(seen.map(({ status }) => status)).toEqual(['loading', 'ready', 'ready']);
  });

  test('keeps the same objects for what did not change', async () => {
    const kerbside = await open();
    const photo = await browserPhoto({ seed: 1, width: 64, height: 48 });
    const { result: id } = await kerbside.inspections.createOne({ tasks: { wheel_analysis: {} } });
    const { result: imageId } = await kerbside.images.addOne(id, {}, photo);
    const query = liveQueries(kerbside).inspection(id);
    record(query);
    const before = await ready(query);
    await kerbside.damages.createOne(id, dent);
    await eventually(() => expect(query.getSnapshot().data).not.toBe(before));
    const after = await ready(query);
    expect(after.entities.images[imageId]).toBe(before.entities.images[imageId]);
    expect(after.entities.images).toBe(before.entities.images);
    expect(after.entities.damages).not.toBe(before.entities.damages);
  });

  test('does not notify after an event that changes none of its records', async () => {
    const kerbside = await open();
    const [{ result: id }, { result: other }] = [
      await kerbside.inspections.createOne({ tasks: {} }),
      await kerbside.inspections.createOne({ tasks: {} }),
    ];
    const { use, source } = watchUse(kerbside);
    const query = liveQueries(source).inspection(id);
    const seen = record(query);
    const before = await ready(query);
    await kerbside.damages.createOne(other, dent);
    query.refresh(); // the same data again
    await eventually(() => expect(use.reads).toBe(2));
    await settle(query);
    expect(query.getSnapshot().data).toBe(before);
    expect(seen).toHaveLength(2);
    expect(use.reads).toBe(2);
  });

  test('has an error as its state, until the inspection exists', async () => {
    const source = await open();
    const { result: id } = await source.inspections.createOne({ tasks: {} });
    const zip = await source.storage.export(id);
    const kerbside = await open();
    const query = liveQueries(kerbside).inspection(id);
    record(query);
    await eventually(() => expect(query.getSnapshot().status).toBe('failed'));
    expect(query.getSnapshot()).toMatchObject({ data: undefined, error: { code: 'not_found' } });

    const { result: copyId } = await kerbside.storage.import(zip);
    const copy = liveQueries(kerbside).inspection(copyId);
    record(copy);
    expect((await ready(copy)).inspection.id).toBe(copyId);
    await kerbside.inspections.deleteOne(copyId);
    await eventually(() => expect(copy.getSnapshot()).toMatchObject({ status: 'failed', data: undefined }));
  });

  test('keeps its last result if a read fails, and recovers with the next', async () => {
    const kerbside = await open();
    const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
    const { source } = watchUse(kerbside);
    let isBroken = false;
    const failing: LiveSource = {
      ...source,
      inspections: {
        ...source.inspections,
        getOne: async (...args) => {
          if (isBroken) throw new Error('the disk is gone');
          return source.inspections.getOne(...args);
        },
      },
    };
    const query = liveQueries(failing).inspection(id);
    record(query);
    const before = await ready(query);
    isBroken = true;
    query.refresh();
    await eventually(() => expect(query.getSnapshot().status).toBe('failed'));
    expect(query.getSnapshot().data).toBe(before);
    isBroken = false;
    query.refresh();
    await eventually(() => expect(query.getSnapshot().status).toBe('ready'));
  });
});

describe('the subscribers of a live query', () => {
  test('share one read, and one object', async () => {
    const kerbside = await open();
    const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
    const { use, source } = watchUse(kerbside);
    const queries = Array.from({ length: 50 }, () => liveQueries(source).inspection(id));
    expect(new Set(queries).size).toBe(1);
    const seen = queries.map((query) => record(query));
    const [query] = queries;
    if (query) await ready(query);
    expect(use.reads).toBe(1);
    expect(new Set(seen.map((snapshots) => snapshots.at(-1)))).toEqual(new Set([query?.getSnapshot()]));
    const filter = { limit: 5, showDeleted: false };
    const same = { showDeleted: false, after: undefined, limit: 5 };
    expect(liveQueries(source).inspections(filter)).toBe(liveQueries(source).inspections(same));
  });

  test('cause no read and no handler before the first and after the last', async () => {
    const kerbside = await open();
    const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
    const { use, source } = watchUse(kerbside);
    const query = liveQueries(source).inspection(id);
    await kerbside.damages.createOne(id, dent);
    await settle(query);
    expect(use).toEqual({ reads: 0, handlers: 0 });

    const unsubscribes = [query.subscribe(() => {}), query.subscribe(() => {})];
    await ready(query);
    expect(use.handlers).toBeGreaterThan(0);
    for (const unsubscribe of [...unsubscribes, ...unsubscribes]) unsubscribe(); // a second call does nothing
    await Promise.resolve();
    expect(use.handlers).toBe(0);
    const { reads } = use;
    await kerbside.damages.createOne(id, dent);
    query.refresh();
    await settle(query);
    expect(use.reads).toBe(reads);
  });

  test('that come back at once cause no second read, and later ones see what they missed', async () => {
    const kerbside = await open();
    const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
    const { use, source } = watchUse(kerbside);
    const query = liveQueries(source).inspection(id);
    query.subscribe(() => {})(); // as StrictMode does with each effect
    const unsubscribe = query.subscribe(() => {});
    await ready(query);
    expect(use.reads).toBe(1);
    unsubscribe();
    await kerbside.damages.createOne(id, dent);
    record(liveQueries(source).inspection(id));
    await eventually(() => expect(query.getSnapshot().data?.inspection.damages).toHaveLength(1));
  });

  test('are each notified, also if one of them throws', async () => {
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const kerbside = await open();
    const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
    const query = liveQueries(kerbside).inspection(id);
    onTestFinished(
      query.subscribe(() => {
        throw new Error('a bug in the app');
      }),
    );
    const seen = record(query);
    await ready(query);
    expect(seen).toHaveLength(2);
    expect(reported).toHaveBeenCalledTimes(1);
  });
});

test('a burst of changes causes few reads, and the last one is seen', async () => {
  const kerbside = await open();
  const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
  const { use, source } = watchUse(kerbside);
  const query = liveQueries(source).inspection(id);
  record(query);
  await ready(query);
  const reads: number[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { getOne } = source.inspections;
  source.inspections.getOne = async (...args) => {
    reads.push(reads.length);
    if (reads.length === 1) await held; // all changes come during this read
    return getOne(...args);
  };
  query.refresh();
  await eventually(() => expect(reads).toHaveLength(1));
  for (let n = 0; n < 30; n += 1) await kerbside.damages.createOne(id, dent);
  release();
  await eventually(() => expect(query.getSnapshot().data?.inspection.damages).toHaveLength(30));
  await settle(query);
  expect(reads).toHaveLength(2);
  expect(use.reads).toBe(3);
});

describe('live queries of two tabs', () => {
  test('follow the changes of the other tab', async () => {
    const database = crypto.randomUUID();
    const [one, two] = [await open(database), await open(database)];
    const list = liveQueries(two).inspections({ showDeleted: false });
    record(list);
    expect((await ready(list)).inspections).toEqual([]);
    const { result: id } = await one.inspections.createOne({ tasks: {} });
    await eventually(() =>
      expect(list.getSnapshot().data?.inspections.map((found) => found.id)).toEqual([id]),
    );
    const query = liveQueries(two).inspection(id);
    record(query);
    await ready(query);
    for (let n = 0; n < 20; n += 1) await one.damages.createOne(id, dent);
    await eventually(() => expect(query.getSnapshot().data?.inspection.damages).toHaveLength(20));
    await one.inspections.deleteOne(id);
    await eventually(() => expect(list.getSnapshot().data?.inspections).toEqual([]));
    expect(query.getSnapshot().error?.code).toBe('not_found');
  });

  test('end with the same result, whichever tab changes what', async () => {
    const database = crypto.randomUUID();
    const tabs = [await open(database), await open(database)] as const;
    const { result: id } = await tabs[0].inspections.createOne({ tasks: {} });
    const queries = tabs.map((tab) => liveQueries(tab).inspection(id));
    for (const query of queries) record(query);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? tabs[0] : tabs[1]).damages.createOne(id, dent)),
    );
    for (const query of queries)
      await eventually(() => expect(query.getSnapshot().data?.inspection.damages).toHaveLength(20));
    expect(queries[0]?.getSnapshot()).toEqual(queries[1]?.getSnapshot());
  });
});

test('a live query of a task shows its progress and its end', async () => {
  let goOn = () => {};
  const seenHalf = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const analyzer: Analyzer = {
    async analyze({ onProgress }) {
      onProgress?.(1, 2);
      await seenHalf;
      return { createdBy: { model: 'a stand-in', version: '1', engine: 'none' } };
    },
  };
  const kerbside = await open(crypto.randomUUID(), analyzer);
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const query = liveQueries(kerbside).task(id, 'damage_detection');
  record(query);
  expect(await ready(query)).toMatchObject({ status: 'NOT_STARTED', progress: null });
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await eventually(() =>
    expect(query.getSnapshot().data).toMatchObject({
      status: 'IN_PROGRESS',
      progress: { done: 1, total: 2 },
    }),
  );
  goOn();
  await eventually(() => expect(query.getSnapshot().data).toMatchObject({ status: 'DONE', progress: null }));
});

test('a live query of the sync status fails without sync', async () => {
  const query = liveQueries(await open()).syncStatus();
  record(query);
  await eventually(() => expect(query.getSnapshot().error?.code).toBe('unsupported'));
});

test('a query of the app reads again after each event, and shares what did not change', async () => {
  const kerbside = await open();
  const query = liveQueries(kerbside).query(async () => {
    const { operations } = await kerbside.storage.usage();
    return { operations, limits: { photos: 20 } };
  });
  record(query);
  const before = await ready(query);
  expect(before.operations).toBe(0);
  await kerbside.inspections.createOne({ tasks: {} });
  await eventually(() => expect(query.getSnapshot().data?.operations).toBe(1));
  expect(query.getSnapshot().data?.limits).toBe(before.limits);
});

test('a live query of an inspection can show what is deleted', async () => {
  const kerbside = await open();
  const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
  const query = liveQueries(kerbside).inspection(id, { showDeletedObjects: true });
  expect(query).not.toBe(liveQueries(kerbside).inspection(id));
  record(query);
  await ready(query);
  await kerbside.inspections.deleteOne(id);
  await eventually(() => expect(query.getSnapshot().data?.inspection.deletedAt).toBeDefined());
});
