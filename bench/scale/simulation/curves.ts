import { seededRandom } from '../../../test/fixtures/random.ts';
import type { Costs } from './costs.ts';
import type { FoundPlan, ServiceLevel } from './find-plan.ts';
import { type ChartOptions, drawLineChart, type Series } from './line-chart.ts';
import { type Plan, type SimulationResult, simulate } from './simulate.ts';

/** Parts of the plan's size at which a curve has a point. */
const SHARES = [0.5, 0.7, 0.85, 1, 1.2, 1.5, 2];
/** Devices that a point simulates. Of a long window, a part is simulated: arrivals are as dense, only fewer. */
const DEVICES = 5_000;
/** A delay below this is drawn as this: the axis is logarithmic. */
const LEAST_SECONDS = 0.01;

/** Draws what the service adds to a device's transfer, by the number of API processes. */
export function drawDelays(found: readonly FoundPlan[], costs: Costs, level: ServiceLevel): string {
  return drawWith({
    title: 'Delay that the service adds, 99 % of devices',
    xLabel: 'API processes',
    yLabel: 'seconds',
    limit: { y: level.delay, label: `service level: ${level.delay} s` },
    series: found.map((one) => createSeries(one, costs, 'apis', ({ delay }) => delay.p99)),
  });
}

/** Draws how long a result takes, by the number of cores that run models. */
export function drawResults(found: readonly FoundPlan[], costs: Costs, level: ServiceLevel): string {
  return drawWith({
    title: 'Task start to result, 99 % of devices',
    xLabel: 'cores of workers',
    yLabel: 'seconds',
    limit: { y: level.result, label: `service level: ${level.result / 60} min` },
    series: found.map((one) => createSeries(one, costs, 'workers', ({ result }) => result.p99)),
  });
}

/** Draws how busy each part of one plan is, by the number of devices per hour. */
export function drawUtilization(plan: Plan, perHour: readonly number[], costs: Costs): string {
  const outcomes = perHour.map((devices) => {
    const window = 120;
    const count = Math.max(20, Math.round((devices * window) / 3600));
    return {
      devices,
      stations: simulate(plan, { devices: count, window: (count * 3600) / devices }, costs, seededRandom(1))
        .stations,
    };
  });
  const series = Object.keys(outcomes[0]?.stations ?? {}).map((name) => ({
    name,
    points: outcomes.map(({ devices, stations }) => ({
      x: devices,
      y: Math.max(1e-5, stations[name]?.utilization ?? 0),
    })),
  }));
  return drawWith({
    title: 'What breaks first: work of each part, of what it can do',
    xLabel: 'devices per hour',
    yLabel: 'share (1 = saturated)',
    limit: { y: 1, label: 'saturated' },
    series,
  });
}

function drawWith(options: ChartOptions): string {
  return drawLineChart(options);
}

function createSeries(
  { demand, plan }: FoundPlan,
  costs: Costs,
  part: 'apis' | 'workers',
  read: (outcome: SimulationResult) => number,
): Series {
  const share = Math.min(1, DEVICES / demand.devices);
  // A burst is scaled down with all parts; a long window is cut.
  const isBurst = demand.window <= 60;
  const sampled = isBurst
    ? { devices: DEVICES, window: demand.window }
    : { devices: DEVICES, window: demand.window * share };
  const scale = (one: Plan): Plan =>
    isBurst
      ? {
          apis: scaled(one.apis, share),
          connections: scaled(one.connections, share),
          postgresCores: scaled(one.postgresCores, share),
          workers: scaled(one.workers, share),
          bucketPrefixes: one.bucketPrefixes,
        }
      : one;
  const sampledCosts = isBurst ? { ...costs, bucketRate: costs.bucketRate * share } : costs;
  const sizes = [...new Set(SHARES.map((of) => Math.max(1, Math.round(plan[part] * of))))];
  return {
    name: describeWindow(demand.window),
    points: sizes.map((size) => ({
      x: size,
      y: Math.max(
        LEAST_SECONDS,
        read(simulate(scale({ ...plan, [part]: size }), sampled, sampledCosts, seededRandom(1))),
      ),
    })),
  };
}

function scaled(count: number, share: number): number {
  return Math.max(1, Math.round(count * share));
}

export function describeWindow(seconds: number): string {
  if (seconds === 3600) return 'within an hour';
  return seconds === 60 ? 'within a minute' : `within ${seconds / 60} minutes`;
}
