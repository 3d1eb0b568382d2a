import { seededRandom } from '../../../test/fixtures/random.ts';
import type { Costs } from './costs.ts';
import type { FoundPlan, ServiceLevel } from './find-plan.ts';
import { drawLineChart, type Series } from './line-chart.ts';
import { sampleDemand } from './sample.ts';
import { type Plan, simulate } from './simulate.ts';

/** Parts of the plan's size at which a curve has a point. */
const SHARES = [0.5, 0.7, 0.85, 1, 1.2, 1.5, 2];
/** Devices that a point simulates, on their share of the workers and on all of the other parts. */
const DEVICES = 2_000;

/** Draws how long a result takes, by the number of cores that run models. */
export function drawResults(found: readonly FoundPlan[], costs: Costs, level: ServiceLevel): string {
  return drawLineChart({
    title: 'Task start to result, 99 % of devices',
    xLabel: 'cores of workers',
    yLabel: 'seconds',
    limit: { y: level.result, label: `service level: ${level.result / 60} min` },
    series: found.map((one) => createSeries(one, costs)),
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
  return drawLineChart({
    title: 'What breaks first: work of each part, of what it can do',
    xLabel: 'devices per hour',
    yLabel: 'share (1 = saturated)',
    limit: { y: 1, label: 'saturated' },
    series,
  });
}

function createSeries({ demand, plan }: FoundPlan, costs: Costs): Series {
  const share = Math.min(1, DEVICES / demand.devices);
  const sample = sampleDemand(demand, costs, share);
  const sizes = [...new Set(SHARES.map((of) => Math.max(1, Math.round(plan.workers * of))))];
  return {
    name: describeWindow(demand.window),
    points: sizes.map((workers) => {
      const sampled = { ...plan, workers: Math.max(1, Math.round(workers * share)) };
      return { x: workers, y: simulate(sampled, sample.demand, sample.costs, seededRandom(1)).result.p99 };
    }),
  };
}

export function describeWindow(seconds: number): string {
  if (seconds === 3600) return 'within an hour';
  return seconds === 60 ? 'within a minute' : `within ${seconds / 60} minutes`;
}
