import type { SyncStatus } from 'kerbside';
import { expect, test, vi } from 'vitest';
import { EMPTY_VIEW, SyncFollower, type SyncSource, type SyncView } from './follow-sync.ts';

const STATUS = { operations: { queued: 1 } } as SyncStatus;

/** An outbox that is read when the test says so. */
function createSource() {
  const usage = vi.fn(async () => ({ usedBytes: 5 }));
  const kerbside = {
    sync: { status: async () => STATUS },
    storage: { usage },
    on: () => () => {},
  } as unknown as SyncSource;
  return { kerbside, usage };
}

test('reports each read once', async () => {
  const views: SyncView[] = [];
  const follower = new SyncFollower(createSource().kerbside, EMPTY_VIEW, (view) => views.push(view));
  await expect.poll(() => views.length).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve));
  expect(views).toEqual([{ status: STATUS, usedBytes: 5, hasNoService: false, error: undefined }]);
  follower.stop();
});

test('keeps what is known until it is read again, also if that fails', async () => {
  const { kerbside, usage } = createSource();
  usage.mockRejectedValue(new Error('no storage'));
  const known = { ...EMPTY_VIEW, status: STATUS };
  const views: SyncView[] = [];
  const follower = new SyncFollower(kerbside, known, (view) => views.push(view));
  dispatchEvent(new Event('offline'));
  expect(views).toEqual([known]);
  await expect.poll(() => views.at(-1)).toMatchObject({ status: STATUS, error: { message: 'no storage' } });
  follower.stop();
});
