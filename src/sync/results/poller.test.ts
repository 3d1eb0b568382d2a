import { afterEach, describe, expect, test } from 'vitest';
import type { AwaitedTask, OutboxChange } from '../../domain/delivery.ts';
import { type Entities, type NormalizedResponse, normalizedResponse } from '../../domain/entities.ts';
import type { ProgressStatus } from '../../domain/enums.ts';
import { KerbsideError } from '../../errors.ts';
import { Changes } from '../../operations/changes.ts';
import { EventHub } from '../../operations/events.ts';
import { createDamage } from '../../rules/damages.ts';
import { decide } from '../../rules/decision.ts';
import { createIdSource } from '../../rules/ids.ts';
import { deleteInspection } from '../../rules/inspections.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { OperationQuery } from '../../store/store.ts';
import { settled, VirtualClock } from '../routing/virtual-clock.suite.ts';
import { answered, Notebook, remoteName, sent } from './merge-cases.suite.ts';
import { ResultsPoller } from './poller.ts';

const stops: AbortController[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

/** A device with inspections whose damage detection the service was told to run. */
async function device(count = 1, store = new MemoryStore()) {
  const clock = new VirtualClock();
  const ids = createIdSource({ now: Date.now, randomBytes: (length) => new Uint8Array(length) });
  const events = new EventHub({ post() {}, onMessage() {}, close() {} });
  const changes = new Changes({ store, events, ids, user: { id: 'ann' }, now: Date.now });
  const inspections = [];
  for (let index = 0; index < count; index += 1) {
    const book = new Notebook({ user: { id: 'ann' }, now: new Date().toISOString(), newId: ids.next });
    book.addImage();
    book.run('damage_detection', []);
    const { state } = book;
    await store.commit({ id: `c${index}`, state, expectedVersion: 0, photos: [], operations: [] });
    const inspectionId = state.inspection.id;
    await store.record([
      ...sent(state).map((remoteId) => ({ type: 'map' as const, remoteId })),
      { type: 'await', task: { inspectionId, taskName: 'damage_detection', since: index } },
    ]);
    inspections.push(state);
  }
  const service = new SlowService(inspections, clock);
  const arrived: AwaitedTask[] = [];
  const start = () => {
    const poller = new ResultsPoller({
      store,
      changes,
      fetchInspection: service.get,
      now: clock.now,
      sleep: clock.sleep,
      onArrived: (task) => arrived.push(task),
    });
    const stop = new AbortController();
    stops.push(stop);
    const ended = poller.run(stop.signal);
    const end = async () => {
      stop.abort();
      await ended;
    };
    return { poller, stop: end };
  };
  const [first] = inspections;
  if (!first) throw new Error('A device without inspections has nothing to ask for.');
  return { store, clock, changes, service, arrived, start, id: first.inspection.id };
}

class SlowService {
  status: ProgressStatus = 'IN_PROGRESS';
  failure: KerbsideError | undefined;
  takesMs = 0;
  more: Partial<Entities> = {};
  mostAtOnce = 0;
  readonly asked: number[] = [];
  #inFlight = 0;
  readonly #states: Notebook['state'][];
  readonly #clock: VirtualClock;

  constructor(states: Notebook['state'][], clock: VirtualClock) {
    this.#states = states;
    this.#clock = clock;
  }

  readonly get = async (remoteId: string): Promise<NormalizedResponse> => {
    this.asked.push(this.#clock.now() / 1_000);
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#inFlight);
    if (this.takesMs > 0) await this.#clock.sleep(this.takesMs);
    this.#inFlight -= 1;
    if (this.failure) throw this.failure;
    const state = this.#states.find(({ inspection }) => remoteName(inspection.id) === remoteId);
    if (!state) throw new Error(`Nobody told the service of ${remoteId}.`);
    return normalizedResponse(answered(state, [], { status: this.status, more: this.more }), remoteId);
  };
}

describe('while results are awaited', () => {
  test('the service is asked after 1 s, 2 s, 3 s and so on, at most 30 s apart', async () => {
    const { clock, service, start } = await device();
    start();
    await clock.advance(16_000);
    expect(service.asked).toEqual([0, 1, 3, 6, 10, 15]);
    await clock.advance(30 * 60_000);
    const gaps = service.asked.map((at, index) => at - (service.asked[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBe(30);
  });

  test('two requests are never under way at once, however slow the service and however often it is woken', async () => {
    const { clock, service, start } = await device(3);
    service.takesMs = 5_000;
    const { poller } = start();
    for (let second = 0; second < 60; second += 1) {
      poller.hurry();
      await clock.advance(1_000);
    }
    expect(service.mostAtOnce).toBe(1);
    expect(service.asked.length).toBeGreaterThan(8);
  });

  test('a service that can not be reached is asked again, later and later', async () => {
    const { clock, service, start, store } = await device();
    service.failure = new KerbsideError('remote_unavailable', 'No network.');
    start();
    await clock.advance(6_000);
    expect(service.asked).toEqual([0, 1, 3, 6]);
    service.failure = undefined;
    service.status = 'DONE';
    await clock.advance(4_000);
    expect(await store.awaited()).toEqual([]);
  });

  test('a service that asks for patience is not asked before, about any inspection, whoever hurries', async () => {
    const { clock, service, start, store } = await device(3);
    const details = { status: 429, retryAfterMs: 20_000 };
    service.failure = new KerbsideError('rate_limited', 'Not so fast.', { details });
    const { poller } = start();
    await clock.advance(10_000);
    poller.hurry();
    await clock.advance(9_000);
    expect(service.asked).toEqual([0]);
    service.failure = undefined;
    service.status = 'DONE';
    await clock.advance(1_000);
    expect(service.asked).toEqual([0, 20, 20, 20]);
    expect(await store.awaited()).toEqual([]);
  });

  test('a hint that the network is back makes it ask at once', async () => {
    const { clock, service, start } = await device();
    const { poller } = start();
    await clock.advance(120_000);
    const before = service.asked.length;
    poller.hurry();
    await settled();
    expect(service.asked.length).toBe(before + 1);
  });
});

describe('when results are there', () => {
  test('they are merged, and nothing is asked for any more', async () => {
    const { clock, service, arrived, start, store, id } = await device();
    start();
    await clock.advance(2_000);
    service.status = 'DONE';
    await clock.advance(1_000);
    const asked = service.asked.length;
    expect(arrived).toMatchObject([{ inspectionId: id, taskName: 'damage_detection' }]);
    expect((await store.load(id))?.state.tasks).toMatchObject([{ status: 'DONE' }]);
    expect(await store.awaited()).toEqual([]);
    await clock.advance(3_600_000);
    expect(service.asked.length).toBe(asked);
    expect(clock.isAsleep).toBe(false);
  });

  test('an inspection that was not ready costs no commit', async () => {
    const { clock, start, store, id } = await device();
    const before = (await store.load(id))?.version;
    start();
    await clock.advance(60_000);
    expect((await store.load(id))?.version).toBe(before);
  });

  test('what is awaited anew is asked for after look()', async () => {
    const { clock, service, start, store, id } = await device();
    service.status = 'DONE';
    const { poller } = start();
    await clock.advance(5_000);
    const asked = service.asked.length;
    await store.record([
      { type: 'await', task: { inspectionId: id, taskName: 'damage_detection', since: 9 } },
    ]);
    poller.look();
    await settled();
    expect(service.asked.length).toBe(asked + 1);
  });
});

test('after a reload the next poller goes on with what is stored', async () => {
  const { clock, service, start, store } = await device(2);
  const first = start();
  await clock.advance(3_000);
  await first.stop();
  const asked = service.asked.length;
  await clock.advance(60_000);
  expect(service.asked.length).toBe(asked);
  service.status = 'DONE';
  start();
  await settled();
  expect(await store.awaited()).toEqual([]);
});

test('nobody waits for the results of an inspection that was deleted here', async () => {
  const { clock, changes, service, start, store, id } = await device();
  await changes.apply(id, deleteInspection);
  start();
  await clock.advance(5_000);
  expect(service.asked).toEqual([]);
  expect(await store.awaited()).toEqual([]);
});

test('an inspection that the service no longer has is not asked for again, and a task that waits for it fails', async () => {
  const { clock, changes, service, start, store, id } = await device();
  await changes.apply(id, (state) =>
    decide({ ...state, tasks: state.tasks.map((task) => ({ ...task, status: 'TODO' as const })) }, undefined),
  );
  service.failure = new KerbsideError('not_found', 'It was deleted.');
  start();
  await clock.advance(60_000);
  expect(service.asked).toEqual([0]);
  expect(await store.awaited()).toEqual([]);
  expect((await store.load(id))?.state.tasks).toMatchObject([
    { status: 'ERROR', errorMessages: [{ errorCode: 'not_found' }] },
  ]);
});

/** Between two looks into it, the sender has had an answer. */
class BusyStore extends MemoryStore {
  answer: OutboxChange[] = [];

  override async operations(query?: OperationQuery) {
    const found = await super.operations(query);
    await this.record(this.answer.splice(0));
    return found;
  }

  override async remoteIdsOf(inspectionId: string) {
    const found = await super.remoteIdsOf(inspectionId);
    await this.record(this.answer.splice(0));
    return found;
  }
}

test('a damage whose creation is answered in the middle of a merge is not there twice', async () => {
  const store = new BusyStore();
  const { changes, service, start, id } = await device(1, store);
  const { result: damageId } = await changes.apply(
    id,
    createDamage({ damageType: 'dent', partType: 'roof' }),
  );
  const [operation] = await store.operations({ inspectionId: id });
  const sequence = operation?.sequence ?? Number.NaN;
  const delivery = { state: 'sending', attempts: 1, unanswered: false } as const;
  await store.record([{ type: 'mark', sequence, delivery }]);
  const mapped = { localId: damageId, remoteId: 'r-new', inspectionId: id, kind: 'damage' } as const;
  store.answer = [
    { type: 'map', remoteId: mapped },
    { type: 'settle', sequence },
  ];
  const made = { damageType: 'dent', partType: 'roof', createdBy: 'user', createdAt: '', parts: [] } as const;
  service.more = { damages: { 'r-new': { ...made, id: 'r-new', parts: [] } } };
  service.status = 'DONE';
  start();
  await settled();
  expect((await store.load(id))?.state.damages.map((damage) => damage.id)).toEqual([damageId]);
  expect(await store.awaited()).toEqual([]);
});
