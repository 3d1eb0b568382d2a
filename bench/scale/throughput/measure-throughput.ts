import pg from 'pg';
import { summary } from '../../lib/samples.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { BenchPhoto } from '../load/photos.ts';
import { startBareProcesses } from './bare-inserts.ts';
import { runClosedLoop } from './closed-loop.ts';
import { findRowsOfRequest, type WrittenRow } from './rows-of-request.ts';
import { createServiceRequests, type Step, type WayName } from './service-requests.ts';

/** The service beside bare inserts of the rows that its requests write. */
export interface Throughput {
  what: string;
  /** The rows that each request writes. */
  rows: string[][];
  service: Side;
  bare: Side;
}

export interface Side {
  /** Medians over the rounds. */
  perSecond: number;
  /** Processor milliseconds per repetition: of the API instances, or of the processes that insert. */
  processMs: number;
  postgresMs: number;
  latencyMs: { median: number; p99: number };
}

/** Connections to Postgres of each process: as many as the pool of an API instance has. */
const CONNECTIONS = 10;
/** Requests at a time to each instance: while it handles some, others use its connections. */
const REQUESTS = 2 * CONNECTIONS;
const ROUNDS = 5;
/** Node compiles what runs often: the first thousand requests of an instance cost several times as much. */
const WARM_UP = { requests: 12_000, seconds: 30 };

interface ThroughputOptions {
  /** Seconds of one round of one side. */
  slice: number;
  photo: BenchPhoto;
}

/**
 * Measures both sides in turn, several rounds. The inserts have as many processes and connections as the API, on the same
 * Postgres with the same settings, and commit as often: one transaction for each request.
 */
export async function measureThroughput(
  cluster: Cluster,
  { slice, photo }: ThroughputOptions,
): Promise<Throughput[]> {
  const observer = new pg.Client({ connectionString: cluster.postgres.url });
  await observer.connect();
  const token = await cluster.signToken('throughput');
  const openWay = (name: WayName, connections: number) => {
    const { ways, close } = createServiceRequests(cluster.apis, { token, photo, connections });
    return { steps: ways[name], close };
  };
  const measureWay = async (what: WayName): Promise<Throughput> => {
    const first = openWay(what, 1);
    const requests = await findRowsOfSteps(observer, first.steps);
    first.close();
    const bare = startBareProcesses(cluster.apis.length, {
      databaseUrl: cluster.postgres.url,
      connections: CONNECTIONS,
      requests,
    });
    const runService = async (): Promise<Side> => {
      const { steps, close } = openWay(what, REQUESTS);
      const before = cluster.readCpu();
      const { perSecond, latency } = await runClosedLoop(() => runSteps(steps), {
        concurrency: REQUESTS * cluster.apis.length,
        seconds: slice,
      });
      const after = cluster.readCpu();
      close(); // the service closes idle connections while the inserts run
      return toSide(perSecond, latency, after.api - before.api, after.postgres - before.postgres);
    };
    const runBare = async (): Promise<Side> => {
      const before = cluster.readCpu().postgres;
      const reports = await bare.run(slice);
      const postgres = cluster.readCpu().postgres - before;
      const sum = (read: (report: (typeof reports)[number]) => number) =>
        reports.reduce((total, report) => total + read(report), 0);
      const latency = {
        runs: sum(({ loop }) => loop.latency.runs),
        median: sum(({ loop }) => loop.latency.median) / reports.length,
        p99: Math.max(...reports.map(({ loop }) => loop.latency.p99)),
      };
      return toSide(
        sum(({ loop }) => loop.perSecond),
        latency,
        sum(({ cpuSeconds }) => cpuSeconds),
        postgres,
      );
    };
    try {
      await warmUp(runService, slice);
      await runBare();
      const sides: [Side[], Side[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        sides[0].push(await runService());
        sides[1].push(await runBare());
      }
      const [service, inserts] = sides;
      return { what, rows: requests.map(describeRows), service: medianOf(service), bare: medianOf(inserts) };
    } finally {
      bare.stop();
    }
  };
  try {
    return [await measureWay('create an inspection'), await measureWay('create an inspection with a photo')];
  } finally {
    await observer.end();
  }
}

async function runSteps(steps: readonly Step[]): Promise<void> {
  let id = '';
  for (const step of steps) id = await step(id);
}

/** A row that a later request changes again is inserted once, as the first request wrote it. */
async function findRowsOfSteps(observer: pg.Client, steps: readonly Step[]): Promise<WrittenRow[][]> {
  const found: WrittenRow[][] = [];
  const known = new Set<string>();
  let id = '';
  for (const step of steps) {
    const { rows, response } = await findRowsOfRequest(observer, () => step(id));
    id = response;
    const isNew = ({ table, columns, values }: WrittenRow) => {
      const key = columns[0] === 'id' ? `${table} ${values[0]}` : `${table} ${values.join()}`;
      return !known.has(key) && known.add(key);
    };
    found.push(rows.filter(isNew));
  }
  return found;
}

async function warmUp(run: () => Promise<Side>, slice: number): Promise<void> {
  const deadline = performance.now() + WARM_UP.seconds * 1000;
  for (let sent = 0; sent < WARM_UP.requests && performance.now() < deadline; )
    sent += (await run()).perSecond * slice;
}

function toSide(
  perSecond: number,
  { runs, median, p99 }: { runs: number; median: number; p99: number },
  processSeconds: number,
  postgresSeconds: number,
): Side {
  const perRun = (seconds: number) => (seconds * 1000) / runs;
  return {
    perSecond,
    processMs: perRun(processSeconds),
    postgresMs: perRun(postgresSeconds),
    latencyMs: { median, p99 },
  };
}

function medianOf(sides: readonly Side[]): Side {
  const median = (read: (side: Side) => number) => summary(sides.map(read)).median;
  return {
    perSecond: median(({ perSecond }) => perSecond),
    processMs: median(({ processMs }) => processMs),
    postgresMs: median(({ postgresMs }) => postgresMs),
    latencyMs: {
      median: median(({ latencyMs }) => latencyMs.median),
      p99: median(({ latencyMs }) => latencyMs.p99),
    },
  };
}

function describeRows(rows: readonly WrittenRow[]): string[] {
  const bytes = ({ values }: WrittenRow) => values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
  return rows.map((row) => `${row.table} (${bytes(row)} bytes)`);
}
