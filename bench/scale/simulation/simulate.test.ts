import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { ASSUMED, type Costs, coreSecondsPerInspection } from './costs.ts';
import { EventQueue } from './event-queue.ts';
import { estimatePlan, findPlan } from './find-plan.ts';
import { type Plan, simulate } from './simulate.ts';
import { Station } from './station.ts';

const COSTS: Costs = {
  ...ASSUMED,
  photosPerDevice: 4,
  photoRequests: 1,
  smallRequests: 4,
  smallApi: 0.003,
  photoApi: 0.004,
  smallPostgres: 0.001,
  photoPostgres: 0.001,
  workerPerPhoto: 0.05,
};
const AMPLE: Plan = { apis: 50, connections: 500, postgresCores: 50, workers: 2_000, bucketPrefixes: 10 };

describe('the event queue', () => {
  it('runs events in order of time, and those of one time in the order of their addition', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (delays) => {
        const events = new EventQueue();
        const ran: [number, number][] = [];
        delays.forEach((delay, index) => {
          events.after(delay, () => ran.push([events.now, index]));
        });
        events.run();
        const expected = delays.map((delay, index): [number, number] => [delay, index]);
        expect(ran).toEqual(expected.sort(([a, i], [b, j]) => a - b || i - j));
      }),
    );
  });
});

describe('a station', () => {
  it('serves as many at once as it has servers, the others in order', () => {
    const events = new EventQueue();
    const station = new Station('api', 2, events);
    const ends: number[] = [];
    for (let index = 0; index < 5; index += 1) station.serve(1, () => ends.push(events.now));
    events.run();
    expect(ends).toEqual([1, 1, 2, 2, 3]);
    expect([station.longestWait, station.utilization(3)]).toEqual([2, 5 / 6]);
  });

  it('waits as long as theory says: one server, random arrivals and times, 70 % busy', () => {
    const events = new EventQueue();
    const random = seededRandom(1);
    const station = new Station('api', 1, events);
    const draw = (mean: number) => -mean * Math.log(1 - random.next());
    let [time, total, count] = [0, 0, 0];
    for (let index = 0; index < 60_000; index += 1) {
      time += draw(1);
      events.after(time, () => {
        const arrived = events.now;
        station.serve(draw(0.7), () => {
          total += events.now - arrived;
          count += 1;
        });
      });
    }
    events.run();
    expect(total / count).toBeCloseTo(0.7 / (1 - 0.7), 0); // M/M/1: service time / (1 - utilization)
  });
});

describe('the simulation', () => {
  it('gives the same result for the same seed', () => {
    const run = (seed: number) => simulate(AMPLE, { devices: 200, window: 10 }, COSTS, seededRandom(seed));
    expect(run(7)).toEqual(run(7));
    expect(run(7)).not.toEqual(run(8));
  });

  it('does all the work, whatever the plan: each part is busy for as long as its costs', () => {
    const { api, postgres, worker } = coreSecondsPerInspection(COSTS);
    const demand = { devices: 1_000, window: 10 };
    for (const plan of [AMPLE, { ...AMPLE, apis: 1, workers: 40 }]) {
      const { stations } = simulate(plan, demand, COSTS, seededRandom(1));
      const busy = (name: string, servers: number) =>
        (stations[name]?.utilization ?? 0) * servers * demand.window;
      expect(busy('api', plan.apis) / (demand.devices * api)).toBeCloseTo(1, 1);
      expect(busy('postgres', plan.postgresCores) / (demand.devices * postgres)).toBeCloseTo(1, 1);
      expect(busy('workers', plan.workers) / (demand.devices * worker)).toBeCloseTo(1, 5);
    }
  });

  it('names the part that is too small', () => {
    const bottleneckOf = (plan: Partial<Plan>) =>
      simulate({ ...AMPLE, ...plan }, { devices: 800, window: 2 }, COSTS, seededRandom(1)).bottleneck;
    expect(bottleneckOf({ apis: 1 })).toBe('api');
    expect(bottleneckOf({ connections: 1 })).toBe('connections');
    expect(bottleneckOf({ workers: 5 })).toBe('workers');
  });

  it('adds no delay to a device that is alone', () => {
    const { delay } = simulate(AMPLE, { devices: 1, window: 1 }, COSTS, seededRandom(1));
    expect(delay.p99).toBeLessThan(1);
  });
});

describe('a plan', () => {
  const level = { delay: 5, result: 60 };

  it('meets the service level, and is not smaller than what a fluid needs', () => {
    for (const window of [5, 60]) {
      const demand = { devices: 800, window };
      const { plan, outcome } = findPlan(demand, COSTS, level);
      expect(outcome.delay.p99).toBeLessThanOrEqual(level.delay);
      expect(outcome.result.p99).toBeLessThanOrEqual(level.result);
      const least = estimatePlan(demand, COSTS, level);
      for (const part of Object.keys(plan) as (keyof Plan)[])
        expect(plan[part]).toBeGreaterThanOrEqual(least[part]);
    }
  });

  it('is about the same if one in four devices is simulated', () => {
    const demand = { devices: 4_000, window: 20 };
    const [all, sampled] = [1, 0.25].map((share) => findPlan(demand, COSTS, level, { share }).plan);
    expect(Math.abs((sampled?.apis ?? 0) - (all?.apis ?? 0))).toBeLessThanOrEqual(4); // a plan of a quarter has steps of 4
    expect((sampled?.workers ?? 0) / (all?.workers ?? 1)).toBeCloseTo(1, 0);
  });

  it('needs more for the same devices in less time', () => {
    const apis = [5, 60].map((window) => findPlan({ devices: 800, window }, COSTS, level).plan.apis);
    expect(apis[0]).toBeGreaterThan(apis[1] ?? 0);
  });
});
