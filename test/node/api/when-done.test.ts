import { describe, expect, test } from 'vitest';
import { openKerbside } from '../../../src/kerbside.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { rejection } from '../../conformance/api-under-test.ts';

async function waiting(options: { timeoutMs?: number; signal?: AbortSignal } = {}) {
  const kerbside = await openKerbside({
    user: { id: 'ann' },
    store: new MemoryStore(),
    database: crypto.randomUUID(),
  });
  const { result: id } = await kerbside.inspections.createOne({ tasks: { wheel_analysis: {} } });
  const done = kerbside.tasks.whenDone(id, 'wheel_analysis', options);
  done.catch(() => {});
  return { kerbside, id, done };
}

describe('whenDone', () => {
  test('rejects when its signal aborts', async () => {
    const aborter = new AbortController();
    const { done } = await waiting({ signal: aborter.signal, timeoutMs: 100_000 });
    aborter.abort('the page is left');
    expect(await rejection(done)).toMatchObject({ code: 'aborted', cause: 'the page is left' });
  });

  test.each([undefined, 100_000])(
    'rejects with closed when Kerbside is closed (timeout %s)',
    async (timeoutMs) => {
      const { kerbside, done } = await waiting(timeoutMs === undefined ? {} : { timeoutMs });
      await new Promise((resolve) => setTimeout(resolve, 0)); // it has read the task and waits
      kerbside.close();
      expect((await rejection(done)).code).toBe('closed');
    },
  );

  test('accepts a timeout longer than the maximum of setTimeout', async () => {
    const { kerbside, id, done } = await waiting({ timeoutMs: 2 ** 40 });
    await new Promise((resolve) => setTimeout(resolve, 10)); // an overflowing timer would have fired
    await kerbside.tasks.updateOne(id, 'wheel_analysis', { status: 'DONE' });
    expect((await done).entities.tasks).toMatchObject({});
  });

  test.each(['deleted', 'purged'])('rejects with not_found when the inspection is %s', async (how) => {
    const { kerbside, id, done } = await waiting();
    if (how === 'deleted') await kerbside.inspections.deleteOne(id);
    else await kerbside.storage.purge(id, { discardUnsent: true });
    expect((await rejection(done)).code).toBe('not_found');
  });
});
