import pg from 'pg';
import { summary } from '../../lib/samples.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { BenchPhoto } from '../load/photos.ts';
import { insertRows } from './bare-inserts.ts';
import { type LoopResult, runClosedLoop } from './closed-loop.ts';
import { findRowsOfRequest, type WrittenRow } from './rows-of-request.ts';
import { createServiceRequests, type WayName } from './service-requests.ts';

/** The service beside bare inserts of the rows that its request writes. */
export interface Throughput {
  what: string;
  /** Rows that one request writes. */
  rows: string[];
  service: Side;
  bare: Side;
}

export interface Side {
  /** Medians over the rounds. */
  perSecond: number;
  /** Processor milliseconds per request: of the API instances, or of the process that inserts. */
  processMs: number;
  postgresMs: number;
  latencyMs: { median: number; p99: number };
}

/** As many connections as two API instances have. */
const CONNECTIONS = 20;
const ROUNDS = 3;
/** Node compiles what runs often: the first thousand requests of an instance cost several times as much. */
const WARM_UP = { requests: 3_000, seconds: 40 };

export async function measureThroughput(
  cluster: Cluster,
  { slice, photo }: { slice: number; photo: BenchPhoto },
): Promise<Throughput[]> {
  const pool = new pg.Pool({ connectionString: cluster.postgres.url, max: CONNECTIONS });
  const observer = new pg.Client({ connectionString: cluster.postgres.url });
  await observer.connect();
  const readServiceCpu = () => ({ process: cluster.readCpu().api, postgres: cluster.readCpu().postgres });
  const readBareCpu = () => {
    const { user, system } = process.cpuUsage();
    return { process: (user + system) / 1e6, postgres: cluster.readCpu().postgres };
  };
  const token = await cluster.signToken('throughput');
  const runService = async (name: WayName) => {
    const { ways, close } = createServiceRequests(cluster.apis, { token, photo, connections: CONNECTIONS });
    const meter = startMeter(readServiceCpu);
    const loop = await runClosedLoop(ways[name], { concurrency: CONNECTIONS * 2, seconds: slice });
    close(); // the service closes idle connections while the inserts run
    return meter.end(loop);
  };
  const warmUp = async (name: WayName) => {
    const deadline = performance.now() + WARM_UP.seconds * 1000;
    for (let sent = 0; sent < WARM_UP.requests && performance.now() < deadline; )
      sent += (await runService(name)).perSecond * slice;
  };
  const runBare = async (rows: readonly WrittenRow[]) => {
    const meter = startMeter(readBareCpu);
    return meter.end(
      await runClosedLoop(() => insertRows(pool, rows), { concurrency: CONNECTIONS, seconds: slice }),
    );
  };
  try {
    const results: Throughput[] = [];
    for (const what of ['create an inspection', 'create an inspection with a photo'] as const) {
      const first = createServiceRequests(cluster.apis, { token, photo, connections: 1 });
      const rows = await findRowsOfRequest(observer, first.ways[what]);
      first.close();
      await warmUp(what);
      await runBare(rows);
      const [service, bare]: [Side[], Side[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        service.push(await runService(what));
        bare.push(await runBare(rows));
      }
      results.push({ what, rows: describeRows(rows), service: medianOf(service), bare: medianOf(bare) });
    }
    return results;
  } finally {
    await observer.end();
    await pool.end();
  }
}

function startMeter(readCpu: () => { process: number; postgres: number }) {
  const before = readCpu();
  return {
    end({ perSecond, latency }: LoopResult): Side {
      const after = readCpu();
      const perRequest = (seconds: number) => (seconds * 1000) / latency.runs;
      return {
        perSecond,
        processMs: perRequest(after.process - before.process),
        postgresMs: perRequest(after.postgres - before.postgres),
        latencyMs: { median: latency.median, p99: latency.p99 },
      };
    },
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
