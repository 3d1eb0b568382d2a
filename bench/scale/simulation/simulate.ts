import type { Random } from '../../../test/fixtures/random.ts';
import type { Costs } from './costs.ts';
import { EventQueue } from './event-queue.ts';
import { Station } from './station.ts';

/** How many of each part there are. */
export interface Plan {
  /** API processes. Each uses one core. */
  apis: number;
  /** Connections to Postgres, of all API processes together. */
  connections: number;
  postgresCores: number;
  /** Tasks that run at the same time, each on one core. */
  workers: number;
  /** Bucket prefixes, each with its own rate. */
  bucketPrefixes: number;
}

export interface Demand {
  devices: number;
  /** Seconds over which they arrive. */
  window: number;
}

export interface SimulationResult {
  /** Seconds that the service adds to the transfer of the photos over the device's own uplink, until the last photo is accepted. */
  delay: Quantiles;
  /** Seconds from the start of the task to its result. */
  result: Quantiles;
  /** Busy share of each part while devices arrive, and the longest wait for it, in seconds. */
  stations: Record<string, { utilization: number; longestWait: number }>;
  /** The part that devices waited for longest. */
  bottleneck: string;
  /** Seconds from the first arrival to the last result. */
  seconds: number;
}

export interface Quantiles {
  median: number;
  p99: number;
}

/** Of one request, in seconds. */
interface RequestCosts {
  api: number;
  postgres: number;
  idle: number;
}

/** Photos of one device that are sent at the same time: the default of the client. */
const PHOTOS_AT_ONCE = 2;

/**
 * Simulates the devices of a company that sync in the same window. Each creates an inspection, sends its photos (bytes to the
 * bucket, a record to the API), starts a task and waits for its result.
 */
export function simulate(
  plan: Plan,
  { devices, window }: Demand,
  costs: Costs,
  random: Random,
): SimulationResult {
  const events = new EventQueue();
  const stations = {
    api: new Station('api', plan.apis, events),
    connections: new Station('connections', plan.connections, events),
    postgres: new Station('postgres', plan.postgresCores, events),
    bucket: new Station('bucket', plan.bucketPrefixes, events),
    workers: new Station('workers', plan.workers, events),
  };
  const delays: number[] = [];
  const results: number[] = [];
  /** Exponential: of requests of one kind, some cost several times the mean. */
  const draw = (mean: number) => -mean * Math.log(1 - random.next());
  const request = ({ api, postgres, idle }: RequestCosts, done: () => void) =>
    stations.api.serve(draw(api), () =>
      stations.connections.acquire((release) =>
        events.after(idle, () =>
          stations.postgres.serve(draw(postgres), () => {
            release();
            done();
          }),
        ),
      ),
    );
  const requests = (count: number, each: RequestCosts, done: () => void): void => {
    if (count <= 0) done();
    else request(each, () => requests(count - 1, each, done));
  };
  const small = { api: costs.smallApi, postgres: costs.smallPostgres, idle: costs.smallIdle };
  const transfer = (PHOTOS_AT_ONCE * costs.photoBytes) / costs.uplink; // they share the uplink
  const photoRequests = Math.round(costs.photoRequests);
  const photo = {
    api: costs.photoApi / photoRequests,
    postgres: costs.photoPostgres / photoRequests,
    idle: costs.photoIdle,
  };
  const addPhoto = (done: () => void) =>
    events.after(transfer + costs.bucketLatency, () =>
      stations.bucket.serve(1 / costs.bucketRate, () => requests(photoRequests, photo, done)),
    );
  const alone = Math.ceil(costs.photosPerDevice / PHOTOS_AT_ONCE) * (transfer + costs.bucketLatency);
  const runDevice = () => {
    const arrived = events.now;
    let [sent, accepted] = [0, 0];
    const finish = () => {
      delays.push(Math.max(0, events.now - arrived - alone));
      const polls = Math.max(0, Math.round(costs.smallRequests) - 2);
      request(small, () => {
        const started = events.now;
        const work = costs.photosPerDevice * (costs.workerPerPhoto + costs.modelPerPhoto);
        stations.workers.serve(work, () =>
          requests(polls, small, () => void results.push(events.now - started)),
        );
      });
    };
    const sendNext = (): void => {
      if (sent === costs.photosPerDevice) return;
      sent += 1;
      addPhoto(() => {
        accepted += 1;
        if (accepted === costs.photosPerDevice) finish();
        else sendNext();
      });
    };
    request(small, () => {
      for (let lane = 0; lane < PHOTOS_AT_ONCE; lane += 1) sendNext();
    });
  };
  for (let device = 0; device < devices; device += 1) events.after(random.next() * window, runDevice);
  events.run();
  const used = Object.values(stations);
  return {
    delay: quantilesOf(delays),
    result: quantilesOf(results),
    seconds: events.now,
    stations: Object.fromEntries(
      used.map((station) => [
        station.name,
        { utilization: station.utilization(window), longestWait: station.longestWait },
      ]),
    ),
    bottleneck: used.reduce((worst, one) => (one.longestWait > worst.longestWait ? one : worst)).name,
  };
}

function quantilesOf(samples: number[]): Quantiles {
  const sorted = Float64Array.from(samples).sort();
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { median: at(0.5), p99: at(0.99) };
}
