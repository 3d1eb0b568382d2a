import type { Operation, StoredOperation } from '../../../src/domain/operation.ts';
import { type DeliverDeps, deliver, lookFor } from '../../../src/sync/sending/deliver.ts';
import type { RemotePort } from '../../../src/sync/sending/remote-port.ts';
import { keepSending } from '../../../src/sync/sending/send-loop.ts';
import { Sender } from '../../../src/sync/sending/sender.ts';
import type { SenderDeps } from '../../../src/sync/sending/sender-deps.ts';
import { sharedReads } from '../../../src/sync/sending/shared-reads.ts';
import { violations } from './invariants.ts';
import { ModelServer } from './model-server.ts';
import { GRACE_MS, networkOf, type Weather } from './network.ts';
import { Disk, storeOf } from './sim-store.ts';
import { Story } from './story.ts';
import { Mortal, World } from './world.ts';

/** One schedule. Everything else is drawn from the seed. */
export interface Schedule {
  seed: number;
  /** How many operations are recorded, and in how many inspections. */
  operations: number;
  inspections: number;
  /** How likely a request fails, a write fails, a tab dies or opens at any one step. */
  faultRate: number;
  diskFailureRate: number;
  crashRate: number;
  tabs: number;
}

/** Ways to break the code on purpose, to see that the simulation notices. */
export interface Sabotage {
  store?(store: SenderDeps['store']): SenderDeps['store'];
  deliver?: SenderDeps['deliver'] extends infer Deliver ? (real: Deliver) => Deliver : never;
  remote?(remote: RemotePort): RemotePort;
  graceMs?: number;
  look?: 'and send';
  locks?: 'everybody sends';
}

interface Tab extends Mortal {
  sender?: Sender;
}

const MOST_STEPS = 60_000;

/** Runs a schedule to its end: people record, everything goes wrong, then the weather clears and all is sent. */
export async function simulate(schedule: Schedule, sabotage: Sabotage = {}): Promise<string[]> {
  const world = new World(schedule.seed);
  const disk = new Disk();
  const server = new ModelServer(() => world.time);
  const story = new Story(world);
  const recorded: StoredOperation[] = [];
  const weather: Weather = {
    faultRate: schedule.faultRate,
    isOffline: false,
    token: 'good',
    poisoned: new Set(),
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
    const tab: Tab = new Mortal();
    const store = storeOf(tab, disk, world, () => diskFailureRate);
    const network = networkOf(tab, userId, world, server, weather);
    const remote = sabotage.remote?.(network) ?? network;
    const clock = {
      now: () => world.time + world.skew,
      monotonic: () => world.time,
      after: (milliseconds: number, work: () => void) => world.after(milliseconds, tab, work),
    };
    const deliverDeps: DeliverDeps = {
      remote,
      photo: () => world.step(tab, () => ({ blob: undefined as unknown as Blob, scale: 1 })),
      sizeOf: async () => undefined,
      relatedId: (inspectionId) => world.step(tab, () => disk.remoteIds.get(inspectionId)?.remoteId),
      now: clock.now,
    };
    const looking = { ...deliverDeps, remote: sharedReads(remote, clock) };
    const real: SenderDeps['deliver'] = (operation, ids, signal) =>
      deliver(operation, ids, deliverDeps, signal);
    const never = new AbortController().signal;
    const deps: SenderDeps = {
      store: sabotage.store?.(store) ?? store,
      clock,
      random: () => world.random.next(),
      userId,
      limits: { photos: 2, photosPerInspection: 2, small: 3, window: 2 },
      graceMs: sabotage.graceMs ?? GRACE_MS,
      deliver: sabotage.deliver?.(real) ?? real,
      look: sabotage.look ? real : (operation, ids, signal) => lookFor(operation, ids, looking, signal, 3),
      search: (operation, ids, signal) => lookFor(operation, ids, deliverDeps, signal),
      sendsStarts: true,
      adopt: () => Promise.reject(new Error('Nothing here is a device’s own')),
      events: silent,
    };
    void keepSending(
      {
        locks: {
          hold: (_name, work) =>
            new Promise(() => {
              queue.push({ tab, start: () => void work() });
              grant();
            }),
        },
        lockName: 'sender',
        clock,
        random: deps.random,
        newSender: () => {
          tab.sender = new Sender(deps);
          return tab.sender;
        },
        onStoreFailure: () => {},
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
    for (const operation of operations) recorded.push(disk.enqueue(operation));
    for (const { sender } of tabs) sender?.poke();
  };

  const misfortune = () => {
    if (world.chance(crashRate)) {
      const victim = tabs[world.upTo(tabs.length - 1)];
      if (victim) kill(victim);
    }
    if (tabs.length < schedule.tabs && world.chance(0.02 + crashRate))
      open(world.chance(0.8) ? 'ada' : 'ben');
    if (!world.chance(schedule.faultRate / 20)) return;
    const happens = [
      () => {
        weather.isOffline = !weather.isOffline;
        if (!weather.isOffline) for (const { sender } of tabs) sender?.hurry();
      },
      () => {
        weather.token = world.chance(0.5) ? 'good' : world.chance(0.5) ? 'expired' : 'foreign';
      },
      () => {
        world.skew += (world.chance(0.5) ? 1 : -1) * world.upTo(7_200_000);
      },
      () => {
        const some = recorded[world.upTo(recorded.length - 1)];
        if (some) weather.poisoned.add(some.id);
      },
      () => {
        for (const { sender } of tabs) sender?.hurry();
      },
    ];
    happens[world.upTo(happens.length - 1)]?.();
  };

  open('ada');
  let left = schedule.operations;
  await world.run(
    () => {
      misfortune();
      if (left > 0 && world.chance(0.15)) {
        record(story.next(schedule.inspections));
        left -= 1;
      }
    },
    () => left === 0 && world.chance(0.01),
    MOST_STEPS,
  );

  // The weather clears; whoever recorded something comes back, one after the other.
  Object.assign(weather, { faultRate: 0, isOffline: false, token: 'good' });
  weather.poisoned.clear();
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
      MOST_STEPS,
    );
  }
  return violations({ recorded, story, disk, server });
}

const silent: SenderDeps['events'] = {
  onSending() {},
  onSettled() {},
  onFailed() {},
  onBlocked() {},
  onHeld() {},
  onResumed() {},
  onIdle() {},
};
