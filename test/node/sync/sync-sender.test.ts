import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { Operation, StoredOperation } from '../../../src/domain/outbox/operation.ts';
import { KerbsideError } from '../../../src/errors.ts';
import { createBrowserPlatform } from '../../../src/platform/browser-platform.ts';
import { createBrowserClock, sleep } from '../../../src/platform/clock.ts';
import { IndexedDbStore } from '../../../src/store/indexeddb/indexeddb-store.ts';
import type { DeliveryChange } from '../../../src/sync/outbox/delivery-recorder.ts';
import { Pacing } from '../../../src/sync/pacing/pacing.ts';
import { runSendLoop } from '../../../src/sync/sending/send-loop.ts';
import { Sender } from '../../../src/sync/sending/sender.ts';
import type { SenderDeps } from '../../../src/sync/sending/sender-deps.ts';
import { CONNECTION_FAULTS, failTransactions } from '../../fixtures/databases/indexeddb-faults.ts';
import { commitOf, operationOf, stateOf } from '../../fixtures/databases/records.ts';
import { createStore, Disk } from '../sync-simulation/sim-store.ts';
import { Killable, World } from '../sync-simulation/world.ts';

type Respond = (operation: StoredOperation, attempt: number) => KerbsideError | number | undefined;

/** A sender on a virtual clock. `respond` returns the error of an attempt, or after how many milliseconds it succeeds. */
class Bench {
  readonly world = new World(1);
  readonly disk = new Disk();
  readonly attempts: { id: string; at: number }[] = [];
  readonly log: string[] = [];
  /** According to the events. */
  readonly inFlight = new Set<string>();
  readonly recentSearches: { id: string; at: number }[] = [];
  readonly fullSearches: { id: string; at: number }[] = [];
  /** Operations whose record exists at the service. */
  readonly created = new Set<string>();
  respond: Respond = () => undefined;
  #tab = new Killable();
  sender: Sender | undefined;
  pacing = this.#createPacing();

  enqueue(...operations: Operation[]): void {
    for (const operation of operations) this.disk.enqueue(operation);
    this.sender?.wake();
  }

  /** Kills the tab, if there is one, and starts another from what is stored. */
  start(limits: Partial<SenderDeps['limits']> = {}): void {
    this.#tab.isAlive = false;
    const tab = new Killable();
    this.#tab = tab;
    this.pacing = this.#createPacing();
    const { world } = this;
    const clock = {
      now: () => world.time + world.skew,
      monotonic: () => world.time,
      after: (milliseconds: number, work: () => void) => world.after(milliseconds, tab, work),
    };
    this.sender = new Sender({
      store: createStore(tab, this.disk, world, () => 0),
      clock,
      random: () => 0.5,
      userId: 'ada',
      limits: { photos: 2, photosPerInspection: 2, small: 2, window: 4, ...limits },
      graceMs: 5_000,
      pacing: this.pacing,
      deliver: (operation) => this.#deliver(operation, tab),
      reconcileRecent: async (operation) => {
        this.recentSearches.push({ id: operation.id, at: world.time });
        return this.created.has(operation.id) ? toChanges(operation) : undefined;
      },
      reconcileAll: async (operation) => {
        this.fullSearches.push({ id: operation.id, at: world.time });
        return this.created.has(operation.id) ? toChanges(operation) : undefined;
      },
      sendsTaskStarts: true,
      adoptDamage: async () => true,
      events: {
        onSending: ({ id }) => this.inFlight.add(id),
        onRemoved: ({ id }) => this.inFlight.delete(id),
        onFailed: ({ id }) => this.inFlight.delete(id),
        onRetry: () => {},
        onBlocked: ({ id }) => this.log.push(`blocked ${id}`),
        onIdle: () => this.log.push('idle'),
      },
    });
    void this.sender.run(new AbortController().signal);
  }

  #createPacing(): Pacing {
    return new Pacing({
      clock: { monotonic: () => this.world.time },
      random: () => 0.5,
      onPaused: (reason) => this.log.push(`paused ${reason}`),
      onResumed: () => this.log.push('resumed'),
    });
  }

  /** Runs for this time, or until nothing more happens. */
  async advance(milliseconds = Number.POSITIVE_INFINITY): Promise<void> {
    const end = this.world.time + milliseconds;
    if (milliseconds < Number.POSITIVE_INFINITY) this.world.after(milliseconds, undefined, () => {});
    await this.world.run(
      () => {},
      () => this.world.time >= end,
      50_000,
    );
  }

  timesOf(id: string): number[] {
    return this.attempts.filter((one) => one.id === id).map(({ at }) => at);
  }

  #deliver(operation: StoredOperation, tab: Killable): Promise<DeliveryChange[]> {
    this.attempts.push({ id: operation.id, at: this.world.time });
    const response = this.respond(operation, this.timesOf(operation.id).length);
    return new Promise((resolve, reject) => {
      const end = () => {
        if (!(response instanceof KerbsideError)) return resolve(toChanges(operation));
        this.pacing.delayAfter(response); // as the connection does
        reject(response);
      };
      this.world.after(typeof response === 'number' ? response : 1, tab, end);
    });
  }
}

function toChanges({ kind, inspectionId, payload }: StoredOperation): DeliveryChange[] {
  const localId = kind === 'inspection.create' ? inspectionId : (payload as { imageId?: string }).imageId;
  if (localId === undefined || kind === 'image.delete') return [];
  const remote = { localId, remoteId: `r-${localId}`, inspectionId };
  return [{ type: 'map', remoteId: { ...remote, kind: kind === 'image.add' ? 'image' : 'inspection' } }];
}

const operation = (inspectionId: string, id: string, kind: string, payload: object = {}) =>
  ({ id, kind, inspectionId, userId: 'ada', createdAt: '', payload }) as Operation;
const create = (inspectionId: string) =>
  operation(inspectionId, `create ${inspectionId}`, 'inspection.create', { input: { tasks: {} } });
const photo = (inspectionId: string, imageId: string) =>
  operation(inspectionId, imageId, 'image.add', { imageId, input: { tasks: [] } });
const note = (inspectionId: string, id: string) =>
  operation(inspectionId, id, 'inspection.pdf_data', { input: {} });

const busy = (status: number, retryAfterMs: number) =>
  new KerbsideError(status === 429 ? 'rate_limited' : 'remote_unavailable', 'busy', {
    details: { status, retryAfterMs },
  });
const unreachable = () => new KerbsideError('remote_unavailable', 'no response');

describe('F14: the service sends Retry-After', () => {
  test.each([429, 503])('%s with Retry-After is respected', async (status) => {
    const bench = new Bench();
    bench.respond = (_operation, attempt) => (attempt === 1 ? busy(status, 60_000) : undefined);
    bench.enqueue(create('i'));
    bench.start();
    await bench.advance();
    const [first = 0, second = 0] = bench.timesOf('create i');
    expect(second - first).toBeGreaterThanOrEqual(60_000);
    expect(second - first).toBeLessThan(61_000);
  });

  // Proves fault F14.
  test('is respected after a crash and by retryNow', async () => {
    const bench = new Bench();
    bench.respond = (_operation, attempt) => (attempt === 1 ? busy(429, 60_000) : undefined);
    bench.enqueue(create('i'));
    bench.start();
    await bench.advance(20_000);
    bench.start();
    await bench.advance(10_000);
    bench.sender?.retryNow();
    await bench.advance();
    const [first = 0, second = 0] = bench.timesOf('create i');
    expect(second - first).toBeGreaterThanOrEqual(60_000);
    expect(second - first).toBeLessThan(61_000);
  });

  // Proves fault F14.
  test.each([429, 503])('%s pauses all sending', async (status) => {
    const bench = new Bench();
    bench.respond = (_operation, attempt) => (attempt === 1 ? busy(status, 60_000) : undefined);
    for (let n = 0; n < 50; n += 1) bench.enqueue(create(`i${n}`));
    bench.start();
    await bench.advance(30_000);
    bench.sender?.retryNow();
    await bench.advance(29_000);
    expect(bench.attempts.length).toBeLessThanOrEqual(2); // those that were in flight together
    expect(bench.log).not.toContain('resumed');
    bench.respond = () => undefined;
    await bench.advance();
    expect(bench.disk.operations.size).toBe(0);
  });

  // Proves fault F14.
  test('to another request pauses all sending, also of operations that are claimed', async () => {
    const bench = new Bench();
    bench.respond = () => 1_000;
    for (let n = 0; n < 50; n += 1) bench.enqueue(create(`i${n}`));
    bench.start();
    await bench.advance(500);
    bench.pacing.delay(60_000);
    await bench.advance(30_000);
    bench.sender?.retryNow();
    await bench.advance(29_000);
    expect(bench.attempts).toHaveLength(2); // those that were in flight
    const { operations } = bench.disk;
    expect([...operations.values()].some(({ delivery }) => delivery?.state === 'sending')).toBe(false);
    await bench.advance();
    expect(operations.size).toBe(0);
  });

  test('with a Retry-After of a day, another operation tests the service after 5 minutes', async () => {
    const bench = new Bench();
    bench.respond = ({ id }) => (id === 'create i0' ? busy(503, 86_400_000) : undefined);
    bench.enqueue(create('i0'));
    bench.start();
    await bench.advance(1_000);
    bench.enqueue(create('i1'));
    await bench.advance(298_000);
    expect(bench.timesOf('create i1')).toEqual([]);
    await bench.advance(3_000);
    expect(bench.timesOf('create i1')).toHaveLength(1);
    expect(bench.timesOf('create i0')).toHaveLength(1);
  });

  // Proves fault F14.
  test('without Retry-After, delays grow from 1 s to 5 minutes', async () => {
    const bench = new Bench();
    bench.respond = (_operation, attempt) => (attempt <= 12 ? busy(503, 0) : undefined);
    bench.enqueue(note('known', 'update'));
    bench.disk.change({
      type: 'map',
      remoteId: { localId: 'known', remoteId: 'r', inspectionId: 'known', kind: 'inspection' },
    });
    bench.start();
    await bench.advance();
    const times = bench.timesOf('update');
    const delays = times.slice(1).map((at, index) => Math.round((at - (times[index] ?? 0)) / 1_000));
    // Half the limit each (random is 0.5), but never less than the grace period.
    expect(delays).toEqual([5, 5, 5, 5, 8, 16, 32, 64, 128, 150, 150, 150]);
  });
});

test('a failed reconciliation does not restart the grace period', async () => {
  const bench = new Bench();
  const createError = (sent: boolean) =>
    new KerbsideError('remote_unavailable', 'oops', { details: { status: 500, ...(!sent && { sent }) } });
  bench.respond = (_operation, attempt) => (attempt <= 2 ? createError(attempt === 1) : undefined);
  bench.enqueue(create('i'));
  bench.start();
  await bench.advance(5_900);
  expect(bench.timesOf('create i')).toHaveLength(2);
  bench.sender?.retryNow();
  await bench.advance(100);
  expect(bench.timesOf('create i')).toHaveLength(3);
});

describe('F17: the clock is wrong', () => {
  // Proves fault F17.
  test('set back by a year, waiting operations are still retried', async () => {
    const bench = new Bench();
    bench.respond = (_operation, attempt) => (attempt === 1 ? busy(500, 0) : undefined);
    bench.enqueue(create('i'));
    bench.start();
    await bench.advance(100);
    bench.world.skew = -365 * 24 * 3_600_000;
    bench.start();
    await bench.advance(10_000);
    expect(bench.disk.operations.size).toBe(0);
  });

  // Proves fault F17.
  test('set forward, the grace period of a lost request is still observed', async () => {
    const bench = new Bench();
    bench.respond = (_operation, attempt) => (attempt === 1 ? unreachable() : undefined);
    bench.enqueue(create('i'));
    bench.start();
    await bench.advance(100);
    bench.world.skew = 3_600_000;
    bench.start();
    await bench.advance();
    const [first = 0, second = 0] = bench.timesOf('create i');
    expect(second - first).toBeGreaterThanOrEqual(5_000);
  });
});

describe('lanes', () => {
  test('small operations do not wait for photos', async () => {
    const bench = new Bench();
    bench.respond = ({ kind }) => (kind === 'image.add' ? 60_000 : 10);
    bench.enqueue(
      create('a'),
      ...['1', '2', '3', '4', '5'].map((n) => photo('a', n)),
      create('b'),
      note('b', 'n'),
    );
    bench.start();
    await bench.advance(5_000);
    expect(bench.timesOf('n')).toHaveLength(1);
    expect(bench.disk.operations.size).toBe(5);
  });

  test('limits concurrent photos, in all and per inspection', async () => {
    const bench = new Bench();
    bench.respond = ({ kind }) => (kind === 'image.add' ? 1_000 : 1);
    for (const id of ['a', 'b', 'c'])
      bench.enqueue(create(id), photo(id, `${id}1`), photo(id, `${id}2`), photo(id, `${id}3`));
    bench.start({ photos: 4, photosPerInspection: 2 });
    await bench.advance(900);
    const started = bench.attempts.map(({ id }) => id).filter((id) => !id.startsWith('create'));
    expect(started).toHaveLength(4);
    for (const id of ['a', 'b', 'c'])
      expect(started.filter((one) => one.startsWith(id)).length).toBeLessThanOrEqual(2);
    await bench.advance();
    expect(bench.disk.operations.size).toBe(0);
  });
});

describe('a hold', () => {
  test('starts with the first failure without a network, and ends at once with a trigger', async () => {
    const bench = new Bench();
    let isOnline = false;
    bench.respond = () => (isOnline ? undefined : unreachable());
    for (let n = 0; n < 50; n += 1) bench.enqueue(create(`i${n}`));
    bench.start();
    await bench.advance(400);
    expect(bench.attempts.length).toBeLessThanOrEqual(2);
    expect(bench.log).toContain('paused unreachable');
    isOnline = true;
    bench.sender?.retryNow();
    await bench.advance(1_000);
    expect(bench.disk.operations.size).toBeLessThanOrEqual(2); // those in doubt wait for the grace period
    await bench.advance();
    expect(bench.disk.operations.size).toBe(0);
    expect(bench.log).toContain('resumed');
  });

  test('an operation that failed without a token is no longer in flight', async () => {
    const bench = new Bench();
    bench.respond = () => new KerbsideError('unauthorized', 'expired', { details: { status: 401 } });
    bench.enqueue(create('i'));
    bench.start();
    await bench.advance(400);
    expect(bench.log).toContain('paused unauthorized');
    expect(bench.inFlight.size).toBe(0);
  });

  test.each(['unauthorized', 'wrong_user', 'token_failed'] as const)(
    'for %s tries again after 5 s or more, with one request',
    async (code) => {
      const bench = new Bench();
      bench.respond = () => new KerbsideError(code, 'Sign in.');
      for (let n = 0; n < 50; n += 1) bench.enqueue(create(`i${n}`));
      bench.start();
      await bench.advance(4_900);
      const first = bench.attempts.length;
      expect(first).toBeLessThanOrEqual(2); // those that left together
      await bench.advance(200);
      expect(bench.attempts.length).toBe(first + 1);
      bench.respond = () => undefined;
      bench.sender?.retryNow();
      await bench.advance(1_000);
      expect(bench.disk.operations.size).toBe(0);
    },
  );

  test('does not wait for requests that hang since before it', async () => {
    const bench = new Bench();
    bench.respond = ({ id }) => (id === 'create i0' ? unreachable() : 30_000);
    for (let n = 0; n < 8; n += 1) bench.enqueue(create(`i${n}`));
    bench.start({ small: 4 });
    await bench.advance(100);
    expect(bench.attempts).toHaveLength(4);
    bench.respond = () => undefined;
    bench.sender?.retryNow();
    await bench.advance(1_000);
    expect(bench.attempts.slice(4).map(({ id }) => id)).toEqual([4, 5, 6, 7].map((n) => `create i${n}`));
  });

  test('is tested again by a trigger, also if its test hangs', async () => {
    const bench = new Bench();
    bench.respond = () => unreachable();
    for (let n = 0; n < 8; n += 1) bench.enqueue(create(`i${n}`));
    bench.start({ small: 4 });
    await bench.advance(100);
    bench.respond = () => 30_000;
    bench.sender?.retryNow();
    await bench.advance(100);
    expect(bench.inFlight.size).toBe(1);
    bench.respond = () => undefined;
    bench.sender?.retryNow();
    await bench.advance(1_000);
    expect(bench.attempts.slice(5).map(({ id }) => id)).toEqual([5, 6, 7].map((n) => `create i${n}`));
  });

  test('that a photo tests does not delay small operations', async () => {
    const bench = new Bench();
    bench.respond = () => unreachable();
    const remoteId = { localId: 'i', remoteId: 'r', inspectionId: 'i', kind: 'inspection' } as const;
    bench.disk.change({ type: 'map', remoteId });
    bench.enqueue(photo('i', 'p1'), photo('i', 'p2'));
    bench.start();
    await bench.advance(5_100);
    bench.respond = ({ kind }) => (kind === 'image.add' ? 60_000 : undefined);
    const before = bench.attempts.length;
    bench.sender?.retryNow();
    bench.enqueue(note('i', 'n'));
    await bench.advance(1_000);
    expect(bench.attempts.slice(before).map(({ id }) => id)).toContain('n');
  });

  test('retries by itself with backoff', async () => {
    const bench = new Bench();
    bench.respond = () => unreachable();
    bench.enqueue(create('i'));
    bench.start();
    await bench.advance(3_600_000);
    expect(bench.attempts.length).toBeGreaterThan(10);
    expect(bench.attempts.length).toBeLessThan(60);
  });
});

// Proves fault F16.
test('F16: the next sender sends at once what is not in doubt, and reconciles the rest; what does not exist is sent after the grace period', async () => {
  const bench = new Bench();
  bench.respond = () => 40; // so that some are in flight when the tab dies
  const names = Array.from({ length: 40 }, (_, n) => `i${n}`);
  bench.enqueue(...names.map(create));
  bench.start();
  await bench.advance(100);
  const inDoubt = [...bench.disk.operations.values()]
    .filter(({ delivery }) => delivery?.state === 'sending')
    .map(({ id }) => id);
  const [applied = '', ...lost] = inDoubt;
  expect(lost.length).toBeGreaterThan(0);
  bench.created.add(applied);
  const [diedAt, before] = [bench.world.time, bench.attempts.length];
  bench.start();
  await bench.advance(1_000);
  const sent = bench.attempts.slice(before);
  expect(sent.length).toBeGreaterThan(0);
  expect(sent.filter(({ id }) => inDoubt.includes(id))).toEqual([]);
  expect(bench.recentSearches.map(({ id }) => id).sort()).toEqual(inDoubt.toSorted());
  expect([...bench.disk.operations.values()].map(({ id }) => id)).not.toContain(applied);
  await bench.advance();
  expect(bench.disk.operations.size).toBe(0);
  const again = bench.attempts.slice(before).filter(({ id }) => inDoubt.includes(id));
  expect(again.map(({ id }) => id).sort()).toEqual(lost.sort());
  for (const { at } of again) expect(at).toBeGreaterThanOrEqual(diedAt + 5_000);
});

test('an operation that is discarded is not sent, although it was already claimed', async () => {
  const bench = new Bench();
  bench.respond = () => 1_000;
  bench.enqueue(...['a', 'b', 'c', 'd', 'e'].map(create));
  bench.start({ window: 8 });
  await bench.advance(100);
  const discarded = [...bench.disk.operations.values()].find(({ id }) => id === 'create d');
  expect(discarded?.delivery?.state).toBe('sending');
  bench.disk.change({ type: 'remove', sequence: discarded?.sequence ?? 0 });
  bench.sender?.reload('d');
  await bench.advance();
  expect(bench.attempts.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'e'].map((id) => `create ${id}`));
  expect(bench.disk.operations.size).toBe(0);
  expect(bench.inFlight.size).toBe(0);
});

test('results wait for an operation of a tab that died before its event', async () => {
  const bench = new Bench();
  bench.enqueue(create('i'));
  bench.start();
  await bench.advance(100);
  bench.enqueue(operation('i', 'results', 'inspection.results'));
  const change = bench.disk.change.bind(bench.disk);
  let changes = 0;
  bench.disk.change = (one) => {
    changes += 1;
    if (changes === 1) bench.disk.enqueue(note('i', 'late')); // the sender marks the results as sending
    change(one);
  };
  await bench.advance();
  expect(bench.attempts.map(({ id }) => id)).toEqual(['create i', 'late', 'results']);
  expect(changes).toBeLessThan(10);
});

describe('an inspection that was deleted before it was sent', () => {
  const remove = (inspectionId: string) =>
    operation(inspectionId, `delete ${inspectionId}`, 'inspection.delete');

  test('is not sent, although it was already claimed', async () => {
    const bench = new Bench();
    bench.respond = () => 1_000;
    const names = ['a', 'b', 'c', 'd', 'e'];
    bench.enqueue(...names.map(create));
    bench.start({ window: 8 });
    await bench.advance(100);
    const states = [...bench.disk.operations.values()].map(({ delivery }) => delivery?.state);
    expect(states).toEqual(names.map(() => 'sending'));
    bench.enqueue(remove('d'));
    await bench.advance();
    expect(bench.attempts.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'e'].map((id) => `create ${id}`));
    expect(bench.disk.operations.size).toBe(0);
    expect(bench.inFlight.size).toBe(0);
  });

  test('and is in doubt is reconciled after the grace period, and not sent again', async () => {
    const bench = new Bench();
    bench.respond = () => unreachable();
    bench.enqueue(create('i'), photo('i', 'p'));
    bench.start();
    await bench.advance(100);
    bench.enqueue(remove('i'));
    bench.respond = () => undefined;
    bench.sender?.retryNow();
    await bench.advance();
    const [failed = 0] = bench.timesOf('create i');
    expect(bench.attempts).toHaveLength(1);
    expect(bench.fullSearches).toEqual([{ id: 'create i', at: expect.any(Number) }]);
    expect(bench.fullSearches[0]?.at).toBeGreaterThanOrEqual(failed + 5_000);
    expect(bench.disk.operations.size).toBe(0);
  });

  test('and was in flight in a dead tab is reconciled at once and after the grace period; if it exists, it is deleted', async () => {
    for (const exists of [false, true]) {
      const bench = new Bench();
      bench.respond = () => 60_000;
      bench.enqueue(create('i'), photo('i', 'p'));
      bench.start();
      await bench.advance(100);
      bench.disk.enqueue(remove('i'));
      if (exists) bench.created.add('create i');
      const diedAt = bench.world.time;
      bench.respond = () => undefined;
      bench.start();
      await bench.advance();
      expect(bench.recentSearches.map(({ id }) => id)).toEqual(['create i']);
      const isAfterGrace = bench.fullSearches.map(({ at }) => at >= diedAt + 5_000);
      expect(isAfterGrace).toEqual(exists ? [] : [true]);
      const sent = bench.attempts.map(({ id }) => id);
      expect(sent).toEqual(exists ? ['create i', 'delete i'] : ['create i']);
      expect(bench.disk.operations.size).toBe(0);
    }
  });
});

test('starts to send 100,000 operations without reading them all', async () => {
  const bench = new Bench();
  for (let n = 0; n < 20_000; n += 1)
    bench.enqueue(create(`i${n}`), ...['a', 'b', 'c', 'd'].map((id) => note(`i${n}`, id)));
  let read = 0;
  const select = bench.disk.select.bind(bench.disk);
  bench.disk.select = (query) => {
    // Each inspection has 5 consecutive operations: returns what an index would.
    const number = Number(query.inspectionId?.slice(1));
    const selected = select(query.inspectionId === undefined ? query : { after: number * 5, limit: 5 });
    read += selected.length;
    return selected;
  };
  bench.respond = () => 1_000;
  bench.start();
  await bench.advance(900);
  expect(bench.attempts.map(({ id }) => id)).toEqual(['create i0', 'create i1']);
  expect(read).toBeLessThan(500);
});

describe('F8: the browser closes the database during sending', () => {
  const operations = ['a1', 'a2', 'a3', 'a4', 'a5'].map((id) => operationOf('a', id));
  const sendAll = async (strike: () => Promise<{ count: number; end(): void }>) => {
    const name = crypto.randomUUID();
    const recording = new IndexedDbStore({ name });
    const remoteId = { localId: 'a', remoteId: 'r', inspectionId: 'a', kind: 'inspection' } as const;
    await recording.commit(commitOf(stateOf('a'), { operations, outbox: [{ type: 'map', remoteId }] }));
    recording.close();
    const store = new IndexedDbStore({ name, sleep: async () => {} });
    const sent: string[] = [];
    const stop = new AbortController();
    let failures = 0;
    const fault = await strike();
    await new Promise<void>((resolve) => {
      const clock = {
        ...createBrowserClock(createBrowserPlatform()),
        after: (_ms: number, work: () => void) => createBrowserClock(createBrowserPlatform()).after(0, work),
      };
      const nothing = () => {};
      const createSender = () =>
        new Sender({
          store,
          clock,
          random: () => 0,
          userId: 'ada',
          limits: { photos: 1, photosPerInspection: 1, small: 1, window: 1 },
          graceMs: 0,
          pacing: new Pacing({ clock, random: () => 0, onPaused: nothing, onResumed: nothing }),
          deliver: async ({ id }) => {
            sent.push(id);
            return [];
          },
          reconcileRecent: async () => undefined,
          reconcileAll: async () => undefined,
          sendsTaskStarts: true,
          adoptDamage: async () => true,
          events: {
            onSending: nothing,
            onRemoved: () => void store.counts().then((left) => left.operations === 0 && resolve(), nothing),
            onFailed: nothing,
            onRetry: () => {},
            onBlocked: nothing,
            onIdle: nothing,
          },
        });
      const locks = { withLock: <T>(_name: string, work: () => Promise<T>) => work() };
      const onFailure = () => {
        failures += 1;
      };
      const restart = {
        random: () => 0,
        sleep: (ms: number, signal: AbortSignal) => sleep(clock, ms, signal),
      };
      void runSendLoop(
        { locks, lockName: 'sender', clock, ...restart, createSender, onFailure },
        stop.signal,
      );
    });
    stop.abort();
    fault.end();
    store.close();
    return { order: [...new Set(sent)], faultCount: fault.count, failures };
  };

  // Proves fault F8.
  test.each(CONNECTION_FAULTS)('$text: reconnects, and loses nothing', async ({ strike }) => {
    const { order, faultCount } = await sendAll(() => strike(2));
    expect(order).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
    expect(faultCount).toBeGreaterThan(0);
  });

  test('if reconnecting fails, the sender starts again from what is stored', async () => {
    const { order, failures } = await sendAll(() => failTransactions(9, 'Connection lost', 'UnknownError'));
    expect(order).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
    expect(failures).toBeGreaterThan(0);
  });
});
