import { describe, expect, test, vi } from 'vitest';
import { coalesce } from './coalesce.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import { createLocks } from './locks.ts';
import { rejectOnAbort } from './reject-on-abort.ts';

const tick = () => new Promise((resolve) => setTimeout(resolve));

describe('coalesce', () => {
  test('joins calls during a run into one more run', async () => {
    let runs = 0;
    const run = coalesce(async () => {
      runs += 1;
      await tick();
    });
    for (let call = 0; call < 20; call += 1) run();
    await tick();
    await tick();
    expect(runs).toBe(2);
    run();
    expect(runs).toBe(3);
  });
});

describe('createKeyedQueue', () => {
  test('runs work of one key in order, also after a failure', async () => {
    const queue = createKeyedQueue();
    const log: string[] = [];
    const add = (key: string, name: string) =>
      queue.run(key, async () => {
        log.push(`${name} starts`);
        await tick();
        log.push(`${name} ends`);
        if (name === 'a1') throw new Error('failed');
      });
    const results = await Promise.allSettled([add('a', 'a1'), add('a', 'a2'), add('b', 'b1')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(log.filter((line) => line.startsWith('a'))).toEqual([
      'a1 starts',
      'a1 ends',
      'a2 starts',
      'a2 ends',
    ]);
    expect(log.indexOf('b1 starts')).toBeLessThan(log.indexOf('a1 ends'));
  });
});

describe('createLocks without Web Locks', () => {
  test('excludes two instances of one process', async () => {
    const [one, other] = [createLocks(undefined), createLocks(undefined)];
    const log: string[] = [];
    const held = one.withLock('name', async () => {
      await tick();
      log.push('one');
    });
    await Promise.all([held, other.withLock('name', async () => void log.push('other'))]);
    expect(log).toEqual(['one', 'other']);
  });

  test('listens to the signal only while it waits: many locks can share one', async () => {
    const locks = createLocks(undefined);
    const { signal } = new AbortController();
    const listen = vi.spyOn(signal, 'addEventListener');
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => locks.withLock(`name ${index}`, tick, signal)),
    );
    expect(listen).not.toHaveBeenCalled();
  });

  test('does not run work whose signal aborted while it waited', async () => {
    const locks = createLocks(undefined);
    const controller = new AbortController();
    const held = locks.withLock('name', tick);
    let hasRun = false;
    const waiting = locks.withLock(
      'name',
      async () => {
        hasRun = true;
      },
      controller.signal,
    );
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    await held;
    await locks.withLock('name', tick);
    expect(hasRun).toBe(false);
  });

  test('rejects an aborted wait at once, and does not abort work that has started', async () => {
    const locks = createLocks(undefined);
    const controller = new AbortController();
    let finish = () => {};
    const running = locks.withLock(
      'name',
      () =>
        new Promise<string>((resolve) => {
          finish = () => resolve('done');
        }),
      controller.signal,
    );
    await tick();
    const waiting = locks.withLock('name', tick, controller.signal);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' }); // while the lock is still held
    finish();
    expect(await running).toBe('done');
  });
});

describe('createLocks with Web Locks', () => {
  test('holds locks within this tab if the browser denies them to the page', async () => {
    const denied = new DOMException('Access to the Locks API is denied in this context.', 'SecurityError');
    const locks = createLocks({ request: () => Promise.reject(denied) } as unknown as LockManager);
    const log: string[] = [];
    const held = locks.withLock('denied', async () => {
      await tick();
      log.push('first');
    });
    await Promise.all([held, locks.withLock('denied', async () => void log.push('second'))]);
    expect(log).toEqual(['first', 'second']);
  });

  test('rejects with a SecurityError of the work, and does not run it again', async () => {
    const request = (_name: string, _options: object, work: () => Promise<unknown>) => work();
    const locks = createLocks({ request } as unknown as LockManager);
    const work = vi.fn(() => Promise.reject(new DOMException('No.', 'SecurityError')));
    await expect(locks.withLock('name', work)).rejects.toThrow('No.');
    expect(work).toHaveBeenCalledOnce();
  });
});

describe('rejectOnAbort', () => {
  test('rejects with the code aborted before the work ends', async () => {
    const controller = new AbortController();
    const work = rejectOnAbort(new Promise(() => {}), controller.signal);
    controller.abort();
    await expect(work).rejects.toMatchObject({ code: 'aborted' });
    await expect(rejectOnAbort(new Promise(() => {}), controller.signal)).rejects.toMatchObject({
      code: 'aborted',
    });
  });

  test('resolves with the result otherwise', async () => {
    expect(await rejectOnAbort(Promise.resolve(1), new AbortController().signal)).toBe(1);
    expect(await rejectOnAbort(Promise.resolve(2), undefined)).toBe(2);
  });
});
