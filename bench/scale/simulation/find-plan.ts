import { seededRandom } from '../../../test/fixtures/random.ts';
import { type Costs, coreSecondsPerInspection, idleSecondsPerInspection } from './costs.ts';
import { sampleDemand, scalePlan } from './sample.ts';
import { type Demand, type Plan, type SimulationResult, simulate } from './simulate.ts';

/** What 99 % of the devices get. In seconds. */
export interface ServiceLevel {
  /** Added to the device's own transfer. */
  delay: number;
  /** From the start of a task to its result. */
  result: number;
}

export interface FoundPlan {
  demand: Demand;
  plan: Plan;
  outcome: SimulationResult;
}

const MAX_ROUNDS = 40;
const GROWTH = 1.05;
/** Which number of a plan removes the waits for a part. */
const PART_OF_STATION: Record<string, keyof Plan> = {
  api: 'apis',
  connections: 'connections',
  postgres: 'postgresCores',
  bucket: 'bucketPrefixes',
  workers: 'workers',
};

/** A part that is busier than this makes requests wait for each other. */
const BUSY = 0.85;

/** Returns a first plan: what arrives must be done by the end of the window and the wait, by parts that are not always busy. */
export function estimatePlan({ devices, window }: Demand, costs: Costs, level: ServiceLevel): Plan {
  const work = coreSecondsPerInspection(costs);
  const servers = (seconds: number, wait: number, busy = BUSY) =>
    Math.max(1, Math.ceil((devices * seconds) / (window + wait) / busy));
  return {
    apis: servers(work.api, level.delay),
    connections: servers(work.postgres + idleSecondsPerInspection(costs), level.delay),
    postgresCores: servers(work.postgres, level.delay),
    workers: servers(work.worker, level.result, 1), // tasks may wait
    bucketPrefixes: servers(costs.photosPerDevice / costs.bucketRate, level.delay),
  };
}

/**
 * Returns a plan that meets the service level: adds to the part that devices wait for, until they do not.
 *
 * @param share - Share of the devices that is simulated, for large plans. The plan is a multiple of its inverse.
 */
export function findPlan(
  demand: Demand,
  costs: Costs,
  level: ServiceLevel,
  { share = 1, seed = 1 } = {},
): FoundPlan {
  const sample = sampleDemand(demand, costs, share);
  let plan = estimatePlan(sample.demand, sample.costs, level);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const outcome = simulate(plan, sample.demand, sample.costs, seededRandom(seed));
    const part = findShortPart(outcome, level);
    if (!part) return { demand, plan: scalePlan(plan, 1 / share), outcome };
    plan = { ...plan, [part]: Math.ceil(plan[part] * GROWTH) };
  }
  throw new Error(`No plan for ${demand.devices} devices in ${demand.window} s meets the service level.`);
}

function findShortPart(
  { delay, result, stations }: SimulationResult,
  level: ServiceLevel,
): keyof Plan | undefined {
  const isDelayed = delay.p99 > level.delay;
  if (!isDelayed && result.p99 <= level.result) return undefined;
  if (!isDelayed) return 'workers';
  const [worst] = Object.entries(stations)
    .filter(([name]) => name !== 'workers')
    .sort(([, one], [, other]) => other.longestWait - one.longestWait);
  return PART_OF_STATION[worst?.[0] ?? 'api'];
}
