import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import type { TaskName } from '../../../src/domain/enums.ts';
import { KerbsideError } from '../../../src/errors.ts';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { createLocks } from '../../../src/platform/locks.ts';
import { getOnlyRecord, rejection } from '../../conformance/api-under-test.ts';

const opened: Kerbside[] = [];
afterEach(() => {
  for (const kerbside of opened.splice(0)) kerbside.close();
});

/** A browser with a switchable network and an analyzer with a switchable fault. */
function device() {
  const [database, locks, handlers] = [crypto.randomUUID(), createLocks(undefined), new Set<() => void>()];
  const phone = {
    fault: new KerbsideError('model_unavailable', 'Failed to fetch', { retryable: true }) as
      | Error
      | undefined,
    runs: [] as string[],
    listeners: handlers,
    goOnline: () => {
      for (const handler of handlers) handler();
    },
    async open() {
      const kerbside = await openKerbside({
        user: { id: 'ann' },
        database,
        platform: {
          locks,
          onOnline(handler) {
            handlers.add(handler);
            return () => handlers.delete(handler);
          },
        },
        analyzer: {
          supports: async (name) => name !== 'wheel_analysis',
          async analyze({ task }) {
            phone.runs.push(task.name);
            if (phone.fault) throw phone.fault;
            return { createdBy: 'user' };
          },
        },
      });
      opened.push(kerbside);
      return kerbside;
    },
  };
  return phone;
}

async function started(kerbside: Kerbside, ...names: TaskName[]): Promise<string> {
  const tasks = Object.fromEntries(names.map((name) => [name, {}]));
  const { result: id } = await kerbside.inspections.createOne({ tasks });
  for (const name of names) await kerbside.tasks.updateOne(id, name, { status: 'TODO' });
  return id;
}

/** Creates an inspection whose damage detection has failed. */
async function failed(kerbside: Kerbside, ...others: TaskName[]): Promise<string> {
  const id = await started(kerbside, 'damage_detection', ...others);
  const error = await rejection(kerbside.tasks.whenDone(id, 'damage_detection'));
  expect(error.code).toBe('task_failed');
  return id;
}

const statusOf = async (kerbside: Kerbside, id: string) =>
  getOnlyRecord((await kerbside.tasks.getOne(id, 'damage_detection')).entities.tasks).status;
const becomesDone = (kerbside: Kerbside, id: string) =>
  expect.poll(() => statusOf(kerbside, id)).toBe('DONE');

test('a task whose code could not be loaded is retried when the device is online', async () => {
  const phone = device();
  phone.fault = new KerbsideError('code_unavailable', 'Failed to fetch', { retryable: true });
  const kerbside = await phone.open();
  const id = await failed(kerbside);
  phone.fault = undefined;
  phone.goOnline();
  await becomesDone(kerbside, id);
});

describe('a task whose model could not be fetched', () => {
  test('fails with model_unavailable and is retried when the device is online', async () => {
    const phone = device();
    const kerbside = await phone.open();
    const id = await started(kerbside, 'damage_detection');
    const failed = await rejection(kerbside.tasks.whenDone(id, 'damage_detection'));
    expect(failed).toMatchObject({ code: 'task_failed', cause: { code: 'model_unavailable' } });
    phone.fault = undefined;
    phone.goOnline();
    await becomesDone(kerbside, id);
    expect(
      getOnlyRecord((await kerbside.tasks.getOne(id, 'damage_detection')).entities.tasks),
    ).not.toHaveProperty('errorMessages');
  });

  test('is retried when Kerbside is opened the next time', async () => {
    const phone = device();
    const before = await phone.open();
    const id = await failed(before);
    before.close();
    phone.fault = undefined;
    await becomesDone(await phone.open(), id);
  });

  test('is retried if another task of the inspection waits for another host', async () => {
    const phone = device();
    const kerbside = await phone.open();
    const id = await failed(kerbside, 'wheel_analysis');
    phone.fault = undefined;
    phone.goOnline();
    await becomesDone(kerbside, id);
  });

  test('is retried once per online event while the model is unavailable', async () => {
    const phone = device();
    const kerbside = await phone.open();
    const id = await failed(kerbside);
    for (const runs of [2, 3]) {
      phone.goOnline();
      await expect.poll(() => phone.runs).toHaveLength(runs);
      await expect.poll(() => statusOf(kerbside, id)).toBe('ERROR');
    }
  });

  test('is retried by one of two tabs', async () => {
    const phone = device();
    const [kerbside] = [await phone.open(), await phone.open()];
    const id = await failed(kerbside);
    phone.fault = undefined;
    phone.goOnline();
    await becomesDone(kerbside, id);
    expect(phone.runs).toHaveLength(2);
  });

  test('is retried once per online event by two tabs, if the model stays unavailable', async () => {
    const phone = device();
    const [kerbside] = [await phone.open(), await phone.open()];
    const id = await failed(kerbside);
    phone.goOnline();
    await expect.poll(() => phone.runs).toHaveLength(2);
    await expect.poll(() => statusOf(kerbside, id)).toBe('ERROR');
    const next = await failed(kerbside);
    expect(await statusOf(kerbside, next)).toBe('ERROR');
    expect(phone.runs).toHaveLength(3);
  });

  test('has no online listener after Kerbside is closed', async () => {
    const phone = device();
    const kerbside = await phone.open();
    await failed(kerbside);
    expect(phone.listeners.size).toBe(1);
    kerbside.close();
    expect(phone.listeners.size).toBe(0);
  });
});

test('a task that failed for another reason is not retried', async () => {
  const phone = device();
  phone.fault = new KerbsideError('engine_failed', 'out of memory');
  const kerbside = await phone.open();
  const id = await failed(kerbside);
  phone.fault = undefined;
  phone.goOnline();
  const next = await started(kerbside, 'damage_detection');
  await kerbside.tasks.whenDone(next, 'damage_detection');
  expect(await statusOf(kerbside, id)).toBe('ERROR');
  expect(phone.runs).toHaveLength(2);
});
