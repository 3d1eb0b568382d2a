import { afterEach, describe, expect, test } from 'vitest';
import type { KerbsideEvent } from '../../../src/domain/events.ts';
import { EVENT_TYPES } from '../../../src/domain/events.ts';
import type { KerbsideError } from '../../../src/errors.ts';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { createRemoteClient, type RemoteClient } from '../../../src/remote/client.ts';
import { type RemoteSyncOptions, remoteSync } from '../../../src/sync/index.ts';
import { dumpStore } from '../support/dump-store.ts';
import { FaultyNetwork, type SentRequest } from '../support/faulty-network.ts';
import { smallPhoto } from '../support/photos.ts';
import { SharedMemoryStore } from '../support/shared-memory-store.ts';
import { useService } from '../support/use-service.ts';

/** The faults of docs/faults.md, through the public API, against the reference service over HTTP. */

const service = useService();

const opened: Kerbside[] = [];
afterEach(() => {
  for (const kerbside of opened.splice(0)) kerbside.close();
});

interface Device {
  userId: string;
  kerbside: Kerbside;
  store: SharedMemoryStore;
  network: FaultyNetwork;
  remote: RemoteClient;
  events: KerbsideEvent[];
}

/** Opens a device with its own user, so that lists of the service contain only what it sent. */
async function openDevice(
  options: Partial<RemoteSyncOptions> & {
    store?: SharedMemoryStore;
    userId?: string;
    database?: string;
    organizationId?: string;
  } = {},
): Promise<Device> {
  const {
    store = new SharedMemoryStore(),
    userId = crypto.randomUUID(),
    database = crypto.randomUUID(),
    organizationId = 'kerb',
    ...sync
  } = options;
  const user = { id: userId, organizationId };
  const token = await service.tokenFor(user);
  const network = new FaultyNetwork();
  const kerbside = await openKerbside({
    user,
    store,
    database,
    sync: remoteSync({
      baseUrl: service.url,
      getToken: () => token,
      fetch: network.fetch,
      graceMs: 20,
      ...sync,
    }),
  });
  opened.push(kerbside);
  const events: KerbsideEvent[] = [];
  for (const type of EVENT_TYPES) kerbside.on(type, (event) => events.push(event));
  return {
    userId,
    kerbside,
    store,
    network,
    remote: createRemoteClient({ baseUrl: service.url, getToken: () => token }),
    events,
  };
}

/** Records one create and one update of each kind. */
async function recordAll({ kerbside }: Device): Promise<string> {
  const { result: id } = await kerbside.inspections.createOne({
    tasks: { damage_detection: {} },
    additionalData: { desk: 'north' },
  });
  const { result: imageId } = await kerbside.images.addOne(
    id,
    { name: 'left', tasks: ['damage_detection'], additionalData: { side: 'l' } },
    await smallPhoto(),
  );
  const damage = { damageType: 'dent', partType: 'hood' } as const;
  const { result: damageId } = await kerbside.damages.createOne(id, damage);
  const boundingBox = { xmin: 1, ymin: 2, width: 10, height: 12 };
  await kerbside.views.createOne(id, { imageId, damageId, boundingBox });
  const { result: severityId } = await kerbside.severities.createOne(id, { label: 'hood', level: 1 });
  await kerbside.severities.updateOne(id, severityId, { level: 3 });
  await kerbside.inspections.addAdditionalData(id, { comment: 'hail' });
  await kerbside.inspections.updateVehicle(id, { color: 'blue' });
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  return id;
}

/** Flushes until the outbox is empty, as timers and triggers would. */
async function flushUntilEmpty({ kerbside }: Device): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { operations } = await kerbside.sync.flush();
    if (Object.values(operations).every((count) => count === 0)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Not sent: ${JSON.stringify(await kerbside.sync.status())}`);
}

async function listRemote({ remote }: Device) {
  return (await remote.inspections.getMany({ verbose: 1 })).entities;
}

async function expectAllSentOnce(device: Device): Promise<void> {
  const { inspections, images, damages, views, severityResults, tasks, vehicles } = await listRemote(device);
  const [inspection] = Object.values(inspections);
  expect(Object.values(inspections)).toHaveLength(1);
  expect(inspection?.additionalData).toMatchObject({ desk: 'north', pdf_data: { comment: 'hail' } });
  expect(Object.values(images)).toMatchObject([{ name: 'left', additionalData: { side: 'l' } }]);
  expect(Object.values(damages)).toMatchObject([{ damageType: 'dent', partType: 'hood' }]);
  expect(Object.values(views)).toMatchObject([{ boundingBox: { xmin: 1, ymin: 2, width: 10, height: 12 } }]);
  expect(Object.values(severityResults)).toMatchObject([
    { label: 'hood', value: { customSeverity: { level: 3 } } },
  ]);
  expect(Object.values(tasks)).toMatchObject([{ status: 'TODO' }]);
  expect(Object.values(vehicles)).toMatchObject([{ color: 'blue' }]);
}

const isCreate = ({ line }: SentRequest) => line.startsWith('POST');

test('delivers everything once, and awaits results', async () => {
  const one = await openDevice();
  const id = await recordAll(one);
  await flushUntilEmpty(one);
  await expectAllSentOnce(one);
  expect(await one.kerbside.sync.status()).toMatchObject({
    operations: { queued: 0, sending: 0, waiting: 0, blocked: 0 },
    photoBytes: 0,
    paused: null,
    awaited: 1,
    lastSuccessAt: expect.any(String),
  });
  expect(await one.store.awaited()).toMatchObject([{ inspectionId: id, taskName: 'damage_detection' }]);
});

test('watch accepts the remote id of an inspection', async () => {
  const one = await openDevice();
  const id = await recordAll(one);
  await flushUntilEmpty(one);
  const [mapped] = await one.store.remoteIds([id]);
  const events = one.kerbside.watch(mapped?.remoteId ?? '');
  await one.kerbside.damages.createOne(id, { damageType: 'scratch', partType: 'roof' });
  for await (const event of events) {
    expect(event.inspectionId).toBe(id);
    if (event.type === 'damage.created') break;
  }
});

test('sends an inspection after its related inspection, with the remote id of that one', async () => {
  const one = await openDevice();
  let lost = 0;
  one.network.fault = ({ line, body }) => {
    const { additional_data } = (body ?? {}) as { additional_data?: { kind?: string } };
    if (line !== 'POST /inspections' || additional_data?.kind !== 'check-in' || lost > 1) return undefined;
    lost += 1;
    return 'lost';
  };
  const tasks = { damage_detection: {} };
  const create = (kind: string, relatedInspectionId?: string) =>
    one.kerbside.inspections.createOne({
      tasks,
      additionalData: { kind },
      ...(relatedInspectionId !== undefined && { relatedInspectionId }),
    });
  const { result: checkIn } = await create('check-in');
  const { result: checkOut } = await create('check-out', checkIn);
  await create('check-out again', checkOut);
  await flushUntilEmpty(one);
  const { inspections } = await listRemote(one);
  const found = (kind: string) =>
    Object.values(inspections).find(({ additionalData }) => additionalData?.kind === kind);
  expect(lost).toBe(2);
  expect(found('check-out')?.relatedInspectionId).toBe(found('check-in')?.id);
  expect(found('check-out again')?.relatedInspectionId).toBe(found('check-out')?.id);
});

test('removes the reference to a discarded inspection, and keeps one that is a remote id', async () => {
  const one = await openDevice();
  one.network.fault = ({ body }) =>
    JSON.stringify(body ?? {}).includes('"kind":"rejected"')
      ? { status: 422, body: JSON.stringify({ message: 'no' }) }
      : undefined;
  const tasks = { damage_detection: {} };
  const create = (input: { additionalData: { kind: string }; relatedInspectionId?: string }) =>
    one.kerbside.inspections.createOne({ tasks, ...input });
  const { result: rejected } = await create({ additionalData: { kind: 'rejected' } });
  await create({ additionalData: { kind: 'later' }, relatedInspectionId: rejected });
  const { result: known } = await one.remote.inspections.createOne({ tasks });
  await create({ additionalData: { kind: 'after remote' }, relatedInspectionId: known });
  const { blocked, operations } = await one.kerbside.sync.flush();
  expect(operations).toMatchObject({ queued: 1, blocked: 1 });
  await one.kerbside.sync.discard(blocked[0]?.operationId ?? '');
  await flushUntilEmpty(one);
  const { inspections } = await listRemote(one);
  const related = (kind: string) =>
    Object.values(inspections).find(({ additionalData }) => additionalData?.kind === kind)
      ?.relatedInspectionId;
  expect(related('later')).toBeUndefined();
  expect(related('after remote')).toBe(known);
});

test('without sync, calls throw unsupported', async () => {
  const kerbside = await openKerbside({ user: { id: 'ada' }, store: new SharedMemoryStore() });
  opened.push(kerbside);
  await expect(kerbside.sync.flush()).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('remoteSync'),
  });
});

test('flush rejects when its signal aborts or Kerbside is closed', async () => {
  const one = await openDevice();
  one.network.fault = () => 'lost';
  await expect(one.kerbside.sync.flush({ signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'aborted',
  });
  const flushing = one.kerbside.sync.flush();
  one.kerbside.close();
  await expect(flushing).rejects.toMatchObject({ code: 'closed' });
});

// Proves wire A6.
describe('F11: the service applies a request, and the response is lost', () => {
  test.each(['/inspections', '/images', '/damages', '/views', '/severity_pricing'])(
    // Proves fault F11.
    'a create at %s is reconciled and not sent again',
    async (path) => {
      const one = await openDevice();
      let lost = 0;
      one.network.fault = (request) => {
        if (!isCreate(request) || !request.line.endsWith(path) || lost > 0) return undefined;
        lost += 1;
        return 'response lost';
      };
      await recordAll(one);
      await flushUntilEmpty(one);
      expect(lost).toBe(1);
      expect(
        one.network.sent.filter((request) => isCreate(request) && request.line.endsWith(path)),
      ).toHaveLength(1);
      await expectAllSentOnce(one);
    },
  );

  // Proves fault F11.
  test('a task start with arguments that was already applied counts as delivered', async () => {
    const one = await openDevice();
    let lost = 0;
    one.network.fault = ({ line }) => {
      if (!line.startsWith('PATCH') || lost > 0) return undefined;
      lost += 1;
      return 'response lost';
    };
    const { result: id } = await one.kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
    const start = { status: 'TODO', arguments: { damage_score_threshold: 0.4 } } as const;
    await one.kerbside.tasks.updateOne(id, 'damage_detection', start);
    await flushUntilEmpty(one);
    expect(lost).toBe(1);
    expect(await one.kerbside.sync.status()).toMatchObject({ blocked: [], awaited: 1 });
    const { tasks } = await listRemote(one);
    expect(Object.values(tasks)).toMatchObject([{ status: 'TODO', arguments: start.arguments }]);
  });

  // Proves fault F13.
  test('an edit of arguments that the service rejects is blocked, and is not taken for applied', async () => {
    const one = await openDevice();
    one.network.fault = ({ line }) =>
      line.startsWith('PATCH') ? { status: 422, body: '{"message":"Unknown argument."}' } : undefined;
    const { result: id } = await one.kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
    const edit = { status: 'NOT_STARTED', arguments: { damage_score_threshold: 0.4 } } as const;
    await one.kerbside.tasks.updateOne(id, 'damage_detection', edit);
    const { blocked } = await one.kerbside.sync.flush();
    expect(blocked).toMatchObject([{ kind: 'task.update', reason: { message: 'Unknown argument.' } }]);
    one.network.fault = () => undefined;
    await one.kerbside.sync.retry(blocked[0]?.operationId ?? '');
    await flushUntilEmpty(one);
    const { tasks } = await listRemote(one);
    expect(Object.values(tasks)).toMatchObject([{ status: 'NOT_STARTED', arguments: edit.arguments }]);
  });

  test('everything exists once, whichever requests and responses are lost', async () => {
    const one = await openDevice();
    let count = 0;
    one.network.fault = () => {
      count += 1;
      return count % 3 === 0 ? 'response lost' : count % 4 === 0 ? 'lost' : undefined;
    };
    await recordAll(one);
    await flushUntilEmpty(one);
    await expectAllSentOnce(one);
  });
});

describe('F12: the token expires', () => {
  // Proves fault F12.
  test('holds sending, requests a new token, and continues in order; no token is stored or emitted', async () => {
    const token = { current: 'expired.token.text' };
    const asked: boolean[] = [];
    const userId = crypto.randomUUID();
    const one = await openDevice({
      userId,
      getToken: ({ expired }) => {
        asked.push(expired);
        return token.current;
      },
    });
    await recordAll(one);
    const paused = await one.kerbside.sync.flush();
    expect(paused).toMatchObject({
      paused: 'unauthorized',
      operations: { queued: 9, blocked: 0, waiting: 0 },
    });
    const cause = {
      code: 'unauthorized',
      message: expect.any(String),
      status: 401,
      requestId: expect.any(String),
    };
    expect(paused.pauseCause).toEqual(cause);
    expect(one.events).toContainEqual({ type: 'sync.paused', reason: 'unauthorized', cause });
    expect(asked).toContain(true);
    expect(await listRemote(one)).toMatchObject({ inspections: {} });
    token.current = await service.tokenFor({ id: userId, organizationId: 'kerb' });
    await flushUntilEmpty(one);
    await expectAllSentOnce(one);
    const types = one.events.map(({ type }) => type);
    expect((await one.kerbside.sync.status()).pauseCause).toBeNull();
    expect(types.indexOf('sync.paused')).toBeLessThan(types.indexOf('sync.resumed'));
    const kept = JSON.stringify([await dumpStore(one.store), one.events, await one.kerbside.sync.status()]);
    expect(kept).not.toContain(token.current);
    expect(kept).not.toContain('expired.token.text');
  });
});

test.each(['getToken rejects', 'the service rejects each token'])(
  'if %s, getToken is called once for each reason, and then not for a while',
  async (reason) => {
    const asked: boolean[] = [];
    const getToken = async ({ expired }: { expired: boolean }) => {
      asked.push(expired);
      await new Promise((resolve) => setTimeout(resolve, 300)); // a refresh takes a request
      if (reason === 'getToken rejects') throw new Error('Signed out.');
      return 'rejected.by.service';
    };
    const store = new SharedMemoryStore();
    const offline = await openDevice({ store, userId: 'sam', getToken });
    offline.network.fault = () => 'lost';
    for (let count = 0; count < 6; count += 1) await offline.kerbside.inspections.createOne({ tasks: {} });
    offline.kerbside.close();
    asked.length = 0;
    const one = await openDevice({ store, userId: 'sam', getToken });
    await expect.poll(async () => (await one.kerbside.sync.status()).paused).toBe('unauthorized');
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(asked).toEqual(reason === 'getToken rejects' ? [false] : [false, true]);
  },
);

// Proves fault F12.
test('a bug in getToken holds sending as token_failed, and blocks nothing', async () => {
  const session: { current?: { token: string } } = {};
  const one = await openDevice({ getToken: () => (session.current as { token: string }).token });
  await recordAll(one);
  expect(await one.kerbside.sync.flush()).toMatchObject({
    paused: 'token_failed',
    pauseCause: {
      code: 'token_failed',
      message: expect.stringContaining('TypeError: Cannot read properties'),
    },
    blocked: [],
  });
  expect(one.network.sent).toEqual([]);
});

test('pauseCause reports a getToken that returns nothing', async () => {
  const one = await openDevice({ getToken: () => undefined as unknown as string });
  await one.kerbside.inspections.createOne({ tasks: {} });
  expect(await one.kerbside.sync.flush()).toMatchObject({
    paused: 'unauthorized',
    pauseCause: {
      code: 'unauthorized',
      message: expect.stringContaining('getToken returned no valid token'),
    },
  });
});

describe('getToken fails without a network', () => {
  // Proves fault F12.
  test('holds sending as unreachable, not as unauthorized', async () => {
    const userId = crypto.randomUUID();
    let isOnline = false;
    const one = await openDevice({
      userId,
      getToken: () => {
        if (!isOnline) throw new TypeError('Failed to fetch');
        return service.tokenFor({ id: userId, organizationId: 'kerb' });
      },
    });
    await recordAll(one);
    expect(await one.kerbside.sync.flush()).toMatchObject({
      paused: 'unreachable',
      operations: { blocked: 0 },
    });
    isOnline = true;
    await flushUntilEmpty(one);
    await expectAllSentOnce(one);
  });
});

test('a getToken that never resolves holds sending as unreachable, until it resolves', async () => {
  const userId = crypto.randomUUID();
  let hasHung = false;
  const one = await openDevice({
    userId,
    timeoutMs: 2_000,
    getToken: () => {
      if (hasHung) return service.tokenFor({ id: userId, organizationId: 'kerb' });
      hasHung = true;
      return new Promise<string>(() => {});
    },
  });
  await one.kerbside.inspections.createOne({ tasks: {} });
  const paused = await one.kerbside.sync.flush();
  expect(paused).toMatchObject({ paused: 'unreachable', waitingReason: { code: 'timeout' } });
  expect(paused.waitingReason?.message).toContain('getToken did not return');
  await flushUntilEmpty(one);
});

describe('F13: one operation is rejected', () => {
  /** 20 inspections. The service rejects the damage of the seventh. */
  const sendWithOneRejected = async () => {
    const one = await openDevice();
    let isFixed = false;
    one.network.fault = ({ body }) =>
      !isFixed && (body as { damage_type?: string } | undefined)?.damage_type === 'rustiness'
        ? { status: 422, body: JSON.stringify({ message: 'no rust here' }) }
        : undefined;
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const { result: id } = await one.kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
      const damageType = n === 6 ? 'rustiness' : 'dent';
      const { result: damageId } = await one.kerbside.damages.createOne(id, { damageType, partType: 'hood' });
      await one.kerbside.inspections.addAdditionalData(id, { comment: `number ${n}` });
      await one.kerbside.damages.deleteOne(id, damageId);
      ids.push(id);
    }
    const status = await one.kerbside.sync.flush();
    const fix = () => {
      isFixed = true;
    };
    return { ...one, id: ids[6] ?? '', status, fix, device: one };
  };

  // Proves fault F13.
  test('only operations that depend on it stop, and the status lists it with its reason', async () => {
    const { status, id, device, events } = await sendWithOneRejected();
    expect(status.operations).toEqual({ queued: 1, sending: 0, waiting: 0, blocked: 1 });
    expect(status.blocked).toMatchObject([
      { kind: 'damage.create', inspectionId: id, reason: { status: 422, message: 'no rust here' } },
    ]);
    expect(events.filter(({ type }) => type === 'sync.blocked')).toHaveLength(1);
    const { inspections, damages } = await listRemote(device);
    expect(Object.values(inspections)).toHaveLength(20);
    expect(Object.values(inspections).filter(({ additionalData }) => additionalData?.pdf_data)).toHaveLength(
      20,
    );
    expect(Object.values(damages).filter(({ damageType }) => damageType === 'rustiness')).toEqual([]);
  });

  // Proves fault F13.
  test('retry sends it and the operations that waited for it', async () => {
    const { status, fix, device, kerbside } = await sendWithOneRejected();
    fix();
    await kerbside.sync.retry(status.blocked[0]?.operationId ?? '');
    await flushUntilEmpty(device);
    expect(device.network.sent.filter(({ line }) => line.startsWith('DELETE'))).toHaveLength(20);
  });

  // Proves fault F13.
  test('discard removes it and its dependents from the outbox, and keeps the records', async () => {
    const { status, kerbside, store, id } = await sendWithOneRejected();
    const discarded = await kerbside.sync.discard(status.blocked[0]?.operationId ?? '');
    expect(discarded).toHaveLength(2);
    expect(await store.operations()).toEqual([]);
    const { entities } = await kerbside.inspections.getOne(id, { showDeletedObjects: true });
    expect(Object.values(entities.damages)).toMatchObject([{ damageType: 'rustiness' }]);
  });

  test('export returns its inspection as a zip', async () => {
    const { status, kerbside } = await sendWithOneRejected();
    const zip = await kerbside.sync.export(status.blocked[0]?.operationId ?? '');
    expect(zip.type).toBe('application/zip');
    expect(await kerbside.sync.export('unknown').catch((error: KerbsideError) => error.code)).toBe(
      'not_found',
    );
  });
});

// Proves fault F15.
test('F15: a page of a captive portal does not acknowledge an operation', async () => {
  const one = await openDevice();
  let pages = 0;
  one.network.fault = () => {
    pages += 1;
    const page = '<!doctype html><title>Welcome to Hotel Wi-Fi</title>';
    return pages <= 3 ? { status: 200, body: page, headers: { 'content-type': 'text/html' } } : undefined;
  };
  await recordAll(one);
  const first = await one.kerbside.sync.flush();
  expect(first.operations.waiting + first.operations.queued + first.operations.sending).toBe(9);
  // As with a wrong `baseUrl`: nothing is paused or blocked, but nothing is sent.
  expect(first).toMatchObject({
    paused: null,
    blocked: [],
    waitingReason: {
      code: 'remote_invalid',
      status: 200,
      message: expect.stringContaining('does not come from the service'),
    },
  });
  await flushUntilEmpty(one);
  expect((await one.kerbside.sync.status()).waitingReason).toBeNull();
  await expectAllSentOnce(one);
});

test('F16: the next leader tab continues, and no tab stays paused', async () => {
  const shared = {
    store: new SharedMemoryStore(),
    userId: crypto.randomUUID(),
    database: crypto.randomUUID(),
  };
  const first = await openDevice(shared);
  first.network.fault = () => 'lost';
  const second = await openDevice(shared);
  await recordAll(second);
  await expect.poll(async () => (await second.kerbside.sync.status()).paused).toBe('unreachable');
  expect((await second.kerbside.sync.status()).pauseCause).toMatchObject({ code: 'remote_unavailable' });
  expect(second.network.sent).toEqual([]);
  first.kerbside.close();
  await flushUntilEmpty(second);
  expect((await second.kerbside.sync.status()).paused).toBeNull();
  await expectAllSentOnce(second);
});

test('F14: after a Retry-After to a poll, nothing is sent', async () => {
  const one = await openDevice();
  await recordAll(one);
  const isPoll = ({ line }: SentRequest) => /^GET \/inspections\/[^/]+$/.test(line);
  const busy = { status: 429, body: '{"message":"Later."}', headers: { 'Retry-After': '60' } };
  one.network.fault = (request) => (isPoll(request) ? busy : undefined);
  await flushUntilEmpty(one);
  await expect.poll(() => one.network.sent.some(isPoll)).toBe(true);
  const before = one.network.sent.length;
  await one.kerbside.inspections.createOne({ tasks: {} });
  expect(await one.kerbside.sync.flush()).toMatchObject({ operations: { queued: 1 }, paused: null });
  expect(one.network.sent.slice(before)).toEqual([]);
});

describe('F20: another user signs in', () => {
  test('sends only that user’s operations; the first user’s are sent when they sign in again', async () => {
    const store = new SharedMemoryStore();
    const [ada, ben] = [crypto.randomUUID(), crypto.randomUUID()];
    const first = await openDevice({ store, userId: ada });
    first.network.fault = () => 'lost';
    await recordAll(first);
    await first.kerbside.sync.flush();
    first.kerbside.close();

    const second = await openDevice({ store, userId: ben });
    await second.kerbside.inspections.createOne({ tasks: { wheel_analysis: {} } });
    const { operations, ofOthers, waitingReason } = await second.kerbside.sync.flush();
    expect(Object.values(operations).reduce((sum, count) => sum + count, 0)).toBe(9);
    expect([ofOthers, waitingReason]).toEqual([9, null]);
    expect(second.network.sent.map(({ line }) => line)).toEqual(['POST /inspections']);
    second.kerbside.close();

    const again = await openDevice({ store, userId: ada });
    await flushUntilEmpty(again);
    await expectAllSentOnce(again);
  });

  // Proves fault F20.
  test('the first user’s tasks are still awaited, although the service hides their inspection', async () => {
    const store = new SharedMemoryStore();
    const [ada, ben] = [crypto.randomUUID(), crypto.randomUUID()];
    const first = await openDevice({ store, userId: ada, organizationId: 'kerb' });
    const id = await recordAll(first);
    await flushUntilEmpty(first);
    first.kerbside.close();

    const second = await openDevice({ store, userId: ben, organizationId: 'curb' });
    const reads = () => second.network.sent.filter(({ line }) => line.startsWith('GET /inspections/'));
    await expect.poll(() => reads().length).toBeGreaterThan(1);
    expect(await store.awaited()).toMatchObject([{ inspectionId: id }]);
    const { result, entities } = await second.kerbside.tasks.getOne(id, 'damage_detection');
    expect(entities.tasks[result]).toMatchObject({ status: 'TODO' });
  });

  test('results that the service hides from the leader tab’s user reach the tab of their owner', async () => {
    const shared = { store: new SharedMemoryStore(), database: crypto.randomUUID() };
    const first = await openDevice({ ...shared, organizationId: 'kerb' });
    const id = await recordAll(first);
    await flushUntilEmpty(first);
    first.kerbside.close();
    const second = await openDevice({ ...shared, organizationId: 'curb' });
    await second.kerbside.sync.flush();
    const { remoteId } = await second.kerbside.sync.statusOf(id);
    await first.remote.tasks.updateOne(remoteId ?? '', 'damage_detection', { status: 'DONE' });

    const again = await openDevice({ ...shared, userId: first.userId, organizationId: 'kerb' });
    const status = async () => {
      await again.kerbside.sync.flush();
      const { result, entities } = await again.kerbside.tasks.getOne(id, 'damage_detection');
      return entities.tasks[result]?.status;
    };
    await expect.poll(status, { timeout: 5_000 }).toBe('DONE');
  });

  // Proves fault F20.
  test('tabs of both users send, while both are open', async () => {
    const shared = { store: new SharedMemoryStore(), database: crypto.randomUUID() };
    const first = await openDevice(shared);
    await first.kerbside.sync.flush();
    const second = await openDevice(shared);
    await recordAll(second);
    await flushUntilEmpty(second);
    await expectAllSentOnce(second);
    await recordAll(first);
    await flushUntilEmpty(first);
    await expectAllSentOnce(first);
  });

  // Proves fault F20.
  test('a create in doubt is reconciled, although the other user’s tab asks to send again and again', async () => {
    const shared = { store: new SharedMemoryStore(), database: crypto.randomUUID(), graceMs: 200 };
    const first = await openDevice(shared);
    first.network.fault = ({ line }) => (line === 'POST /inspections' ? 'response lost' : undefined);
    await recordAll(first);
    await first.kerbside.sync.flush();
    first.network.fault = () => undefined;
    const second = await openDevice(shared);
    await second.kerbside.inspections.updateVehicle(
      (await shared.store.operations({ limit: 1 }))[0]?.inspectionId ?? '',
      { color: 'red' },
    );
    await Promise.all([flushUntilEmpty(first), flushUntilEmpty(second)]);
    expect(Object.values((await listRemote(first)).inspections)).toHaveLength(1);
  });

  // Proves fault F20.
  test('the leader tab hands over to a user who flushes, every time', async () => {
    const shared = { store: new SharedMemoryStore(), database: crypto.randomUUID() };
    const first = await openDevice(shared);
    await first.kerbside.sync.flush();
    const second = await openDevice(shared);
    for (let turn = 0; turn < 3; turn += 1) {
      for (const { kerbside } of [second, first]) {
        await kerbside.inspections.createOne({ tasks: { wheel_analysis: {} } });
        const { operations, ofOthers } = await kerbside.sync.flush();
        expect([operations.queued + operations.waiting, ofOthers]).toEqual([0, 0]);
      }
    }
  });

  test.each(['auth0|5f7c6ec82833fa00', 'ada@example.org', 'Zoë Ørsted'])(
    // Proves fault F20.
    'accepts the user id %s',
    async (userId) => {
      const one = await openDevice({ userId });
      await recordAll(one);
      await flushUntilEmpty(one);
      await expectAllSentOnce(one);
    },
  );

  // Proves fault F20.
  test('a token of another user sends nothing, and is reported', async () => {
    const userId = crypto.randomUUID();
    const foreign = await service.tokenFor({ id: 'mallory', organizationId: 'kerb' });
    const one = await openDevice({ userId, getToken: () => foreign });
    await recordAll(one);
    expect(await one.kerbside.sync.flush()).toMatchObject({
      paused: 'wrong_user',
      pauseCause: { code: 'wrong_user', message: expect.stringContaining('belongs to') },
      operations: { queued: 9 },
    });
    expect(one.network.sent).toEqual([]);
  });
});

// Proves fault F9.
test('F9: a corrupted photo is not sent, and its operation is blocked with the reason', async () => {
  class DamagedStore extends SharedMemoryStore {
    override async photo(imageId: string) {
      const photo = await super.photo(imageId);
      if (photo) new Uint8Array(photo.bytes)[100] = (new Uint8Array(photo.bytes)[100] ?? 0) ^ 1;
      return photo;
    }
  }
  const one = await openDevice({ store: new DamagedStore() });
  await recordAll(one);
  const { blocked, operations } = await one.kerbside.sync.flush();
  expect(blocked).toMatchObject([{ kind: 'image.add', reason: { code: 'photo_damaged' } }]);
  // The view and the task start depend on the photo. Everything else was sent.
  expect(operations).toEqual({ queued: 2, sending: 0, waiting: 0, blocked: 1 });
});
