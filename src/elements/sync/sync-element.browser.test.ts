import { MemoryStore, openKerbside, type SyncStatus } from 'kerbside';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { defineElements } from '../define.ts';
import type { ExportDetail, KerbsideSync } from './sync-element.ts';

const IDLE: SyncStatus = {
  operations: { queued: 0, sending: 0, waiting: 0, blocked: 0 },
  photoBytes: 0,
  inFlight: [],
  blocked: [],
  held: null,
  heldReason: null,
  ofOthers: 0,
  waitingReason: null,
  awaited: 0,
  lastSuccessAt: null,
};
const BLOCKED: SyncStatus['blocked'][number] = {
  operationId: 'op-1',
  inspectionId: 'i-1',
  kind: 'image.add',
  createdAt: '2026-03-01T10:00:00.000Z',
  reason: { code: 'remote_refused', message: 'The photo is no JPEG.', status: 400 },
};

beforeAll(() => defineElements());
afterEach(() => document.body.replaceChildren());

test('an app without a service is told that everything stays here', async () => {
  const kerbside = await openKerbside({ user: { id: 'me' }, store: new MemoryStore() });
  const element = await shown(kerbside);
  await expect.poll(() => text(element)).toContain('No service is set up');
  kerbside.close();
});

test('it follows the Kerbside that it is given, also right after it was put on the page, and instead of another', async () => {
  const without = await openKerbside({ user: { id: 'me' }, store: new MemoryStore() });
  const element = document.createElement('kerbside-sync');
  document.body.append(element);
  element.kerbside = without;
  await expect.poll(() => text(element)).toContain('No service is set up');
  element.kerbside = service(IDLE).kerbside;
  await expect.poll(() => text(element)).toContain('Everything has been sent.');
  without.close();
});

test('it says what waits, what is on its way, and when something was sent last', async () => {
  const { kerbside, tell } = service({
    ...IDLE,
    operations: { queued: 3, sending: 1, waiting: 2, blocked: 0 },
    photoBytes: 4_200_000,
    inFlight: [
      { operationId: 'a', inspectionId: 'i', kind: 'image.add', sentBytes: 500_000, totalBytes: 1_000_000 },
    ],
  });
  const element = await shown(kerbside);
  await expect.poll(() => text(element)).toContain('5 waiting · 1 being sent · 4.2 MB of photos to upload');
  expect(element.shadowRoot?.querySelector('progress')?.value).toBe(500_000);
  tell({ ...IDLE, lastSuccessAt: '2026-03-01T10:00:00.000Z' });
  await expect.poll(() => text(element)).toContain('Everything has been sent.');
  expect(text(element)).toMatch(/Last sent: 1 Mar 2026/);
});

test('what is blocked says why, and can be tried again, exported, or after a second thought discarded', async () => {
  const { kerbside, calls } = service({ ...IDLE, blocked: [BLOCKED] });
  const element = await shown(kerbside);
  await expect.poll(() => text(element)).toContain('The photo is no JPEG.');
  element.titles = { 'i-1': 'Renault Clio' };
  await expect.poll(() => text(element)).toContain('Renault Clio: ');
  const saved = new Promise<ExportDetail>((resolve) => {
    element.addEventListener('export-ready', ({ detail }) => resolve(detail));
  });
  await press(element, 'Try again');
  await press(element, 'Export');
  expect((await saved).inspectionId).toBe('i-1');
  await press(element, 'Discard');
  await press(element, 'Keep');
  expect(calls).toEqual(['retry op-1', 'export op-1']);
  await press(element, 'Discard');
  await press(element, 'Discard');
  expect(calls.at(-1)).toBe('discard op-1');
});

test('in French it says why in French, and what the service said beneath', async () => {
  const { kerbside } = service({ ...IDLE, blocked: [BLOCKED] });
  const element = await shown(kerbside, 'fr');
  await expect.poll(() => text(element)).toContain('Le service a refusé la demande.');
  expect(element.shadowRoot?.querySelector('details')?.textContent).toContain('The photo is no JPEG.');
});

test('what the service did not take says why, and that it is tried again', async () => {
  const message = 'POST /inspections answered 200: something other than the service answered';
  const status = {
    ...IDLE,
    operations: { ...IDLE.operations, waiting: 1 },
    waitingReason: { code: 'remote_invalid', message },
  };
  const element = await shown(service(status).kerbside);
  await expect.poll(() => text(element)).toContain(`It is made again by itself. ${message}`);
  const french = await shown(service(status).kerbside, 'fr');
  await expect.poll(() => text(french)).toContain('Ce n’est pas le service qui a répondu.');
  expect(french.shadowRoot?.querySelector('details')?.textContent).toContain(message);
});

test.each(['remote_unavailable', 'timeout'])(
  'what got no answer before a reload (%s) waits for the network, in plain words',
  async (code) => {
    const message = 'POST /inspections got no answer: Failed to fetch.';
    const operations = { ...IDLE.operations, waiting: 1 };
    const element = await shown(service({ ...IDLE, operations, waitingReason: { code, message } }).kerbside);
    await expect.poll(() => text(element)).toContain('The service can not be reached.');
    expect(text(element)).not.toContain('Failed to fetch');
  },
);

test('without a network what waits says so, though nothing was tried yet', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const waiting = await shown(service({ ...IDLE, operations: { ...IDLE.operations, queued: 2 } }).kerbside);
  await expect.poll(() => text(waiting)).toContain('The service can not be reached.');
  const done = await shown(service(IDLE).kerbside);
  await expect.poll(() => text(done)).toContain('Everything has been sent.');
  expect(text(done)).not.toContain('can not be reached');
});

test('a sign-in that is no longer accepted holds everything, and the app is asked for another', async () => {
  const { kerbside } = service({ ...IDLE, held: 'unauthorized' });
  const element = await shown(kerbside);
  const asked = new Promise((resolve) => element.addEventListener('sign-in', resolve));
  await expect.poll(() => text(element)).toContain('no longer accepts this sign-in');
  await press(element, 'Sign in again');
  await asked;
});

async function shown(kerbside: KerbsideSync['kerbside'], language = 'en'): Promise<KerbsideSync> {
  const element = document.createElement('kerbside-sync');
  element.lang = language;
  element.kerbside = kerbside;
  document.body.append(element);
  await element.updateComplete;
  return element;
}

const text = (element: KerbsideSync) => element.shadowRoot?.textContent?.replace(/\s+/g, ' ') ?? '';

async function press(element: KerbsideSync, name: string): Promise<void> {
  const buttons = [...(element.shadowRoot?.querySelectorAll('button') ?? [])];
  const button = buttons.find(({ textContent }) => textContent?.trim() === name);
  if (!button) throw new Error(`no button ${name}`);
  button.click();
  await element.updateComplete;
}

/** The part of the library that the element uses, in a state that a real service takes long to come to. */
function service(first: SyncStatus) {
  let status = first;
  const calls: string[] = [];
  const handlers = new Set<() => void>();
  const called = (name: string) => async (id: string) => void calls.push(`${name} ${id}`);
  const kerbside = {
    on: (_type: string, handler: () => void) => {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
    storage: { usage: async () => ({ usedBytes: 1000 }) },
    sync: {
      status: async () => status,
      flush: async () => status,
      retry: called('retry'),
      discard: called('discard'),
      export: async (id: string) => {
        calls.push(`export ${id}`);
        return new Blob(['zip']);
      },
    },
  } as unknown as NonNullable<KerbsideSync['kerbside']>;
  const tell = (next: SyncStatus) => {
    status = next;
    for (const handler of handlers) handler();
  };
  return { kerbside, calls, tell };
}
