import { KerbsideError, MemoryStore, openKerbside, type SyncStatus } from 'kerbside';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { defineElements } from '../define.ts';
import { readInstallFacts } from './install-advice.ts';
import type { ExportDetail, KerbsideSync } from './sync-element.ts';

const IDLE: SyncStatus = {
  operations: { queued: 0, sending: 0, waiting: 0, blocked: 0 },
  photoBytes: 0,
  inFlight: [],
  blocked: [],
  paused: null,
  pauseCause: null,
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
  reason: { code: 'remote_refused', message: 'The photo is not a JPEG.', status: 400 },
};

beforeAll(() => defineElements());
afterEach(() => document.body.replaceChildren());

test('says that everything stays on the device if there is no service', async () => {
  const kerbside = await openKerbside({ user: { id: 'me' }, store: new MemoryStore() });
  const element = await addSync(kerbside);
  await expect.poll(() => text(element)).toContain('No service is set up');
  kerbside.close();
});

test('renders without matchMedia, as in jsdom', async () => {
  vi.stubGlobal('matchMedia', undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const element = await addSync(createSource(IDLE).kerbside);
  await expect.poll(() => text(element)).toContain('Everything is sent.');
});

test('follows the Kerbside that is set, also after it was added to the page, and after a change', async () => {
  const without = await openKerbside({ user: { id: 'me' }, store: new MemoryStore() });
  const element = document.createElement('kerbside-sync');
  document.body.append(element);
  element.kerbside = without;
  await expect.poll(() => text(element)).toContain('No service is set up');
  element.kerbside = createSource(IDLE).kerbside;
  await expect.poll(() => text(element)).toContain('Everything is sent.');
  without.close();
});

test('lists without operations take no space', async () => {
  const element = await addSync(createSource(IDLE).kerbside);
  await expect.poll(() => text(element)).toContain('Everything is sent.');
  for (const list of element.shadowRoot?.querySelectorAll('ul') ?? [])
    expect(list.checkVisibility(), list.part.value).toBe(false);
});

test('shows what waits, what is being sent, and when something was last sent', async () => {
  const { kerbside, setStatus } = createSource({
    ...IDLE,
    operations: { queued: 3, sending: 1, waiting: 2, blocked: 0 },
    photoBytes: 4_200_000,
    inFlight: [
      { operationId: 'a', inspectionId: 'i', kind: 'image.add', sentBytes: 500_000, totalBytes: 1_000_000 },
    ],
  });
  const element = await addSync(kerbside);
  await expect.poll(() => text(element)).toContain('5 waiting · 1 being sent · 4.2 MB of photos to upload');
  expect(element.shadowRoot?.querySelector('progress')?.value).toBe(500_000);
  setStatus({ ...IDLE, lastSuccessAt: '2026-03-01T10:00:00.000Z' });
  await expect.poll(() => text(element)).toContain('Everything is sent.');
  expect(text(element)).toMatch(/Last sent: 1 Mar 2026/);
});

test('shows upload progress without reading the outbox', async () => {
  const { kerbside, emit, countReads } = createSource({
    ...IDLE,
    operations: { queued: 9, sending: 1, waiting: 0, blocked: 0 },
  });
  const element = await addSync(kerbside);
  await expect.poll(() => text(element)).toContain('9 waiting');
  for (let sentBytes = 1; sentBytes <= 50; sentBytes += 1) {
    const inFlight = [{ operationId: 'a', inspectionId: 'i', kind: 'image.add', sentBytes, totalBytes: 50 }];
    emit('sync.progress', { operationId: 'a', sentBytes, totalBytes: 50 });
    emit('sync.changed', { inFlight, lastSuccessAt: null });
  }
  const shown = () => element.shadowRoot?.querySelector('progress')?.value;
  await expect.poll(shown, { timeout: 10_000 }).toBe(50);
  expect(countReads()).toBeLessThan(10);
});

test('a blocked operation shows its reason and can be retried, exported, or discarded after a confirmation', async () => {
  const { kerbside, calls } = createSource({ ...IDLE, blocked: [BLOCKED] });
  const element = await addSync(kerbside);
  await expect.poll(() => text(element)).toContain('The photo is not a JPEG.');
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

test('shows reasons in French, with the original message in the details', async () => {
  const { kerbside } = createSource({ ...IDLE, blocked: [BLOCKED] });
  const element = await addSync(kerbside, 'fr');
  await expect.poll(() => text(element)).toContain('Le service a refusé la demande.');
  expect(element.shadowRoot?.querySelector('details')?.textContent).toContain('The photo is not a JPEG.');
});

test('shows the id of a failed request in the details', async () => {
  const reason = { code: 'forbidden', message: 'You may not do this.', requestId: 'req-5f2c' };
  const blocked = await addSync(createSource({ ...IDLE, blocked: [{ ...BLOCKED, reason }] }).kerbside);
  await expect.poll(() => text(blocked)).toContain('Request id: req-5f2c');
  expect(blocked.shadowRoot?.querySelector('details')?.textContent).toContain('req-5f2c');
  const waiting = { ...IDLE, operations: { ...IDLE.operations, waiting: 1 }, waitingReason: reason };
  const french = await addSync(createSource(waiting).kerbside, 'fr');
  await expect.poll(() => text(french)).toContain('Identifiant de la requête : req-5f2c');
});

test('shows why an operation was not delivered, and that it is retried', async () => {
  const message = 'POST /inspections returned 200: the response is not from the service';
  const status = {
    ...IDLE,
    operations: { ...IDLE.operations, waiting: 1 },
    waitingReason: { code: 'remote_invalid', message },
  };
  const element = await addSync(createSource(status).kerbside);
  await expect.poll(() => text(element)).toContain(`It will be retried automatically. ${message}`);
  const french = await addSync(createSource(status).kerbside, 'fr');
  await expect.poll(() => text(french)).toContain('Ce n’est pas le service qui a répondu.');
  expect(french.shadowRoot?.querySelector('details')?.textContent).toContain(message);
});

test.each(['remote_unavailable', 'timeout'])(
  'shows an operation without a response before a reload (%s) as unreachable',
  async (code) => {
    const message = 'POST /inspections got no response: Failed to fetch.';
    const operations = { ...IDLE.operations, waiting: 1 };
    const element = await addSync(
      createSource({ ...IDLE, operations, waitingReason: { code, message } }).kerbside,
    );
    await expect.poll(() => text(element)).toContain('The service cannot be reached.');
    expect(text(element)).not.toContain('Failed to fetch');
  },
);

test('shows waiting operations as unreachable while offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const waiting = await addSync(
    createSource({ ...IDLE, operations: { ...IDLE.operations, queued: 2 } }).kerbside,
  );
  await expect.poll(() => text(waiting)).toContain('The service cannot be reached.');
  const done = await addSync(createSource(IDLE).kerbside);
  await expect.poll(() => text(done)).toContain('Everything is sent.');
  expect(text(done)).not.toContain('cannot be reached');
});

test('follows the network while nothing is sent', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  onTestFinished(() => isOnline.mockRestore());
  const { kerbside } = createSource({ ...IDLE, operations: { ...IDLE.operations, queued: 2 } });
  const element = await addSync(kerbside);
  await expect.poll(() => text(element)).toContain('2 waiting');
  expect(text(element)).not.toContain('cannot be reached');
  isOnline.mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  await expect.poll(() => text(element)).toContain('The service cannot be reached.');
  isOnline.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await expect.poll(() => text(element)).not.toContain('cannot be reached');
});

test('says in French why something that the user asked for failed', async () => {
  const { kerbside } = createSource(IDLE);
  kerbside.sync.flush = () => Promise.reject(new KerbsideError('storage_full', 'The device is full.'));
  const element = await addSync(kerbside, 'fr');
  await expect.poll(() => text(element)).toContain('Tout est envoyé.');
  await press(element, 'Envoyer maintenant');
  const problem = () => element.shadowRoot?.querySelector('[role=alert]')?.textContent;
  await expect.poll(problem).toMatch(/^L’appareil n’a plus de place/);
});

test('says what failed until the user asks for something else, also while the outbox changes', async () => {
  const { kerbside, setStatus } = createSource(IDLE);
  const flush = vi.spyOn(kerbside.sync, 'flush').mockRejectedValueOnce(new Error('It failed.'));
  const element = await addSync(kerbside);
  await expect.poll(() => text(element)).toContain('Everything is sent.');
  await press(element, 'Send now');
  const problem = () => element.shadowRoot?.querySelector('[role=alert]')?.textContent;
  await expect.poll(problem).toBe('It failed.');
  setStatus({ ...IDLE, operations: { ...IDLE.operations, queued: 2 } });
  await expect.poll(() => text(element)).toContain('2 waiting');
  expect(problem()).toBe('It failed.');
  await press(element, 'Send now');
  await expect.poll(problem).toBe('');
  expect(flush).toHaveBeenCalledTimes(2);
});

test('shows nothing of a Kerbside that is no longer set', async () => {
  const { kerbside } = createSource({ ...IDLE, blocked: [BLOCKED] });
  const element = await addSync(kerbside);
  await expect.poll(() => text(element)).toContain('The photo is not a JPEG.');
  element.kerbside = undefined;
  await element.updateComplete;
  expect(text(element).trim()).toBe('');

  let respond = (_status: SyncStatus) => {};
  const late = createSource(IDLE).kerbside;
  late.sync.status = () =>
    new Promise((resolve) => {
      respond = resolve;
    });
  const asked = vi.spyOn(late.sync, 'status');
  element.kerbside = late;
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0);
  element.kerbside = createSource(IDLE).kerbside;
  await expect.poll(() => text(element)).toContain('Everything is sent.');
  respond({ ...IDLE, blocked: [BLOCKED] });
  await new Promise((resolve) => setTimeout(resolve)); // the element has handled the response
  await element.updateComplete;
  expect(text(element)).toContain('Everything is sent.');
});

test('the question before discarding has the focus, and its answer returns it', async () => {
  const { kerbside, calls } = createSource({ ...IDLE, blocked: [BLOCKED] });
  const element = await addSync(kerbside);
  await expect.poll(() => text(element)).toContain('The photo is not a JPEG.');
  const focused = () => element.shadowRoot?.activeElement?.textContent?.trim();
  await press(element, 'Discard');
  expect(focused()).toBe('Keep');
  await press(element, 'Keep');
  expect(focused()).toBe('Discard');
  await press(element, 'Discard');
  await press(element, 'Discard');
  await expect.poll(focused).toBe('Send now');
  expect(calls).toEqual(['discard op-1']);
});

test('emits sign-in if the service no longer accepts the token', async () => {
  const { kerbside } = createSource({ ...IDLE, paused: 'unauthorized' });
  const element = await addSync(kerbside);
  const signIn = new Promise((resolve) => element.addEventListener('sign-in', resolve));
  await expect.poll(() => text(element)).toContain('no longer accepts your sign-in');
  await press(element, 'Sign in again');
  await signIn;
});

describe('while something cannot be sent and the page is not installed', () => {
  const STUCK: SyncStatus = {
    ...IDLE,
    operations: { ...IDLE.operations, queued: 2 },
    paused: 'unreachable',
  };
  const SAFARI = { isInstalled: false, deletesUnvisited: true, isDismissed: false };
  const CHROMIUM = { ...SAFARI, deletesUnvisited: false };
  const notice = (element: KerbsideSync) => element.shadowRoot?.querySelector('[part=install]') ?? null;
  afterEach(() => localStorage.removeItem('kerbside:install-notice'));

  async function addWith(installFacts: typeof SAFARI, status = STUCK, language = 'en') {
    const element = await addSync(createSource(status).kerbside, language);
    element.installFacts = installFacts;
    await expect.poll(() => element.shadowRoot?.querySelector('[part=summary]')).not.toBeNull();
    await element.updateComplete;
    return element;
  }

  test('Safari’s 7 days are named once, with the way to the home screen', async () => {
    const element = await addWith(SAFARI);
    expect(notice(element)?.textContent).toMatch(/7 days[\s\S]*Add to Home Screen/);
    expect(notice(element)?.textContent).not.toContain('Install');
    await press(element, 'Not now');
    expect(notice(element)).toBeNull();
    const next = await addSync(createSource(STUCK).kerbside);
    expect(next.installFacts.isDismissed).toBe(true);
  });

  test('an install that the browser offers is one press away', async () => {
    const element = await addWith(CHROMIUM);
    expect(notice(element)).toBeNull();
    let isPrompted = false;
    element.installPrompt = {
      prompt: async () => {
        isPrompted = true;
      },
    };
    await element.updateComplete;
    expect(notice(element)?.textContent).toContain('the browser may delete');
    await press(element, 'Install');
    expect(isPrompted).toBe(true);
    await expect.poll(() => notice(element)).toBeNull();
  });

  test('the notice is in French, too', async () => {
    expect(notice(await addWith(SAFARI, STUCK, 'fr'))?.textContent).toContain('Sur l’écran d’accueil');
  });

  test.each([
    ['the page is installed', { ...SAFARI, isInstalled: true }, STUCK],
    ['it was closed before', { ...SAFARI, isDismissed: true }, STUCK],
    ['everything is sent', SAFARI, IDLE],
    ['it is being sent', SAFARI, { ...IDLE, operations: { ...IDLE.operations, sending: 2 } }],
  ])('there is none if %s', async (_name, facts, status) => {
    expect(notice(await addWith(facts, status))).toBeNull();
  });

  test('the facts are those of this browser', () => {
    expect(readInstallFacts()).toEqual({
      isInstalled: false,
      deletesUnvisited: navigator.vendor.startsWith('Apple'),
      isDismissed: false,
    });
  });
});

async function addSync(kerbside: KerbsideSync['kerbside'], language = 'en'): Promise<KerbsideSync> {
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

/** Fakes the part of the library that the element uses: a real service needs long to get into these states. */
function createSource(initial: SyncStatus) {
  let status = initial;
  const calls: string[] = [];
  const handlers = new Map<string, Set<(event: object) => void>>();
  let reads = 0;
  const record = (name: string) => async (id: string) => void calls.push(`${name} ${id}`);
  const kerbside = {
    on: (type: string, handler: (event: object) => void) => {
      const ofType = handlers.get(type) ?? new Set();
      handlers.set(type, ofType.add(handler));
      return () => ofType.delete(handler);
    },
    storage: { usage: async () => ({ usedBytes: 1000 }) },
    sync: {
      status: async () => {
        reads += 1;
        return status;
      },
      flush: async () => status,
      retry: record('retry'),
      discard: record('discard'),
      export: async (id: string) => {
        calls.push(`export ${id}`);
        return new Blob(['zip']);
      },
    },
  } as unknown as NonNullable<KerbsideSync['kerbside']>;
  const emit = (type: string, fields: object = {}) => {
    for (const handler of handlers.get(type) ?? []) handler({ type, ...fields });
  };
  const setStatus = (next: SyncStatus) => {
    status = next;
    emit('sync.idle');
  };
  return { kerbside, calls, setStatus, emit, countReads: () => reads };
}
