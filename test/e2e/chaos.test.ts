// @module-tag long
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { findPostgresBinaries } from '../../server/test-support/private-postgres.ts';
import { createRemoteClient } from '../../src/remote/client.ts';
import { jpegPhoto } from '../fixtures/photos.ts';
import { type Random, seededRandom } from '../fixtures/random.ts';
import { expectAgreement, expectNothingLost } from './chaos-compare.ts';
import type { ActionKind, ActionOutcome } from './chaos-page.ts';
import { type ChaosWorld, startChaosWorld } from './chaos-world.ts';
import type { Fault } from './fault-proxy.ts';
import { FAULTS } from './fault-schedule.ts';
import type { Served } from './serve.ts';
import { servePages } from './serve-pages.ts';

/**
 * A day of work in which everything fails: `npm test` has an hour of it, `npm run test:soak` the whole day.
 * `CHAOS_SEEDS=7,8` runs other days, `CHAOS_ROUNDS` longer or shorter ones.
 */
const isSoak = process.env.KERBSIDE_SOAK !== undefined;
const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? (isSoak ? 25 : 1));
const SEEDS = (process.env.CHAOS_SEEDS ?? (isSoak ? '1,2,3,4' : '1')).split(',').map(Number);
const TIMEOUT_MS = (2 + ROUNDS * 2) * 60_000;

/** Occur once each in a round, in seeded order. */
const DISTURBANCES = [
  'kill browser',
  'crash tab',
  'kill service',
  'crash postgres',
  'set clock',
  'fill disk',
  'lose network',
] as const;

/** Actions, as often as they occur on a working day. */
const WORK: Record<ActionKind, number> = {
  'create inspection': 4,
  'add photo': 10,
  'create damage': 5,
  'create view': 5,
  'create severity': 2,
  'update severity': 2,
  'update vehicle': 2,
  'add report data': 2,
  'edit arguments': 2,
  'start task': 1,
  'delete photo': 1,
  'delete damage': 1,
  'delete view': 1,
  'delete inspection': 0.5,
};
const FAULT_SHARE = 0.25;
const ACTIONS_BETWEEN = { low: 3, high: 8 };
const ACTIONS_ON_FULL_DISK = 3;
/** After so many attempts to send the rest, the network has no more faults. */
const FAULTY_FLUSHES = 30;
const MAX_OUTAGE_MS = 2_000;
const HOUR_MS = 3_600_000;

const binaries = findPostgresBinaries();
let pages: Served | undefined;
let world: ChaosWorld | undefined;
afterEach(async () => {
  await world?.close();
  await pages?.close();
});

test.skipIf(binaries === undefined).each(SEEDS)(
  // Proves fault F10.
  `device and service agree after ${ROUNDS} rounds of killed tabs, browsers, services and databases, set clocks, a full disk and a bad network (seed %i)`,
  async (seed) => {
    pages = await servePages({ '/photo.jpg': await jpegPhoto({ seed: 7, width: 640, height: 480 }) });
    world = await startChaosWorld(binaries ?? '', pages.url);
    const day = new ChaosDay(world, seededRandom(seed));
    for (let round = 0; round < ROUNDS; round += 1) await day.runRound();
    await day.settle();
    if (isSoak) console.info(`seed ${seed}: ${day.describe()}`);

    const device = await world.dump();
    const { token } = world;
    expectNothingLost(day.recorded, device);
    await expectAgreement(device, createRemoteClient({ baseUrl: world.serviceUrl, getToken: () => token }));
    expect(new Set(day.disturbances)).toEqual(new Set(DISTURBANCES));
    expect(day.recorded.length).toBeGreaterThan(ROUNDS * DISTURBANCES.length);
  },
  TIMEOUT_MS,
);

type Recorded = Extract<ActionOutcome, { type: 'recorded' }>;

class ChaosDay {
  readonly recorded: Recorded[] = [];
  readonly disturbances: string[] = [];
  #rejected = 0;
  #unknown = 0;
  readonly #world: ChaosWorld;
  readonly #random: Random;

  constructor(world: ChaosWorld, random: Random) {
    this.#world = world;
    this.#random = random;
    world.proxy.fault = (line) => this.#chooseFault(line);
  }

  describe(): string {
    const { injected, applied } = this.#world.proxy;
    return `${this.recorded.length} recorded, ${this.#rejected} rejected and ${this.#unknown} interrupted calls, ${this.disturbances.length} disturbances, ${injected.length} faulty requests, ${applied.length} applied changes`;
  }

  /** Works, with each disturbance once. */
  async runRound(): Promise<void> {
    for (const disturbance of this.#shuffle(DISTURBANCES)) {
      const actions = Math.round(this.#random.between(ACTIONS_BETWEEN.low, ACTIONS_BETWEEN.high));
      for (let action = 0; action < actions; action += 1) {
        await this.#act();
        await this.#world.send(); // as often as a user taps it: a hold would else last for most of the day
      }
      const unfinished = this.#act(); // the disturbance comes in the middle of it
      await sleep(this.#random.between(0, 60));
      await this.#disturb(disturbance);
      await unfinished;
      this.disturbances.push(disturbance);
    }
  }

  /** Everything works again, at last the network, too. Sends until nothing is left. */
  async settle(): Promise<void> {
    await this.#world.repaired();
    await this.#world.killBrowser();
    await this.#world.openBrowser(1);
    for (let flushes = 0; ; flushes += 1) {
      if (flushes === FAULTY_FLUSHES) this.#world.proxy.fault = () => undefined;
      const { operations, blocked } = await this.#world.flush();
      expect(blocked).toEqual([]);
      if (Object.values(operations).every((count) => count === 0)) return;
      await sleep(100);
    }
  }

  async #act(): Promise<void> {
    const pick = Array.from({ length: 6 }, () => Math.floor(this.#random.next() * 2 ** 32));
    const outcome = await this.#world.act(pick[0] ?? 0, this.#chooseAction(), pick.slice(1));
    if (outcome?.type === 'recorded') this.recorded.push(outcome);
    else if (outcome?.type === 'rejected') this.#rejected += 1;
    else if (!outcome) this.#unknown += 1;
  }

  async #disturb(disturbance: (typeof DISTURBANCES)[number]): Promise<void> {
    const world = this.#world;
    switch (disturbance) {
      case 'kill browser':
        await world.killBrowser();
        return world.openBrowser();
      case 'crash tab':
        return world.crashTab(Math.floor(this.#random.next() * 2));
      case 'kill service':
        return world.killService(this.#random.between(0, MAX_OUTAGE_MS));
      case 'crash postgres':
        return world.crashPostgres(this.#random.between(0, MAX_OUTAGE_MS));
      case 'set clock':
        return world.setClock(this.#random.between(-24, 24) * HOUR_MS);
      case 'fill disk':
        return world.withFullDisk(async () => {
          for (let action = 0; action < ACTIONS_ON_FULL_DISK; action += 1) await this.#act();
        });
      case 'lose network':
        return world.loseNetwork(this.#random.between(0, MAX_OUTAGE_MS));
    }
  }

  /** Half of the faulty uploads are redirected: only XMLHttpRequest follows a redirect. */
  #chooseFault(line: string): Fault | undefined {
    if (this.#random.next() >= FAULT_SHARE) return undefined;
    const redirect = { status: 307, location: `${this.#world.portalUrl}/login` } as const;
    if (line.endsWith('/images') && this.#random.next() < 0.5) return redirect;
    return this.#random.pick<Fault>([...FAULTS, 'sent twice', redirect]);
  }

  #chooseAction(): ActionKind {
    const entries = Object.entries(WORK) as [ActionKind, number][];
    let drawn = this.#random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [kind, weight] of entries) {
      drawn -= weight;
      if (drawn < 0) return kind;
    }
    return 'add photo';
  }

  #shuffle<T>(list: readonly T[]): T[] {
    const left = [...list];
    return list.map(() => left.splice(Math.floor(this.#random.next() * left.length), 1)[0] as T);
  }
}
