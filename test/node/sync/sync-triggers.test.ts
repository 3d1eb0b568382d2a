import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { TabMessage } from '../../../src/domain/events.ts';
import type { OutboxChange } from '../../../src/domain/outbox/delivery.ts';
import { KerbsideError } from '../../../src/errors.ts';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { remoteSync, type SyncStatus } from '../../../src/sync/index.ts';

/** Browser events that start sending. */

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const scope = new EventTarget();
let registered: string[] = [];
let requests = 0;
let kerbside: Kerbside;

/** Counts how often this tab asks the leader tab to send. */
const openChannel = () => ({
  post(message: unknown) {
    if ((message as TabMessage).type === 'sync.asked') requests += 1;
  },
  onMessage() {},
  close() {},
});

beforeEach(async () => {
  registered = [];
  requests = 0;
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', scope.addEventListener.bind(scope));
  vi.stubGlobal('removeEventListener', scope.removeEventListener.bind(scope));
  const sync = { register: async (tag: string) => void registered.push(tag) };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ sync }) } });
  kerbside = await openKerbside({
    user: { id: 'ada' },
    database: 'triggers',
    store: new MemoryStore(),
    platform: { openChannel },
    sync: remoteSync({
      baseUrl: 'https://service.example/v1',
      getToken: () => 'token',
      // A service that never responds: nothing is unreachable, and nothing is delivered.
      fetch: () => new Promise(() => {}),
    }),
  });
});
afterEach(() => {
  kerbside.close();
  vi.unstubAllGlobals();
});

function setVisibility(visibilityState: 'visible' | 'hidden'): void {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

test('sends on online, and when the tab becomes visible', () => {
  scope.dispatchEvent(new Event('online'));
  expect(requests).toBe(1);
  setVisibility('visible');
  expect(requests).toBe(2);
  setVisibility('hidden');
  expect(requests).toBe(2);
});

test('sends as soon as the full disk has room again and the browser is online', async () => {
  let isFull = true;
  class FullStore extends MemoryStore {
    override async record(changes: readonly OutboxChange[]) {
      if (isFull) throw new KerbsideError('storage_full', 'No space.');
      return super.record(changes);
    }
  }
  kerbside.close();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }); // no delay ends
  onTestFinished(() => void vi.useRealTimers());
  const options = { baseUrl: 'https://service.example/v1', getToken: () => 'token' };
  kerbside = await openKerbside({
    user: { id: 'ada' },
    database: 'full',
    store: new FullStore(),
    sync: remoteSync({ ...options, fetch: () => new Promise(() => {}) }),
  });
  await kerbside.inspections.createOne({ tasks: {} });
  const waitFor = async (isAsExpected: (status: SyncStatus) => boolean) => {
    while (!isAsExpected(await kerbside.sync.status())) await new Promise(setImmediate);
  };
  await waitFor(({ paused }) => paused === 'storage');
  isFull = false;
  scope.dispatchEvent(new Event('online'));
  await waitFor(({ operations }) => operations.sending === 1);
});

test('does not react after close', () => {
  kerbside.close();
  scope.dispatchEvent(new Event('online'));
  setVisibility('visible');
  expect(requests).toBe(0);
});

// Proves fault F16.
test('a hidden tab with unsent operations registers Background Sync', async () => {
  setVisibility('hidden');
  await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  expect(registered).toEqual([]); // the outbox was empty
  setVisibility('hidden');
  await expect.poll(() => registered).toEqual(['kerbside:triggers']);
});

test('an unreachable service registers Background Sync', async () => {
  kerbside.close();
  kerbside = await openKerbside({
    user: { id: 'ada' },
    store: new MemoryStore(),
    database: 'elsewhere',
    sync: remoteSync({
      baseUrl: 'https://service.example/v1',
      getToken: () => 'token',
      fetch: () => Promise.reject(new TypeError('No network.')),
    }),
  });
  await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  await expect.poll(() => registered).toContain('kerbside:elsewhere');
});
