import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Kerbside, openKerbside } from '../../src/kerbside.ts';
import { MemoryStore } from '../../src/store/memory-store.ts';
import { remoteSync } from '../../src/sync/index.ts';

/** What makes sending start again by itself, as far as a browser tells it. */

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const scope = new EventTarget();
let registered: string[] = [];
let asked = 0;
let kerbside: Kerbside;

beforeEach(async () => {
  registered = [];
  asked = 0;
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', scope.addEventListener.bind(scope));
  vi.stubGlobal('removeEventListener', scope.removeEventListener.bind(scope));
  const sync = { register: async (tag: string) => void registered.push(tag) };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ sync }) } });
  kerbside = await openKerbside({
    user: { id: 'ada' },
    database: 'triggers',
    store: new MemoryStore(),
    sync: remoteSync({
      baseUrl: 'https://service.example/v1',
      getToken: () => 'token',
      // A service that keeps who calls it waiting: nothing is unreachable, and nothing gets done.
      fetch: () => new Promise(() => {}),
    }),
  });
  kerbside.on('sync.asked', () => {
    asked += 1;
  });
});
afterEach(() => {
  kerbside.close();
  vi.unstubAllGlobals();
});

function look(visibilityState: 'visible' | 'hidden'): void {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

test('the network that is said to be back, and a person who looks again', () => {
  scope.dispatchEvent(new Event('online'));
  expect(asked).toBe(1);
  look('visible');
  expect(asked).toBe(2);
  look('hidden');
  expect(asked).toBe(2);
});

test('nothing any more, once it is closed', () => {
  kerbside.close();
  scope.dispatchEvent(new Event('online'));
  look('visible');
  expect(asked).toBe(0);
});

test('a tab that nobody looks at leaves what it has not sent to the service worker', async () => {
  look('hidden');
  await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  expect(registered).toEqual([]); // there was nothing to leave
  look('hidden');
  await expect.poll(() => registered).toEqual(['kerbside:triggers']);
});

test('so does one that finds no network', async () => {
  kerbside.close();
  kerbside = await openKerbside({
    user: { id: 'ada' },
    store: new MemoryStore(),
    database: 'elsewhere',
    sync: remoteSync({
      baseUrl: 'https://service.example/v1',
      getToken: () => 'token',
      fetch: () => Promise.reject(new TypeError('There is no network.')),
    }),
  });
  await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  await expect.poll(() => registered).toContain('kerbside:elsewhere');
});
