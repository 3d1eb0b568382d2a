import type { Costs } from './costs.ts';
import type { Demand, Plan } from './simulate.ts';

/**
 * A share of the devices on the same share of every part waits about as long as all of them on all of it, a little longer: fewer
 * servers even out less. The bucket keeps its prefixes, each with a share of its rate.
 */
export function sampleDemand(demand: Demand, costs: Costs, share: number): { demand: Demand; costs: Costs } {
  return {
    demand: { ...demand, devices: Math.round(demand.devices * share) },
    costs: { ...costs, bucketRate: costs.bucketRate * share },
  };
}

/** Scales the servers of a plan, and keeps the prefixes of the bucket. */
export function scalePlan({ bucketPrefixes, ...servers }: Plan, factor: number): Plan {
  const scaled = (count: number) => Math.max(1, Math.round(count * factor));
  return {
    bucketPrefixes,
    apis: scaled(servers.apis),
    connections: scaled(servers.connections),
    postgresCores: scaled(servers.postgresCores),
    workers: scaled(servers.workers),
  };
}
