import { afterEach, describe, expect, test } from 'vitest';
import type { ProgressStatus } from '../../domain/enums.ts';
import type { AwaitedTask, OutboxChange } from '../../domain/outbox/delivery.ts';
import { type Entities, type NormalizedResponse, normalizedResponse } from '../../domain/records/entities.ts';
import { KerbsideError } from '../../errors.ts';
import { Changes } from '../../operations/changes.ts';
import { EventHub } from '../../operations/events.ts';
import * as rareHostCode from '../../operations/rare-host-code.ts';
import { createIdSource } from '../../platform/id-source.ts';
import { createDamage } from '../../rules/damages.ts';
import { deleteInspection } from '../../rules/inspections.ts';
import { decide } from '../../rules/rule.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { OperationQuery } from '../../store/store.ts';
import { measureCalls } from '../connection/measure-calls.ts';
import type { RemotePort } from '../connection/remote-port.ts';
import { Pacing } from '../pacing/pacing.ts';
import { flushPromises, VirtualClock } from '../routing/virtual-clock.suite.ts';
import { createRemoteEntities, createRemoteIds, RuleRunner, toRemoteId } from './merge-cases.suite.ts';
import { ResultsPoller } from './results-poller.ts';

const loadRare = async () => rareHostCode;

const stops: AbortController[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

/** A device with inspections whose damage detection was started at the service. */
async function createDevice(count = 1, store = new MemoryStore()) {
  const clock = new VirtualClock();
  const ids = createIdSource({ now: Date.now, randomBytes: (length) => new Uint8Array(length) });
  const events = new EventHub({ post() {}, onMessage() {}, close() {} });
  const changes = new Changes({ store, events, ids, user: { id: 'ann' }, now: Date.now, loadRare });
  const inspections = [];
  for (let index = 0; index < count; index += 1) {
    const runner = new RuleRunner({ user: { id: 'ann' }, now: new Date().toISOString(), newId: ids.next });
    runner.addImage();
    runner.runTask('damage_detection', []);
    const { state } = runner;
    await store.commit({ id: `c${index}`, state, expectedVersion: 0, photos: [], operations: [] });
    const inspectionId = state.inspection.id;
    await store.record([
      ...createRemoteIds(state).map((remoteId) => ({ type: 'map' as const, remoteId })),
      { type: 'await', task: { inspectionId, taskName: 'damage_detection', since: index } },
    ]);
    inspections.push(state);
  }
  const service = new SlowService(inspections, clock);
  const pacing = new Pacing({ clock, random: () => 1, onPaused() {}, onResumed() {} });
  const calls = { getInspection: service.get };
  const remote = measureCalls(calls as unknown as RemotePort, clock.monotonic, {
    onSample() {},
    onFailure: (error) => pacing.delayAfter(error),
  });
  const arrived: AwaitedTask[] = [];
  const start = (userId = 'ann') => {
    const poller = new ResultsPoller({
      store,
      userId,
      changes,
      connection: { remote, pacing },
      clock,
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
  if (!first) throw new Error('The device needs at least one inspection.');
  return { store, clock, changes, service, pacing, arrived, start, id: first.inspection.id };
}

class SlowService {
  status: ProgressStatus = 'IN_PROGRESS';
  failure: KerbsideError | undefined;
  delayMs = 0;
  more: Partial<Entities> = {};
  maxConcurrent = 0;
  readonly polls: number[] = [];
  #inFlight = 0;
  readonly #states: RuleRunner['state'][];
  readonly #clock: VirtualClock;

  constructor(states: RuleRunner['state'][], clock: VirtualClock) {
    this.#states = states;
    this.#clock = clock;
  }

  readonly get = async (remoteId: string): Promise<NormalizedResponse> => {
    this.polls.push(this.#clock.now() / 1_000);
    this.maxConcurrent = Math.max(this.maxConcurrent, ++this.#inFlight);
    if (this.delayMs > 0) await this.#clock.sleep(this.delayMs);
    this.#inFlight -= 1;
    if (this.failure) throw this.failure;
    const state = this.#states.find(({ inspection }) => toRemoteId(inspection.id) === remoteId);
    if (!state) throw new Error(`The service has no ${remoteId}.`);
    return normalizedResponse(
      createRemoteEntities(state, [], { status: this.status, more: this.more }),
      remoteId,
    );
  };
}

describe('while results are awaited', () => {
  // Proves wire E5.
  test('polls after 1 s, 2 s, 3 s and so on, at most 30 s apart', async () => {
    const { clock, service, start } = await createDevice();
    start();
    await clock.advance(16_000);
    expect(service.polls).toEqual([0, 1, 3, 6, 10, 15]);
    await clock.advance(30 * 60_000);
    const gaps = service.polls.map((at, index) => at - (service.polls[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBe(30);
  });

  // Proves spec 6.2.
  test('requests are never concurrent, even if the service is slow and pollNow is called often', async () => {
    const { clock, service, start } = await createDevice(3);
    service.delayMs = 5_000;
    const { poller } = start();
    for (let second = 0; second < 60; second += 1) {
      poller.pollNow();
      await clock.advance(1_000);
    }
    expect(service.maxConcurrent).toBe(1);
    expect(service.polls.length).toBeGreaterThan(8);
  });

  test('an unreachable service is polled again with growing intervals', async () => {
    const { clock, service, start, store } = await createDevice();
    service.failure = new KerbsideError('remote_unavailable', 'No network.');
    start();
    await clock.advance(6_000);
    expect(service.polls).toEqual([0, 1, 3, 6]);
    service.failure = undefined;
    service.status = 'DONE';
    await clock.advance(4_000);
    expect(await store.awaited()).toEqual([]);
  });

  test('Retry-After pauses all polls, even pollNow', async () => {
    const { clock, service, start, store } = await createDevice(3);
    const details = { status: 429, retryAfterMs: 20_000 };
    service.failure = new KerbsideError('rate_limited', 'Too many requests.', { details });
    const { poller } = start();
    await clock.advance(10_000);
    poller.pollNow();
    await clock.advance(9_000);
    expect(service.polls).toEqual([0]);
    service.failure = undefined;
    service.status = 'DONE';
    await clock.advance(1_000);
    expect(service.polls).toEqual([0, 20, 20, 20]);
    expect(await store.awaited()).toEqual([]);
  });

  test('Retry-After to another request pauses polls, too', async () => {
    const { clock, service, pacing, start } = await createDevice();
    const { poller } = start();
    await clock.advance(500);
    pacing.delay(20_000);
    await clock.advance(10_000);
    poller.pollNow();
    await clock.advance(12_000);
    expect(service.polls).toEqual([0, 20.5, 21.5]);
  });

  test('without a valid token, one request is made after 5 s and then less often, and pollNow makes one at once', async () => {
    const { clock, service, start } = await createDevice(3);
    service.failure = new KerbsideError('unauthorized', 'The token has expired.');
    const { poller } = start();
    await clock.advance(100_000);
    expect(service.polls).toEqual([0, 5, 10, 15, 23, 39, 69, 99]);
    poller.pollNow();
    await flushPromises();
    expect(service.polls.at(-1)).toBe(100);
  });

  test('when the token is valid again, all are polled as before', async () => {
    const { clock, service, start } = await createDevice(2);
    service.failure = new KerbsideError('unauthorized', 'Signing in.');
    start();
    await clock.advance(4_000);
    service.failure = undefined;
    await clock.advance(4_000);
    expect(service.polls).toEqual([0, 5, 5, 6, 7, 8]);
  });

  test('another request that succeeds shows that the token is valid', async () => {
    const { clock, service, start } = await createDevice(2);
    service.failure = new KerbsideError('unauthorized', 'Signing in.');
    const { poller } = start();
    await clock.advance(1_500);
    service.failure = undefined;
    poller.recordSuccess();
    await flushPromises();
    expect(service.polls).toEqual([0, 1.5, 1.5]);
  });

  test('a failure of the store of one inspection does not delay the others', async () => {
    class FailingStore extends MemoryStore {
      override async remoteIds(localIds: readonly string[]) {
        if (localIds.includes(failing)) throw new KerbsideError('storage_unavailable', 'No database.');
        return super.remoteIds(localIds);
      }
    }
    let failing = '';
    const { clock, service, start, id } = await createDevice(2, new FailingStore());
    failing = id;
    start();
    await clock.advance(1_000);
    expect(service.polls).toEqual([0, 1]);
  });

  test('pollNow polls at once', async () => {
    const { clock, service, start } = await createDevice();
    const { poller } = start();
    await clock.advance(120_000);
    const before = service.polls.length;
    poller.pollNow();
    await flushPromises();
    expect(service.polls.length).toBe(before + 1);
  });
});

describe('when results are available', () => {
  test('they are merged, and polling stops', async () => {
    const { clock, service, arrived, start, store, id } = await createDevice();
    start();
    await clock.advance(2_000);
    service.status = 'DONE';
    await clock.advance(1_000);
    const polls = service.polls.length;
    expect(arrived).toMatchObject([{ inspectionId: id, taskName: 'damage_detection' }]);
    expect((await store.load(id))?.state.tasks).toMatchObject([{ status: 'DONE' }]);
    expect(await store.awaited()).toEqual([]);
    await clock.advance(3_600_000);
    expect(service.polls.length).toBe(polls);
    expect(clock.isAsleep).toBe(false);
  });

  test('nothing is committed while the results are not ready', async () => {
    const { clock, start, store, id } = await createDevice();
    const before = (await store.load(id))?.version;
    start();
    await clock.advance(60_000);
    expect((await store.load(id))?.version).toBe(before);
  });

  test('wake polls for a task that is newly awaited', async () => {
    const { clock, service, start, store, id } = await createDevice();
    service.status = 'DONE';
    const { poller } = start();
    await clock.advance(5_000);
    const polls = service.polls.length;
    await store.record([
      { type: 'await', task: { inspectionId: id, taskName: 'damage_detection', since: 9 } },
    ]);
    poller.wake();
    await flushPromises();
    expect(service.polls.length).toBe(polls + 1);
  });
});

test('after a reload the next poller continues with what is stored', async () => {
  const { clock, service, start, store } = await createDevice(2);
  const first = start();
  await clock.advance(3_000);
  await first.stop();
  const polls = service.polls.length;
  await clock.advance(60_000);
  expect(service.polls.length).toBe(polls);
  service.status = 'DONE';
  start();
  await flushPromises();
  expect(await store.awaited()).toEqual([]);
});

test('results of a deleted inspection are not awaited', async () => {
  const { clock, changes, service, start, store, id } = await createDevice();
  await changes.apply(id, deleteInspection);
  start();
  await clock.advance(5_000);
  expect(service.polls).toEqual([]);
  expect(await store.awaited()).toEqual([]);
});

test('if the service no longer has the inspection, polling stops and the task fails', async () => {
  const { clock, changes, service, start, store, id } = await createDevice();
  await changes.apply(id, (state) =>
    decide({ ...state, tasks: state.tasks.map((task) => ({ ...task, status: 'TODO' as const })) }, undefined),
  );
  service.failure = new KerbsideError('not_found', 'It was deleted.');
  start();
  await clock.advance(60_000);
  expect(service.polls).toEqual([0]);
  expect(await store.awaited()).toEqual([]);
  expect((await store.load(id))?.state.tasks).toMatchObject([
    { status: 'ERROR', errorMessages: [{ errorCode: 'not_found' }] },
  ]);
});

test('if the service hides the inspection of another user, its results are still awaited', async () => {
  const { clock, service, start, store, id } = await createDevice();
  service.failure = new KerbsideError('not_found', 'There is no such inspection.');
  const { stop } = start('ben');
  await clock.advance(4_000);
  await stop();
  expect(service.polls).toEqual([0, 1, 3]);
  expect(await store.awaited()).toMatchObject([{ inspectionId: id }]);
  service.failure = undefined;
  service.status = 'DONE';
  start();
  await clock.advance(1_000);
  expect(await store.awaited()).toEqual([]);
});

/** A store in which a response of the sender is recorded between two reads. */
class ChangingStore extends MemoryStore {
  response: OutboxChange[] = [];

  override async operations(query?: OperationQuery) {
    const result = await super.operations(query);
    await this.record(this.response.splice(0));
    return result;
  }

  override async remoteIdsOf(inspectionId: string) {
    const result = await super.remoteIdsOf(inspectionId);
    await this.record(this.response.splice(0));
    return result;
  }
}

test('results of an earlier run do not end the wait for a run that was started during the request', async () => {
  const store = new ChangingStore();
  const { clock, service, start, id } = await createDevice(1, store);
  const task = { inspectionId: id, taskName: 'damage_detection', since: 9 } as const;
  store.response = [{ type: 'await', task }];
  service.status = 'ERROR';
  start();
  await flushPromises();
  expect(await store.awaited()).toEqual([task]);
  service.status = 'DONE';
  await clock.advance(1_000);
  expect(await store.awaited()).toEqual([]);
  expect((await store.load(id))?.state.tasks).toMatchObject([{ status: 'DONE' }]);
});

test('a damage whose create gets its response during a merge is not added twice', async () => {
  const store = new ChangingStore();
  const { changes, service, start, id } = await createDevice(1, store);
  const { result: damageId } = await changes.apply(
    id,
    createDamage({ damageType: 'dent', partType: 'roof' }),
  );
  const [operation] = await store.operations({ inspectionId: id });
  const sequence = operation?.sequence ?? Number.NaN;
  const delivery = { state: 'sending', attempts: 1, unanswered: false } as const;
  await store.record([{ type: 'mark', sequence, delivery }]);
  const mapped = { localId: damageId, remoteId: 'r-new', inspectionId: id, kind: 'damage' } as const;
  store.response = [
    { type: 'map', remoteId: mapped },
    { type: 'remove', sequence },
  ];
  const made = { damageType: 'dent', partType: 'roof', createdBy: 'user', createdAt: '', parts: [] } as const;
  service.more = { damages: { 'r-new': { ...made, id: 'r-new', parts: [] } } };
  service.status = 'DONE';
  start();
  await flushPromises();
  expect((await store.load(id))?.state.damages.map((damage) => damage.id)).toEqual([damageId]);
  expect(await store.awaited()).toEqual([]);
});
