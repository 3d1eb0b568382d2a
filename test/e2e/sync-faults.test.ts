import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from './fault-proxy.ts';
import { type SyncLab, startSyncLab, totalOf } from './sync-device.ts';

/** Rows of faults.md as far as they are a browser's: in Chromium, against the reference service. */

let lab: SyncLab;
beforeAll(async () => {
  lab = await startSyncLab();
});
afterEach(() => lab.reset());
afterAll(() => lab?.close());

/** A recorded inspection is sent in so many kinds of requests. */
const KINDS = 10;

/** The first of each kind meets the fault. */
function firstOfEach(fault: Fault) {
  const seen = new Set<string>();
  return (line: string): Fault | undefined => {
    const kind = line.replace(/[0-9a-f-]{36}/g, '*');
    if (line.startsWith('GET') || seen.has(kind)) return undefined;
    seen.add(kind);
    return fault;
  };
}

describe('F11: the service did it, the answer got lost', () => {
  test('whatever kind of change it was, it is found and not made again', async () => {
    const { open, proxy, expectArrived } = await lab.newDevice();
    proxy.fault = firstOfEach('answer lost');
    const tab = await open();
    const recorded = await tab.record(1);
    await tab.untilSent();
    expect(proxy.met).toHaveLength(KINDS);
    expect(proxy.done.filter((line) => line.endsWith('/views'))).toHaveLength(1);
    await expectArrived([recorded]);
  });

  // Chromium sends again by itself when the connection had been used before, which is a matter of chance.
  test.each(['answer lost', 'sent twice'] as const)(
    '%s: a service that knows keys carries it out once',
    async (fault) => {
      const { open, proxy, expectArrived } = await lab.newDevice({ passesKeys: true });
      proxy.fault = firstOfEach(fault);
      const tab = await open();
      const recorded = await tab.record(1);
      await tab.untilSent();
      const views = proxy.done.filter((line) => line.endsWith('/views'));
      expect(views.length).toBeGreaterThan(fault === 'sent twice' ? 1 : 0);
      await expectArrived([recorded]);
    },
  );

  test('what a browser sends twice to a service without keys is made once in the end', async () => {
    const { open, proxy, remote } = await lab.newDevice();
    const twice = firstOfEach('sent twice');
    proxy.fault = (line) => (/^POST .*\/(inspections|images)$/.test(line) ? twice(line) : undefined);
    const tab = await open();
    const recorded = await tab.record(1);
    await tab.untilSent();
    const made = (path: string) =>
      proxy.done.filter((line) => line.startsWith('POST') && line.endsWith(path));
    expect([made('/inspections').length, made('/images').length]).toEqual([2, 3]);

    const { data, entities } = await remote.inspections.getMany({ verbose: 1, showDeleted: false });
    expect(data).toHaveLength(1);
    const names = Object.values(entities.images).map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(recorded.photos).toSorted());
  });
});

test('F12: the queue holds while the token is refused, goes on with a new one, and keeps neither', async () => {
  const { user, session, open, proxy, expectArrived } = await lab.newDevice();
  const expired = await lab.service.tokenFor(user, { expiresIn: -3_600 });
  const tab = await open({ ...session, token: expired });
  const recorded = await tab.record(1);
  const held = await tab.flush();
  expect(held).toMatchObject({ held: 'unauthorized', operations: { waiting: 0, blocked: 0 } });
  expect(proxy.done).toEqual([]);

  await tab.page.evaluate((token) => window.syncPage.renew(token), session.token);
  await tab.untilSent();
  await expectArrived([recorded]);
  const told = await tab.events();
  expect(told.map(({ type }) => type)).toEqual(expect.arrayContaining(['sync.held', 'sync.resumed']));

  const kept = (await tab.page.evaluate(() => window.syncPage.stored())) + JSON.stringify(told);
  expect(kept).toContain('damage_detection');
  for (const token of [expired, session.token]) {
    for (const part of token.split('.').slice(1)) expect(kept).not.toContain(part);
  }
});

test('F15: a captive portal’s page acknowledges nothing, be it asked by fetch or by XMLHttpRequest', async () => {
  const { open, proxy, expectArrived } = await lab.newDevice();
  proxy.fault = firstOfEach('portal');
  const tab = await open();
  const recorded = await tab.record(1);
  await tab.untilSent();
  expect(proxy.met).toHaveLength(KINDS);
  await expectArrived([recorded]);
});

test('F18: whose database is gone learns what the service knows to be unfinished', async () => {
  const { open, context } = await lab.newDevice();
  const before = await open();
  await before.record(7);
  await before.untilSent();
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

test('F20: what one person recorded is not sent when another one signs in, and goes out in their own name', async () => {
  const { user: ada, session, open, proxy, sessionOf, expectArrived } = await lab.newDevice();
  proxy.isOpen = false;
  const first = await open(session);
  const adas = await first.record(1);
  const left = totalOf((await first.flush()).operations);
  await first.page.close();

  proxy.isOpen = true;
  const ben = { id: crypto.randomUUID() };
  const second = await open(await sessionOf(ben));
  const bens = await second.record(2);
  await expect.poll(async () => totalOf((await second.flush()).operations)).toBe(left);
  await second.page.close();
  await expectArrived([bens], ben);
  await expectArrived([], ada);

  const again = await open(session);
  await again.untilSent();
  await expectArrived([adas], ada);
  await expectArrived([bens], ben);
});
