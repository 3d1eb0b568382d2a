import type { Operation, StoredOperation } from '../../../src/domain/outbox/operation.ts';
import { sleep } from '../../../src/platform/clock.ts';
import { coalesceReads } from '../../../src/sync/connection/coalesce-reads.ts';
import { measureCalls } from '../../../src/sync/connection/measure-calls.ts';
import type { RemotePort } from '../../../src/sync/connection/remote-port.ts';
import { Pacing } from '../../../src/sync/pacing/pacing.ts';
import { reconcile } from '../../../src/sync/reconcile/reconcile.ts';
import { type DeliveryContext, deliver } from '../../../src/sync/sending/deliver.ts';
import { runSendLoop } from '../../../src/sync/sending/send-loop.ts';
import { Sender } from '../../../src/sync/sending/sender.ts';
import type { SenderDeps } from '../../../src/sync/sending/sender-deps.ts';
import { findViolations } from './invariants.ts';
import { ModelServer } from './model-server.ts';
import type { UploadMode } from './model-uploads.ts';
import { createNetwork, GRACE_MS, type NetworkConditions } from './network.ts';
import { Scenario } from './scenario.ts';
import { createStore, Disk } from './sim-store.ts';
import { Killable, World } from './world.ts';

/** The parameters of one run. Everything else is derived from the seed. */
export interface Schedule {
  seed: number;
  /** Number of recorded operations, and of inspections. */
  operations: number;
  inspections: number;
  /** Probabilities that a request fails, that a write fails, and that a tab dies or opens at a step. */
  faultRate: number;
  diskFailureRate: number;
  crashRate: number;
  tabs: number;
  /** Whether users bring deleted damages back. */
  restores?: boolean;
  /** Whether devices whose results are final analyze photos again. */
  reanalyzes?: boolean;
  /**
   * How photos reach the service.
   *
   * @default 'forms'
   */
  uploads?: UploadMode;
}

/** Ways to break the sender on purpose. The simulation must detect each. */
export interface Sabotage {
  store?(store: SenderDeps['store']): SenderDeps['store'];
  deliver?: SenderDeps['deliver'] extends infer Deliver ? (real: Deliver) => Deliver : never;
  remote?(remote: RemotePort): RemotePort;
  graceMs?: number;
  reconcileRecent?: 'and send';
  locks?: 'all tabs send';
}

interface Tab extends Killable {
  sender?: Sender;
}

const MAX_STEPS = 60_000;

/** Runs a schedule: users record while faults happen, then the faults end and everything must be sent. Returns violations. */
export async function simulate(schedule: Schedule, sabotage: Sabotage = {}): Promise<string[]> {
  const world = new World(schedule.seed);
  const disk = new Disk();
  const { uploads = 'forms' } = schedule;
  const server = new ModelServer(() => world.time, uploads === 'keyed');
  const scenario = new Scenario(world, schedule);
  const recorded: StoredOperation[] = [];
  const conditions: NetworkConditions = {
    faultRate: schedule.faultRate,
    isOffline: false,
    token: 'good',
    hasBucket: uploads !== 'forms',
    rejected: new Set(),
  };
  let { crashRate, diskFailureRate } = schedule;
  const tabs: Tab[] = [];
  const queue: { tab: Tab; start: () => void }[] = [];
  let holder: Tab | undefined;

  const grant = () => {
    if (holder?.isAlive && sabotage.locks === undefined) return;
    let next = queue.shift();
    while (next && !next.tab.isAlive) next = queue.shift();
    if (!next) return;
    holder = next.tab;
    world.soon(next.tab, next.start);
  };

  const open = (userId: string) => {
    const tab: Tab = new Killable();
    const store = createStore(tab, disk, world, () => diskFailureRate);
    const network = createNetwork(tab, userId, world, server, conditions);
    const clock = {
      now: () => world.time + world.skew,
      monotonic: () => world.time,
      after: (milliseconds: number, work: () => void) => world.after(milliseconds, tab, work),
    };
    const pacing = new Pacing({
      clock,
      random: () => world.random.next(),
      onPaused() {},
      onResumed() {},
    });
    const remote = measureCalls(sabotage.remote?.(network) ?? network, clock.monotonic, {
      onSample() {},
      onFailure: (error) => pacing.delayAfter(error),
    });
    const connection: DeliveryContext['connection'] = {
      remote,
      preparePhoto: () => world.step(tab, () => ({ blob: undefined as unknown as Blob, scale: 1 })),
      getImageSize: async () => undefined,
      getRemoteIds: (localIds) =>
        world.step(
          tab,
          () =>
            new Map(
              localIds.flatMap((id) => {
                const known = disk.remoteIds.get(id);
                return known ? [[id, known.remoteId] as const] : [];
              }),
            ),
        ),
      getRelatedRemoteId: (inspectionId) => world.step(tab, () => disk.remoteIds.get(inspectionId)?.remoteId),
    };
    const context: DeliveryContext = {
      connection,
      readDeviceResults: (inspectionId) => world.step(tab, () => scenario.getResults(inspectionId)),
      now: clock.now,
    };
    const coalesced = { ...connection, remote: coalesceReads(remote, clock) };
    const real: SenderDeps['deliver'] = (operation, ids, signal) => deliver(operation, ids, context, signal);
    const never = new AbortController().signal;
    const deps: SenderDeps = {
      store: sabotage.store?.(store) ?? store,
      clock,
      random: () => world.random.next(),
      userId,
      limits: { photos: 2, photosPerInspection: 2, small: 3, window: 2 },
      graceMs: sabotage.graceMs ?? GRACE_MS,
      pacing,
      deliver: sabotage.deliver?.(real) ?? real,
      reconcileRecent: sabotage.reconcileRecent
        ? real
        : (operation, ids, signal) => reconcile(operation, ids, coalesced, { signal, maxInspections: 3 }),
      reconcileAll: (operation, ids, signal) => reconcile(operation, ids, connection, { signal }),
      sendsTaskStarts: true,
      adoptDamage: () => Promise.reject(new Error('The scenario has no damages of a model')),
      events: noEvents,
    };
    void runSendLoop(
      {
        locks: {
          withLock: (_name, work) =>
            new Promise(() => {
              queue.push({ tab, start: () => void work() });
              grant();
            }),
        },
        lockName: 'sender',
        clock,
        random: deps.random,
        sleep: (milliseconds, signal) => sleep(clock, milliseconds, signal),
        createSender: () => {
          tab.sender = new Sender(deps);
          return tab.sender;
        },
        onFailure: () => {},
      },
      never,
    );
    tabs.push(tab);
    return tab;
  };

  const kill = (tab: Tab) => {
    tab.isAlive = false;
    tabs.splice(tabs.indexOf(tab), 1);
    if (holder === tab || sabotage.locks) {
      holder = undefined;
      grant();
    }
  };

  const record = (operations: Operation[]) => {
    for (const operation of operations) {
      const stored = disk.enqueue(operation);
      if (stored) recorded.push(stored);
    }
    for (const { sender } of tabs) sender?.wake();
  };

  const injectFault = () => {
    if (world.chance(crashRate)) {
      const victim = tabs[world.pickUpTo(tabs.length - 1)];
      if (victim) kill(victim);
    }
    if (tabs.length < schedule.tabs && world.chance(0.02 + crashRate))
      open(world.chance(0.8) ? 'ada' : 'ben');
    if (!world.chance(schedule.faultRate / 20)) return;
    const faults = [
      () => {
        conditions.isOffline = !conditions.isOffline;
        if (!conditions.isOffline) for (const { sender } of tabs) sender?.retryNow();
      },
      () => {
        conditions.token = world.chance(0.5) ? 'good' : world.chance(0.5) ? 'expired' : 'foreign';
      },
      () => {
        world.skew += (world.chance(0.5) ? 1 : -1) * world.pickUpTo(7_200_000);
      },
      () => {
        const some = recorded[world.pickUpTo(recorded.length - 1)];
        if (some) conditions.rejected.add(some.id);
      },
      () => {
        for (const { sender } of tabs) sender?.retryNow();
      },
      ...(conditions.hasBucket ? [() => server.uploads.removeUnused()] : []),
    ];
    faults[world.pickUpTo(faults.length - 1)]?.();
  };

  open('ada');
  let left = schedule.operations;
  await world.run(
    () => {
      injectFault();
      if (left > 0 && world.chance(0.15)) {
        record(scenario.next(schedule.inspections));
        left -= 1;
      }
    },
    () => left === 0 && world.chance(0.01),
    MAX_STEPS,
  );

  // The faults end, and both users open the app in turn.
  Object.assign(conditions, { faultRate: 0, isOffline: false, token: 'good' });
  conditions.rejected.clear();
  crashRate = 0;
  diskFailureRate = 0;
  for (let round = 0; disk.operations.size > 0 && round < 20; round += 1) {
    for (const tab of [...tabs]) kill(tab);
    for (const { sequence, delivery } of disk.operations.values()) {
      if (delivery?.state === 'blocked')
        disk.change({ type: 'mark', sequence, delivery: { ...delivery, state: 'queued' } });
    }
    open(round % 2 === 0 ? 'ada' : 'ben');
    await world.run(
      () => {},
      () => disk.operations.size === 0,
      MAX_STEPS,
    );
  }
  return findViolations({ recorded, scenario, disk, server });
}

const noEvents: SenderDeps['events'] = {
  onSending() {},
  onRemoved() {},
  onFailed() {},
  onRetry() {},
  onBlocked() {},
  onIdle() {},
};
