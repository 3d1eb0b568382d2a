import { afterEach, describe, expect, test } from 'vitest';
import type { KerbsideEvent } from '../../src/domain/events.ts';
import { EVENT_TYPES } from '../../src/domain/events.ts';
import type { KerbsideError } from '../../src/errors.ts';
import { type Kerbside, openKerbside } from '../../src/kerbside.ts';
import { createRemoteClient, type RemoteClient } from '../../src/remote/client.ts';
import { type RemoteSyncOptions, remoteSync } from '../../src/sync/index.ts';
import { dump } from './support/dump.ts';
import { FaultyNetwork, type SentRequest } from './support/faulty-fetch.ts';
import { smallPhoto } from './support/photos.ts';
import { SharedMemoryStore } from './support/shared-memory-store.ts';
import { useService } from './support/use-service.ts';

/** Rows of faults.md, through the public API, against the reference service over HTTP. */

const service = useService();

const opened: Kerbside[] = [];
afterEach(() => {
  for (const kerbside of opened.splice(0)) kerbside.close();
});

interface Device {
  kerbside: Kerbside;
  store: SharedMemoryStore;
  network: FaultyNetwork;
  remote: RemoteClient;
  events: KerbsideEvent[];
}

/** A device of its own user, so that lists at the service hold only what it sent. */
async function device(
  options: Partial<RemoteSyncOptions> & {
    store?: SharedMemoryStore;
    userId?: string;
    database?: string;
  } = {},
): Promise<Device> {
  const {
    store = new SharedMemoryStore(),
    userId = crypto.randomUUID(),
    database = crypto.randomUUID(),
    ...sync
  } = options;
  const user = { id: userId, organizationId: 'kerb' };
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
    kerbside,
    store,
    network,
    remote: createRemoteClient({ baseUrl: service.url, getToken: () => token }),
    events,
  };
}

/** One of everything that makes a record at the service, and an update of each kind. */
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

/** Tries until nothing is left, as time and triggers would. */
async function untilSent({ kerbside }: Device): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { operations } = await kerbside.sync.flush();
    if (Object.values(operations).every((count) => count === 0)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Not sent: ${JSON.stringify(await kerbside.sync.status())}`);
}

async function remoteInspections({ remote }: Device) {
  return (await remote.inspections.getMany({ verbose: 1 })).entities;
}

async function expectEverythingOnce(device: Device): Promise<void> {
  const { inspections, images, damages, views, severityResults, tasks, vehicles } =
    await remoteInspections(device);
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

test('everything recorded arrives, once, and results are awaited', async () => {
  const one = await device();
  const id = await recordAll(one);
  await untilSent(one);
  await expectEverythingOnce(one);
  expect(await one.kerbside.sync.status()).toMatchObject({
    operations: { queued: 0, sending: 0, waiting: 0, blocked: 0 },
    photoBytes: 0,
    held: null,
    awaited: 1,
    lastSuccessAt: expect.any(String),
  });
  expect(await one.store.awaited()).toMatchObject([{ inspectionId: id, taskName: 'damage_detection' }]);
});

test('an inspection is watched by the id that the service gave it as well', async () => {
  const one = await device();
  const id = await recordAll(one);
  await untilSent(one);
  const [mapped] = await one.store.remoteIds([id]);
  const events = one.kerbside.watch(mapped?.remoteId ?? '');
  await one.kerbside.damages.createOne(id, { damageType: 'scratch', partType: 'roof' });
  for await (const event of events) {
    expect(event.inspectionId).toBe(id);
    if (event.type === 'damage.created') break;
  }
});

test('an inspection that refers to another one is told of after it, by the name the service gave that one', async () => {
  const one = await device();
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
  await untilSent(one);
  const { inspections } = await remoteInspections(one);
  const found = (kind: string) =>
    Object.values(inspections).find(({ additionalData }) => additionalData?.kind === kind);
  expect(lost).toBe(2);
  expect(found('check-out')?.relatedInspectionId).toBe(found('check-in')?.id);
  expect(found('check-out again')?.relatedInspectionId).toBe(found('check-out')?.id);
});

test('an inspection that refers to one that was given up goes without it; one that the service knows, by that id', async () => {
  const one = await device();
  one.network.fault = ({ body }) =>
    JSON.stringify(body ?? {}).includes('"kind":"refused"')
      ? { status: 422, body: JSON.stringify({ message: 'no' }) }
      : undefined;
  const tasks = { damage_detection: {} };
  const create = (input: { additionalData: { kind: string }; relatedInspectionId?: string }) =>
    one.kerbside.inspections.createOne({ tasks, ...input });
  const { result: refused } = await create({ additionalData: { kind: 'refused' } });
  await create({ additionalData: { kind: 'later' }, relatedInspectionId: refused });
  const { result: known } = await one.remote.inspections.createOne({ tasks });
  await create({ additionalData: { kind: 'after theirs' }, relatedInspectionId: known });
  const { blocked, operations } = await one.kerbside.sync.flush();
  expect(operations).toMatchObject({ queued: 1, blocked: 1 });
  await one.kerbside.sync.discard(blocked[0]?.operationId ?? '');
  await untilSent(one);
  const { inspections } = await remoteInspections(one);
  const related = (kind: string) =>
    Object.values(inspections).find(({ additionalData }) => additionalData?.kind === kind)
      ?.relatedInspectionId;
  expect(related('later')).toBeUndefined();
  expect(related('after theirs')).toBe(known);
});

test('without sync, everything stays and says what to pass', async () => {
  const kerbside = await openKerbside({ user: { id: 'ada' }, store: new SharedMemoryStore() });
  opened.push(kerbside);
  await expect(kerbside.sync.flush()).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining('remoteSync'),
  });
});

test('a flush ends when its signal aborts, and when Kerbside is closed', async () => {
  const one = await device();
  one.network.fault = () => 'lost';
  await expect(one.kerbside.sync.flush({ signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'aborted',
  });
  const flushing = one.kerbside.sync.flush();
  one.kerbside.close();
  await expect(flushing).rejects.toMatchObject({ code: 'closed' });
});

describe('F11: the server did it, the answer got lost', () => {
  test.each(['/inspections', '/images', '/damages', '/views', '/severity_pricing'])(
    'a create at %s is found and not made again',
    async (path) => {
      const one = await device();
      let lost = 0;
      one.network.fault = (request) => {
        if (!isCreate(request) || !request.line.endsWith(path) || lost > 0) return undefined;
        lost += 1;
        return 'answer lost';
      };
      await recordAll(one);
      await untilSent(one);
      expect(lost).toBe(1);
      expect(
        one.network.sent.filter((request) => isCreate(request) && request.line.endsWith(path)),
      ).toHaveLength(1);
      await expectEverythingOnce(one);
    },
  );

  test('a start that says how the task is to run is done, and not taken for refused', async () => {
    const one = await device();
    let lost = 0;
    one.network.fault = ({ line }) => {
      if (!line.startsWith('PATCH') || lost > 0) return undefined;
      lost += 1;
      return 'answer lost';
    };
    const { result: id } = await one.kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
    const start = { status: 'TODO', arguments: { damage_score_threshold: 0.4 } } as const;
    await one.kerbside.tasks.updateOne(id, 'damage_detection', start);
    await untilSent(one);
    expect(lost).toBe(1);
    expect(await one.kerbside.sync.status()).toMatchObject({ blocked: [], awaited: 1 });
    const { tasks } = await remoteInspections(one);
    expect(Object.values(tasks)).toMatchObject([{ status: 'TODO', arguments: start.arguments }]);
  });

  test('whatever is lost, in whatever order: everything is there once', async () => {
    const one = await device();
    let count = 0;
    one.network.fault = () => {
      count += 1;
      return count % 3 === 0 ? 'answer lost' : count % 4 === 0 ? 'lost' : undefined;
    };
    await recordAll(one);
    await untilSent(one);
    await expectEverythingOnce(one);
  });
});

describe('F12: the token expired', () => {
  test('the queue holds, asks for a token, and goes on in order; no token is kept or told', async () => {
    const token = { current: 'expired.token.text' };
    const asked: boolean[] = [];
    const userId = crypto.randomUUID();
    const one = await device({
      userId,
      getToken: ({ expired }) => {
        asked.push(expired);
        return token.current;
      },
    });
    await recordAll(one);
    const held = await one.kerbside.sync.flush();
    expect(held).toMatchObject({ held: 'unauthorized', operations: { queued: 9, blocked: 0, waiting: 0 } });
    const heldReason = { code: 'unauthorized', message: expect.any(String), status: 401 };
    expect(held.heldReason).toEqual(heldReason);
    expect(one.events).toContainEqual({ type: 'sync.held', reason: 'unauthorized', heldReason });
    expect(asked).toContain(true);
    expect(await remoteInspections(one)).toMatchObject({ inspections: {} });
    token.current = await service.tokenFor({ id: userId, organizationId: 'kerb' });
    await untilSent(one);
    await expectEverythingOnce(one);
    const types = one.events.map(({ type }) => type);
    expect((await one.kerbside.sync.status()).heldReason).toBeNull();
    expect(types.indexOf('sync.held')).toBeLessThan(types.indexOf('sync.resumed'));
    const kept = JSON.stringify([await dump(one.store), one.events, await one.kerbside.sync.status()]);
    expect(kept).not.toContain(token.current);
    expect(kept).not.toContain('expired.token.text');
  });
});

test('what is held says what failed: an app that gives no token learns so', async () => {
  const one = await device({ getToken: () => undefined as unknown as string });
  await one.kerbside.inspections.createOne({ tasks: {} });
  expect(await one.kerbside.sync.flush()).toMatchObject({
    held: 'unauthorized',
    heldReason: { code: 'unauthorized', message: expect.stringContaining('getToken gave no token') },
  });
});

describe('the token is fetched, and there is no network', () => {
  test('the queue holds as unreachable: nobody is asked to sign in', async () => {
    const userId = crypto.randomUUID();
    let isOnline = false;
    const one = await device({
      userId,
      getToken: () => {
        if (!isOnline) throw new TypeError('Failed to fetch');
        return service.tokenFor({ id: userId, organizationId: 'kerb' });
      },
    });
    await recordAll(one);
    expect(await one.kerbside.sync.flush()).toMatchObject({
      held: 'unreachable',
      operations: { blocked: 0 },
    });
    isOnline = true;
    await untilSent(one);
    await expectEverythingOnce(one);
  });
});

test('a getToken that never answers holds the queue as unreachable, and it goes on when one does', async () => {
  const userId = crypto.randomUUID();
  let hasHung = false;
  const one = await device({
    userId,
    timeoutMs: 2_000,
    getToken: () => {
      if (hasHung) return service.tokenFor({ id: userId, organizationId: 'kerb' });
      hasHung = true;
      return new Promise<string>(() => {});
    },
  });
  await one.kerbside.inspections.createOne({ tasks: {} });
  const held = await one.kerbside.sync.flush();
  expect(held).toMatchObject({ held: 'unreachable', waitingReason: { code: 'timeout' } });
  expect(held.waitingReason?.message).toContain('getToken did not answer');
  await untilSent(one);
});

describe('F13: one operation is refused', () => {
  /** Twenty inspections; the service refuses the damage of the seventh. */
  const poisoned = async () => {
    const one = await device();
    let isHealed = false;
    one.network.fault = ({ body }) =>
      !isHealed && (body as { damage_type?: string } | undefined)?.damage_type === 'rustiness'
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
    const heal = () => {
      isHealed = true;
    };
    return { ...one, id: ids[6] ?? '', status, heal, device: one };
  };

  test('only what depends on it stops, and it is listed with its reason', async () => {
    const { status, id, device, events } = await poisoned();
    expect(status.operations).toEqual({ queued: 1, sending: 0, waiting: 0, blocked: 1 });
    expect(status.blocked).toMatchObject([
      { kind: 'damage.create', inspectionId: id, reason: { status: 422, message: 'no rust here' } },
    ]);
    expect(events.filter(({ type }) => type === 'sync.blocked')).toHaveLength(1);
    const { inspections, damages } = await remoteInspections(device);
    expect(Object.values(inspections)).toHaveLength(20);
    expect(Object.values(inspections).filter(({ additionalData }) => additionalData?.pdf_data)).toHaveLength(
      20,
    );
    expect(Object.values(damages).filter(({ damageType }) => damageType === 'rustiness')).toEqual([]);
  });

  test('retry sends it, and what waited for it', async () => {
    const { status, heal, device, kerbside } = await poisoned();
    heal();
    await kerbside.sync.retry(status.blocked[0]?.operationId ?? '');
    await untilSent(device);
    expect(device.network.sent.filter(({ line }) => line.startsWith('DELETE'))).toHaveLength(20);
  });

  test('discard gives it up, with what can not be sent without it, and keeps it on the device', async () => {
    const { status, kerbside, store, id } = await poisoned();
    const given = await kerbside.sync.discard(status.blocked[0]?.operationId ?? '');
    expect(given).toHaveLength(2);
    expect(await store.operations()).toEqual([]);
    const { entities } = await kerbside.inspections.getOne(id, { showDeletedObjects: true });
    expect(Object.values(entities.damages)).toMatchObject([{ damageType: 'rustiness' }]);
  });

  test('export hands its inspection over as a zip', async () => {
    const { status, kerbside } = await poisoned();
    const zip = await kerbside.sync.export(status.blocked[0]?.operationId ?? '');
    expect(zip.type).toBe('application/zip');
    expect(await kerbside.sync.export('nobody').catch((error: KerbsideError) => error.code)).toBe(
      'not_found',
    );
  });
});

test('F15: a captive portal’s page is no acknowledgement', async () => {
  const one = await device();
  let pages = 0;
  one.network.fault = () => {
    pages += 1;
    const page = '<!doctype html><title>Welcome to Hotel Wi-Fi</title>';
    return pages <= 3 ? { status: 200, body: page, headers: { 'content-type': 'text/html' } } : undefined;
  };
  await recordAll(one);
  const first = await one.kerbside.sync.flush();
  expect(first.operations.waiting + first.operations.queued + first.operations.sending).toBe(9);
  // As with a wrong `baseUrl`: nothing is held or blocked, and yet nothing goes out.
  expect(first).toMatchObject({
    held: null,
    blocked: [],
    waitingReason: {
      code: 'remote_invalid',
      status: 200,
      message: expect.stringContaining('other than the service'),
    },
  });
  await untilSent(one);
  expect((await one.kerbside.sync.status()).waitingReason).toBeNull();
  await expectEverythingOnce(one);
});

test('F16: a tab that takes over goes on where the other stopped, and no tab believes it is held', async () => {
  const shared = {
    store: new SharedMemoryStore(),
    userId: crypto.randomUUID(),
    database: crypto.randomUUID(),
  };
  const first = await device(shared);
  first.network.fault = () => 'lost';
  const second = await device(shared);
  await recordAll(second);
  await expect.poll(async () => (await second.kerbside.sync.status()).held).toBe('unreachable');
  expect((await second.kerbside.sync.status()).heldReason).toMatchObject({ code: 'remote_unavailable' });
  expect(second.network.sent).toEqual([]);
  first.kerbside.close();
  await untilSent(second);
  expect((await second.kerbside.sync.status()).held).toBeNull();
  await expectEverythingOnce(second);
});

describe('F20: another user signs in', () => {
  test('sends only what is their own; the first user’s waits and goes out under their own name', async () => {
    const store = new SharedMemoryStore();
    const [ada, ben] = [crypto.randomUUID(), crypto.randomUUID()];
    const first = await device({ store, userId: ada });
    first.network.fault = () => 'lost';
    await recordAll(first);
    await first.kerbside.sync.flush();
    first.kerbside.close();

    const second = await device({ store, userId: ben });
    await second.kerbside.inspections.createOne({ tasks: { wheel_analysis: {} } });
    const { operations, ofOthers, waitingReason } = await second.kerbside.sync.flush();
    expect(Object.values(operations).reduce((sum, count) => sum + count, 0)).toBe(9);
    expect([ofOthers, waitingReason]).toEqual([9, null]);
    expect(second.network.sent.map(({ line }) => line)).toEqual(['POST /inspections']);
    second.kerbside.close();

    const again = await device({ store, userId: ada });
    await untilSent(again);
    await expectEverythingOnce(again);
  });

  test('does not wait for the first user’s tab to be closed, nor they for the second’s', async () => {
    const shared = { store: new SharedMemoryStore(), database: crypto.randomUUID() };
    const first = await device(shared);
    await first.kerbside.sync.flush();
    const second = await device(shared);
    await recordAll(second);
    await untilSent(second);
    await expectEverythingOnce(second);
    await recordAll(first);
    await untilSent(first);
    await expectEverythingOnce(first);
  });

  test('the tab that sends gives way to the user who asks, however often it had done so for nobody', async () => {
    const shared = { store: new SharedMemoryStore(), database: crypto.randomUUID() };
    const first = await device(shared);
    await first.kerbside.sync.flush();
    const second = await device(shared);
    for (let turn = 0; turn < 3; turn += 1) {
      for (const { kerbside } of [second, first]) {
        await kerbside.inspections.createOne({ tasks: { wheel_analysis: {} } });
        const { operations, ofOthers } = await kerbside.sync.flush();
        expect([operations.queued + operations.waiting, ofOthers]).toEqual([0, 0]);
      }
    }
  });

  test.each(['auth0|5f7c6ec82833fa00', 'ada@example.org', 'Zoë Ørsted'])(
    'people are called what their provider calls them: %s',
    async (userId) => {
      const one = await device({ userId });
      await recordAll(one);
      await untilSent(one);
      await expectEverythingOnce(one);
    },
  );

  test('a token of somebody else sends nothing, and says so', async () => {
    const userId = crypto.randomUUID();
    const foreign = await service.tokenFor({ id: 'mallory', organizationId: 'kerb' });
    const one = await device({ userId, getToken: () => foreign });
    await recordAll(one);
    expect(await one.kerbside.sync.flush()).toMatchObject({
      held: 'wrong_user',
      heldReason: { code: 'wrong_user', message: expect.stringContaining('belongs to') },
      operations: { queued: 9 },
    });
    expect(one.network.sent).toEqual([]);
  });
});

test('F9: a photo that is no longer what was taken is not sent, and says why', async () => {
  class DamagedStore extends SharedMemoryStore {
    override async photo(imageId: string) {
      const photo = await super.photo(imageId);
      if (photo) new Uint8Array(photo.bytes)[100] = (new Uint8Array(photo.bytes)[100] ?? 0) ^ 1;
      return photo;
    }
  }
  const one = await device({ store: new DamagedStore() });
  await recordAll(one);
  const { blocked, operations } = await one.kerbside.sync.flush();
  expect(blocked).toMatchObject([{ kind: 'image.add', reason: { code: 'photo_damaged' } }]);
  // The view and the start rest on the photo; all else is there.
  expect(operations).toEqual({ queued: 2, sending: 0, waiting: 0, blocked: 1 });
});
