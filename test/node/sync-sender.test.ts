import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import type { Operation, StoredOperation } from '../../src/domain/operation.ts';
import { KerbsideError } from '../../src/errors.ts';
import { browserClock } from '../../src/platform/clock.ts';
import { IndexedDbStore } from '../../src/store/indexeddb/indexeddb-store.ts';
import type { Lesson } from '../../src/sync/sending/deliver.ts';
import { keepSending } from '../../src/sync/sending/send-loop.ts';
import { Sender } from '../../src/sync/sending/sender.ts';
import type { SenderDeps } from '../../src/sync/sending/sender-deps.ts';
import { CONNECTION_FAULTS, failTransactions } from '../fixtures/databases/indexeddb-faults.ts';
import { commitOf, operationOf, stateOf } from '../fixtures/databases/records.ts';
import { Disk, storeOf } from './sync-simulation/sim-store.ts';
import { Mortal, World } from './sync-simulation/world.ts';

type Answer = (operation: StoredOperation, attempt: number) => KerbsideError | number | undefined;

/** A sender on a virtual clock. `answer`: the error of an attempt, or after how many milliseconds it succeeds. */
class Bench {
  readonly world = new World(1);
  readonly disk = new Disk();
  readonly attempts: { id: string; at: number }[] = [];
  readonly told: string[] = [];
  /** As events tell it. */
  readonly inFlight = new Set<string>();
  readonly looks: { id: string; at: number }[] = [];
  readonly searches: { id: string; at: number }[] = [];
  /** Operations whose record is at the service, as a look finds. */
  readonly there = new Set<string>();
  answer: Answer = () => undefined;
  #tab = new Mortal();
  sender: Sender | undefined;

  enqueue(...operations: Operation[]): void {
    for (const operation of operations) this.disk.enqueue(operation);
    this.sender?.poke();
  }

  /** The tab dies, if there is one, and another starts from what is stored. */
  start(limits: Partial<SenderDeps['limits']> = {}): void {
    this.#tab.isAlive = false;
    const tab = new Mortal();
    this.#tab = tab;
    const { world } = this;
    const clock = {
      now: () => world.time + world.skew,
      monotonic: () => world.time,
      after: (milliseconds: number, work: () => void) => world.after(milliseconds, tab, work),
    };
    this.sender = new Sender({
      store: storeOf(tab, this.disk, world, () => 0),
      clock,
      random: () => 0.5,
      userId: 'ada',
      limits: { photos: 2, photosPerInspection: 2, small: 2, window: 4, ...limits },
      graceMs: 5_000,
      deliver: (operation) => this.#deliver(operation, tab),
      look: async (operation) => {
        this.looks.push({ id: operation.id, at: world.time });
        return this.there.has(operation.id) ? lessonsOf(operation) : undefined;
      },
      search: async (operation) => {
        this.searches.push({ id: operation.id, at: world.time });
        return this.there.has(operation.id) ? lessonsOf(operation) : undefined;
      },
      sendsStarts: true,
      adopt: async () => true,
      events: {
        onSending: ({ id }) => this.inFlight.add(id),
        onSettled: ({ id }) => this.inFlight.delete(id),
        onFailed: ({ id }) => this.inFlight.delete(id),
        onBlocked: ({ id }) => this.told.push(`blocked ${id}`),
        onHeld: (reason) => this.told.push(`held ${reason}`),
        onResumed: () => this.told.push('resumed'),
        onIdle: () => this.told.push('idle'),
      },
    });
    void this.sender.run(new AbortController().signal);
  }

  /** Lets everything happen, for so long or until nothing more does. */
  async pass(milliseconds = Number.POSITIVE_INFINITY): Promise<void> {
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

  #deliver(operation: StoredOperation, tab: Mortal): Promise<Lesson[]> {
    this.attempts.push({ id: operation.id, at: this.world.time });
    const answer = this.answer(operation, this.timesOf(operation.id).length);
    return new Promise((resolve, reject) => {
      const heard = () => (answer instanceof KerbsideError ? reject(answer) : resolve(lessonsOf(operation)));
      this.world.after(typeof answer === 'number' ? answer : 1, tab, heard);
    });
  }
}

function lessonsOf({ kind, inspectionId, payload }: StoredOperation): Lesson[] {
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
const unreachable = () => new KerbsideError('remote_unavailable', 'no answer');

describe('F14: the service asks for patience', () => {
  test.each([429, 503])('%s with Retry-After is respected', async (status) => {
    const bench = new Bench();
    bench.answer = (_operation, attempt) => (attempt === 1 ? busy(status, 60_000) : undefined);
    bench.enqueue(create('i'));
    bench.start();
    await bench.pass();
    const [first = 0, second = 0] = bench.timesOf('create i');
    expect(second - first).toBeGreaterThanOrEqual(60_000);
    expect(second - first).toBeLessThan(61_000);
  });

  test('also by whoever takes over after a crash, and however much an app hurries', async () => {
    const bench = new Bench();
    bench.answer = (_operation, attempt) => (attempt === 1 ? busy(429, 60_000) : undefined);
    bench.enqueue(create('i'));
    bench.start();
    await bench.pass(20_000);
    bench.start();
    await bench.pass(10_000);
    bench.sender?.hurry();
    await bench.pass();
    const [first = 0, second = 0] = bench.timesOf('create i');
    expect(second - first).toBeGreaterThanOrEqual(60_000);
    expect(second - first).toBeLessThan(61_000);
  });

  test.each([429, 503])(
    '%s is meant for all that is ours: nothing else is sent meanwhile',
    async (status) => {
      const bench = new Bench();
      bench.answer = (_operation, attempt) => (attempt === 1 ? busy(status, 60_000) : undefined);
      for (let n = 0; n < 50; n += 1) bench.enqueue(create(`i${n}`));
      bench.start();
      await bench.pass(30_000);
      bench.sender?.hurry();
      await bench.pass(29_000);
      expect(bench.attempts.length).toBeLessThanOrEqual(2); // those that were on their way together
      expect(bench.told).not.toContain('resumed');
      bench.answer = () => undefined;
      await bench.pass();
      expect(bench.disk.operations.size).toBe(0);
    },
  );

  test('a service that asks for a day is asked again after five minutes, by something else', async () => {
    const bench = new Bench();
    bench.answer = ({ id }) => (id === 'create i0' ? busy(503, 86_400_000) : undefined);
    bench.enqueue(create('i0'));
    bench.start();
    await bench.pass(1_000);
    bench.enqueue(create('i1'));
    await bench.pass(298_000);
    expect(bench.timesOf('create i1')).toEqual([]);
    await bench.pass(3_000);
    expect(bench.timesOf('create i1')).toHaveLength(1);
    expect(bench.timesOf('create i0')).toHaveLength(1);
  });

  test('without a time, waits grow from 1 s to 5 minutes', async () => {
    const bench = new Bench();
    bench.answer = (_operation, attempt) => (attempt <= 12 ? busy(503, 0) : undefined);
    bench.enqueue(note('known', 'update'));
    bench.disk.change({
      type: 'map',
      remoteId: { localId: 'known', remoteId: 'r', inspectionId: 'known', kind: 'inspection' },
    });
    bench.start();
    await bench.pass();
    const times = bench.timesOf('update');
    const waits = times.slice(1).map((at, index) => Math.round((at - (times[index] ?? 0)) / 1_000));
    // Half the limit each, but never less than a lost request may take.
    expect(waits).toEqual([5, 5, 5, 5, 8, 16, 32, 64, 128, 150, 150, 150]);
  });
});

test('a look that fails has sent nothing: it does not begin the time of grace anew', async () => {
  const bench = new Bench();
  const failing = (sent: boolean) =>
    new KerbsideError('remote_unavailable', 'oops', { details: { status: 500, ...(!sent && { sent }) } });
  bench.answer = (_operation, attempt) => (attempt <= 2 ? failing(attempt === 1) : undefined);
  bench.enqueue(create('i'));
  bench.start();
  await bench.pass(5_900);
  expect(bench.timesOf('create i')).toHaveLength(2);
  bench.sender?.hurry();
  await bench.pass(100);
  expect(bench.timesOf('create i')).toHaveLength(3);
});

describe('F17: the clock is wrong', () => {
  test('set back by a year, what waits goes on all the same', async () => {
    const bench = new Bench();
    bench.answer = (_operation, attempt) => (attempt === 1 ? busy(500, 0) : undefined);
    bench.enqueue(create('i'));
    bench.start();
    await bench.pass(100);
    bench.world.skew = -365 * 24 * 3_600_000;
    bench.start();
    await bench.pass(10_000);
    expect(bench.disk.operations.size).toBe(0);
  });

  test('set forward, a lost request is still given its time before anything is sent again', async () => {
    const bench = new Bench();
    bench.answer = (_operation, attempt) => (attempt === 1 ? unreachable() : undefined);
    bench.enqueue(create('i'));
    bench.start();
    await bench.pass(100);
    bench.world.skew = 3_600_000;
    bench.start();
    await bench.pass();
    const [first = 0, second = 0] = bench.timesOf('create i');
    expect(second - first).toBeGreaterThanOrEqual(5_000);
  });
});

describe('lanes', () => {
  test('small operations are not stuck behind big photos', async () => {
    const bench = new Bench();
    bench.answer = ({ kind }) => (kind === 'image.add' ? 60_000 : 10);
    bench.enqueue(
      create('a'),
      ...['1', '2', '3', '4', '5'].map((n) => photo('a', n)),
      create('b'),
      note('b', 'n'),
    );
    bench.start();
    await bench.pass(5_000);
    expect(bench.timesOf('n')).toHaveLength(1);
    expect(bench.disk.operations.size).toBe(5);
  });

  test('photos go a few at a time, and fewer of one inspection', async () => {
    const bench = new Bench();
    bench.answer = ({ kind }) => (kind === 'image.add' ? 1_000 : 1);
    for (const id of ['a', 'b', 'c'])
      bench.enqueue(create(id), photo(id, `${id}1`), photo(id, `${id}2`), photo(id, `${id}3`));
    bench.start({ photos: 4, photosPerInspection: 2 });
    await bench.pass(900);
    const started = bench.attempts.map(({ id }) => id).filter((id) => !id.startsWith('create'));
    expect(started).toHaveLength(4);
    for (const id of ['a', 'b', 'c'])
      expect(started.filter((one) => one.startsWith(id)).length).toBeLessThanOrEqual(2);
    await bench.pass();
    expect(bench.disk.operations.size).toBe(0);
  });
});

describe('holding', () => {
  test('no network holds everything after the first failure, and a trigger goes on at once', async () => {
    const bench = new Bench();
    let isOnline = false;
    bench.answer = () => (isOnline ? undefined : unreachable());
    for (let n = 0; n < 50; n += 1) bench.enqueue(create(`i${n}`));
    bench.start();
    await bench.pass(400);
    expect(bench.attempts.length).toBeLessThanOrEqual(2);
    expect(bench.told).toContain('held unreachable');
    isOnline = true;
    bench.sender?.hurry();
    await bench.pass(1_000);
    expect(bench.disk.operations.size).toBeLessThanOrEqual(2); // those in doubt are given their time
    await bench.pass();
    expect(bench.disk.operations.size).toBe(0);
    expect(bench.told).toContain('resumed');
  });

  test('what was refused for want of a token is no longer on its way', async () => {
    const bench = new Bench();
    bench.answer = () => new KerbsideError('unauthorized', 'expired', { details: { status: 401 } });
    bench.enqueue(create('i'));
    bench.start();
    await bench.pass(400);
    expect(bench.told).toContain('held unauthorized');
    expect(bench.inFlight.size).toBe(0);
  });

  test('by itself it tries again, less and less often', async () => {
    const bench = new Bench();
    bench.answer = () => unreachable();
    bench.enqueue(create('i'));
    bench.start();
    await bench.pass(3_600_000);
    expect(bench.attempts.length).toBeGreaterThan(10);
    expect(bench.attempts.length).toBeLessThan(60);
  });
});

test('F16: who takes over sends at once what was not in doubt, and looks for what was; what is not there is sent after its grace', async () => {
  const bench = new Bench();
  bench.answer = () => 40; // so that some are on their way when the tab dies
  const names = Array.from({ length: 40 }, (_, n) => `i${n}`);
  bench.enqueue(...names.map(create));
  bench.start();
  await bench.pass(100);
  const inDoubt = [...bench.disk.operations.values()]
    .filter(({ delivery }) => delivery?.state === 'sending')
    .map(({ id }) => id);
  const [landed = '', ...lost] = inDoubt;
  expect(lost.length).toBeGreaterThan(0);
  bench.there.add(landed);
  const [death, before] = [bench.world.time, bench.attempts.length];
  bench.start();
  await bench.pass(1_000);
  const taken = bench.attempts.slice(before);
  expect(taken.length).toBeGreaterThan(0);
  expect(taken.filter(({ id }) => inDoubt.includes(id))).toEqual([]);
  expect(bench.looks.map(({ id }) => id).sort()).toEqual(inDoubt.toSorted());
  expect([...bench.disk.operations.values()].map(({ id }) => id)).not.toContain(landed);
  await bench.pass();
  expect(bench.disk.operations.size).toBe(0);
  const again = bench.attempts.slice(before).filter(({ id }) => inDoubt.includes(id));
  expect(again.map(({ id }) => id).sort()).toEqual(lost.sort());
  for (const { at } of again) expect(at).toBeGreaterThanOrEqual(death + 5_000);
});

describe('what was deleted before it left', () => {
  const remove = (inspectionId: string) =>
    operation(inspectionId, `delete ${inspectionId}`, 'inspection.delete');

  test('is not sent, though it was made ready to be sent', async () => {
    const bench = new Bench();
    bench.answer = () => 1_000;
    const names = ['a', 'b', 'c', 'd', 'e'];
    bench.enqueue(...names.map(create));
    bench.start({ window: 8 });
    await bench.pass(100);
    const states = [...bench.disk.operations.values()].map(({ delivery }) => delivery?.state);
    expect(states).toEqual(names.map(() => 'sending'));
    bench.enqueue(remove('d'));
    await bench.pass();
    expect(bench.attempts.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'e'].map((id) => `create ${id}`));
    expect(bench.disk.operations.size).toBe(0);
    expect(bench.inFlight.size).toBe(0);
  });

  test('and may have arrived is looked for once its grace is over, and is not sent again', async () => {
    const bench = new Bench();
    bench.answer = () => unreachable();
    bench.enqueue(create('i'), photo('i', 'p'));
    bench.start();
    await bench.pass(100);
    bench.enqueue(remove('i'));
    bench.answer = () => undefined;
    bench.sender?.hurry();
    await bench.pass();
    const [failed = 0] = bench.timesOf('create i');
    expect(bench.attempts).toHaveLength(1);
    expect(bench.searches).toEqual([{ id: 'create i', at: expect.any(Number) }]);
    expect(bench.searches[0]?.at).toBeGreaterThanOrEqual(failed + 5_000);
    expect(bench.disk.operations.size).toBe(0);
  });

  test('by a tab that died is looked for at once, and again after its grace; what is there is deleted there', async () => {
    for (const isThere of [false, true]) {
      const bench = new Bench();
      bench.answer = () => 60_000;
      bench.enqueue(create('i'), photo('i', 'p'));
      bench.start();
      await bench.pass(100);
      bench.disk.enqueue(remove('i'));
      if (isThere) bench.there.add('create i');
      const death = bench.world.time;
      bench.answer = () => undefined;
      bench.start();
      await bench.pass();
      expect(bench.looks.map(({ id }) => id)).toEqual(['create i']);
      const searchedAfter = bench.searches.map(({ at }) => at >= death + 5_000);
      expect(searchedAfter).toEqual(isThere ? [] : [true]);
      const sent = bench.attempts.map(({ id }) => id);
      expect(sent).toEqual(isThere ? ['create i', 'delete i'] : ['create i']);
      expect(bench.disk.operations.size).toBe(0);
    }
  });
});

test('a hundred thousand operations are begun without reading them all', async () => {
  const bench = new Bench();
  for (let n = 0; n < 20_000; n += 1)
    bench.enqueue(create(`i${n}`), ...['a', 'b', 'c', 'd'].map((id) => note(`i${n}`, id)));
  let read = 0;
  const select = bench.disk.select.bind(bench.disk);
  bench.disk.select = (query) => {
    // Five operations each, one inspection after the other: what an index would answer.
    const number = Number(query.inspectionId?.slice(1));
    const selected = select(query.inspectionId === undefined ? query : { after: number * 5, limit: 5 });
    read += selected.length;
    return selected;
  };
  bench.answer = () => 1_000;
  bench.start();
  await bench.pass(900);
  expect(bench.attempts.map(({ id }) => id)).toEqual(['create i0', 'create i1']);
  expect(read).toBeLessThan(500);
});

describe('F8: the browser drops the database under the sender', () => {
  const operations = ['a1', 'a2', 'a3', 'a4', 'a5'].map((id) => operationOf('a', id));
  const sendAll = async (strike: () => Promise<{ struck: number; end(): void }>) => {
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
        ...browserClock(Date.now),
        after: (_ms: number, work: () => void) => browserClock(Date.now).after(0, work),
      };
      const nothing = () => {};
      const newSender = () =>
        new Sender({
          store,
          clock,
          random: () => 0,
          userId: 'ada',
          limits: { photos: 1, photosPerInspection: 1, small: 1, window: 1 },
          graceMs: 0,
          deliver: async ({ id }) => {
            sent.push(id);
            return [];
          },
          look: async () => undefined,
          search: async () => undefined,
          sendsStarts: true,
          adopt: async () => true,
          events: {
            onSending: nothing,
            onSettled: () => void store.counts().then((left) => left.operations === 0 && resolve(), nothing),
            onFailed: nothing,
            onBlocked: nothing,
            onHeld: nothing,
            onResumed: nothing,
            onIdle: nothing,
          },
        });
      const locks = { hold: <T>(_name: string, work: () => Promise<T>) => work() };
      const onStoreFailure = () => {
        failures += 1;
      };
      void keepSending(
        { locks, lockName: 'sender', clock, random: () => 0, newSender, onStoreFailure },
        stop.signal,
      );
    });
    stop.abort();
    fault.end();
    store.close();
    return { order: [...new Set(sent)], struck: fault.struck, failures };
  };

  test.each(CONNECTION_FAULTS)('$text: healed, and nothing is lost', async ({ strike }) => {
    const { order, struck } = await sendAll(() => strike(2));
    expect(order).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
    expect(struck).toBeGreaterThan(0);
  });

  test('beyond healing for a while: the sender starts anew from what is stored', async () => {
    const { order, failures } = await sendAll(() => failTransactions(9, 'Connection lost', 'UnknownError'));
    expect(order).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
    expect(failures).toBeGreaterThan(0);
  });
});
