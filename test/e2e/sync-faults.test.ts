import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from './fault-proxy.ts';
import { countOperations, type SyncLab, startSyncLab } from './sync-device.ts';

/** The rows of docs/faults.md that need a browser, in Chromium against the reference service. */

let lab: SyncLab;
beforeAll(async () => {
  lab = await startSyncLab();
});
afterEach(() => lab.reset());
afterAll(() => lab?.close());

/** The number of request kinds that a recorded inspection sends. */
const KINDS = 10;

/** Injects the fault into the first request of each kind. */
function firstOfEach(fault: Fault) {
  const kinds = new Set<string>();
  return (line: string): Fault | undefined => {
    const kind = line.replace(/[0-9a-f-]{36}/g, '*');
    if (line.startsWith('GET') || kinds.has(kind)) return undefined;
    kinds.add(kind);
    return fault;
  };
}

describe('F11: the service applied the request, the response is lost', () => {
  // Proves fault F11.
  test('every kind of change is reconciled and not repeated', { tags: 'long' }, async () => {
    const { open, proxy, expectArrived } = await lab.newDevice();
    proxy.fault = firstOfEach('response lost');
    const tab = await open();
    const recorded = await tab.record(1);
    await tab.flushUntilEmpty();
    expect(proxy.injected).toHaveLength(KINDS);
    expect(proxy.applied.filter((line) => line.endsWith('/views'))).toHaveLength(1);
    await expectArrived([recorded]);
  });

  // Chromium resends a request on its own if the connection was reused, which is not deterministic.
  test.each(['response lost', 'sent twice'] as const)(
    // Proves fault F11.
    '%s: a service with idempotency keys applies it once',
    async (fault) => {
      const { open, proxy, expectArrived } = await lab.newDevice({ forwardsIdempotencyKeys: true });
      proxy.fault = firstOfEach(fault);
      const tab = await open();
      const recorded = await tab.record(1);
      await tab.flushUntilEmpty();
      const views = proxy.applied.filter((line) => line.endsWith('/views'));
      expect(views.length).toBeGreaterThan(fault === 'sent twice' ? 1 : 0);
      await expectArrived([recorded]);
    },
  );

  // Proves fault F11.
  test('a create that the browser sends twice to a service without keys ends as one record', {
    tags: 'long',
  }, async () => {
    const { open, proxy, remote } = await lab.newDevice();
    const twice = firstOfEach('sent twice');
    proxy.fault = (line) => (/^POST .*\/(inspections|images)$/.test(line) ? twice(line) : undefined);
    const tab = await open();
    const recorded = await tab.record(1);
    await tab.flushUntilEmpty();
    const made = (path: string) =>
      proxy.applied.filter((line) => line.startsWith('POST') && line.endsWith(path));
    expect([made('/inspections').length, made('/images').length]).toEqual([2, 3]);

    const { data, entities } = await remote.inspections.getMany({ verbose: 1, showDeleted: false });
    expect(data).toHaveLength(1);
    const names = Object.values(entities.images).map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(recorded.photos).toSorted());
  });
});

// Proves fault F12.
test('F12: the outbox is paused while the token is rejected, resumes with a new one, and stores neither', async () => {
  const { user, session, open, proxy, expectArrived } = await lab.newDevice();
  const expired = await lab.service.tokenFor(user, { expiresIn: -3_600 });
  const tab = await open({ ...session, token: expired });
  const recorded = await tab.record(1);
  const paused = await tab.flush();
  expect(paused).toMatchObject({ paused: 'unauthorized', operations: { waiting: 0, blocked: 0 } });
  expect(proxy.applied).toEqual([]);

  await tab.page.evaluate((token) => window.syncPage.renew(token), session.token);
  await tab.flushUntilEmpty();
  await expectArrived([recorded]);
  const events = await tab.events();
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['sync.paused', 'sync.resumed']));

  const kept = (await tab.page.evaluate(() => window.syncPage.stored())) + JSON.stringify(events);
  expect(kept).toContain('damage_detection');
  for (const token of [expired, session.token]) {
    for (const part of token.split('.').slice(1)) expect(kept).not.toContain(part);
  }
});

// Proves fault F15.
test('F15: the page of a captive portal acknowledges nothing, with fetch and XMLHttpRequest', {
  tags: 'long',
}, async () => {
  const { open, proxy, expectArrived } = await lab.newDevice();
  proxy.fault = firstOfEach('portal');
  const tab = await open();
  const recorded = await tab.record(1);
  await tab.flushUntilEmpty();
  expect(proxy.injected).toHaveLength(KINDS);
  await expectArrived([recorded]);
});

// Proves fault F18.
test('F18: after storage loss, storage.lost lists the unfinished inspections of the service', {
  tags: 'long',
}, async () => {
  const { open, context } = await lab.newDevice();
  const before = await open();
  await before.record(7);
  await before.flushUntilEmpty();
  const devtools = await context.newCDPSession(before.page);
  const { origin } = new URL(before.page.url());
  await before.page.goto('about:blank');
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });

  const after = await open();
  const losses = async () =>
    (await after.events()).flatMap((event) => (event.type === 'storage.lost' ? [event.toCaptureAgain] : []));
  await expect
    .poll(async () => (await losses()).at(-1))
    .toMatchObject([{ status: 'IN_PROGRESS', images: 2, additionalData: { booking: 7 } }]);
});

// Proves fault F20.
test('F20: operations of one user are not sent while another is signed in, and later go out under their own token', {
  tags: 'long',
}, async () => {
  const { user: ada, session, open, proxy, sessionOf, expectArrived } = await lab.newDevice();
  proxy.isOpen = false;
  const first = await open(session);
  const adas = await first.record(1);
  const left = countOperations((await first.flush()).operations);
  await first.page.close();

  proxy.isOpen = true;
  const ben = { id: crypto.randomUUID() };
  const second = await open(await sessionOf(ben));
  const bens = await second.record(2);
  await expect.poll(async () => countOperations((await second.flush()).operations)).toBe(left);
  await second.page.close();
  await expectArrived([bens], ben);
  await expectArrived([], ada);

  const again = await open(session);
  await again.flushUntilEmpty();
  await expectArrived([adas], ada);
  await expectArrived([bens], ben);
});
