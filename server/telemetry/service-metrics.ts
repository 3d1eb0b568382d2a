import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Database, Queries } from '../database/database.ts';
import { createMetrics, type Sample } from './metrics.ts';
import type { HandledRequest } from './observe-requests.ts';

/** Seconds. A create takes milliseconds, an upload over a phone network up to minutes. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Seconds. A photo takes about one, an inspection with many photos minutes. */
const JOB_BUCKETS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
/** A database that does not respond must not cost the other metrics: Prometheus waits for 10 s. */
const DATABASE_TIMEOUT_MS = 2_000;
const NANOSECONDS = 1e9;

/** The reports of the service's parts, and the metrics that follow from them. */
export interface ServiceMetrics {
  requestHandled(request: HandledRequest): void;
  /** Runs a job and records its duration and outcome. */
  observeJob(kind: string, work: () => Promise<void>): Promise<void>;
  callbackFailed(): void;
  /** Returns all metrics in the text format of Prometheus. */
  render(): Promise<string>;
  close(): void;
}

export interface ServiceMetricsDeps {
  database: Database;
  monotonic(): number;
  /** Bytes of all connections of clients. */
  countBytes(): { received: number; sent: number };
}

/** Creates the metrics of one instance. docs/operations.md lists them. */
export function createServiceMetrics({
  database,
  monotonic,
  countBytes,
}: ServiceMetricsDeps): ServiceMetrics {
  const metrics = createMetrics();
  const requests = metrics.counter({
    name: 'kerbside_http_requests_total',
    help: 'Requests by route and status.',
  });
  const requestSeconds = metrics.histogram(
    {
      name: 'kerbside_http_request_duration_seconds',
      help: 'Time from the headers of a request to those of the response.',
    },
    REQUEST_BUCKETS,
  );
  const jobSeconds = metrics.histogram(
    { name: 'kerbside_job_duration_seconds', help: 'Duration of jobs by kind and outcome (done, failed).' },
    JOB_BUCKETS,
  );
  const callbackFailures = metrics.counter({
    name: 'kerbside_callback_failures_total',
    help: 'Attempts to deliver a callback that failed.',
  });
  callbackFailures({}, 0);
  metrics.collect(
    { name: 'kerbside_http_received_bytes_total', help: 'Bytes received from clients.' },
    'counter',
    () => [{ value: countBytes().received }],
  );
  metrics.collect(
    { name: 'kerbside_http_sent_bytes_total', help: 'Bytes sent to clients.' },
    'counter',
    () => [{ value: countBytes().sent }],
  );
  collectJobs(metrics, database);
  collectConnections(metrics, database);
  const closeProcess = collectProcess(metrics);
  return {
    requestHandled({ method, route, status, durationMs }) {
      requests({ method, route, status });
      requestSeconds(durationMs / 1000, { method, route });
    },
    async observeJob(kind, work) {
      const startedAt = monotonic();
      let outcome = 'failed';
      try {
        await work();
        outcome = 'done';
      } finally {
        jobSeconds((monotonic() - startedAt) / 1000, { kind, outcome });
      }
    },
    callbackFailed: () => callbackFailures(),
    render: metrics.render,
    close: closeProcess,
  };
}

type Registry = ReturnType<typeof createMetrics>;

/** All instances share the jobs: each reports the same numbers. Use `max` over instances, not `sum`. */
function collectJobs(metrics: Registry, database: Database): void {
  let pending: Promise<JobCounts[]> | undefined;
  const read = () => {
    // One read for all metrics of a collection.
    pending ??= withTimeout(countJobs(database)).finally(() => {
      pending = undefined;
    });
    return pending;
  };
  const collect = (name: string, help: string, value: (counts: JobCounts) => number) =>
    metrics.collect({ name, help }, 'gauge', async () =>
      (await read()).map((counts): Sample => ({ value: value(counts), labels: { kind: counts.kind } })),
    );
  collect(
    'kerbside_jobs_waiting',
    'Jobs that wait, by kind. The same in all instances.',
    ({ waiting }) => waiting,
  );
  collect(
    'kerbside_jobs_running',
    'Jobs that run, by kind. The same in all instances.',
    ({ running }) => running,
  );
  collect(
    'kerbside_jobs_oldest_seconds',
    'Age of the job that waits longest, by kind. The same in all instances.',
    ({ oldestSeconds }) => oldestSeconds,
  );
}

/** The embedded database has one connection and no pool. */
function collectConnections(metrics: Registry, { connections }: Database): void {
  if (!connections) return;
  metrics.collect(
    { name: 'kerbside_database_connections', help: 'Connections to the database, by state (used, idle).' },
    'gauge',
    () => {
      const { used, idle } = connections();
      return [
        { value: used, labels: { state: 'used' } },
        { value: idle, labels: { state: 'idle' } },
      ];
    },
  );
  metrics.collect(
    { name: 'kerbside_database_waiting', help: 'Statements and transactions that wait for a connection.' },
    'gauge',
    () => [{ value: connections().waiting }],
  );
}

function collectProcess(metrics: Registry): () => void {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  metrics.collect(
    {
      name: 'kerbside_event_loop_delay_seconds',
      help: 'Delay of the event loop since the last collection, by quantile.',
    },
    'gauge',
    () => {
      const samples = [0.5, 0.99].map((quantile) => ({
        value: (delay.percentile(quantile * 100) || 0) / NANOSECONDS,
        labels: { quantile },
      }));
      delay.reset();
      return samples;
    },
  );
  metrics.collect({ name: 'process_resident_memory_bytes', help: 'Memory of the process.' }, 'gauge', () => [
    { value: process.memoryUsage.rss() },
  ]);
  metrics.collect(
    { name: 'process_cpu_seconds_total', help: 'Processor time of the process.' },
    'counter',
    () => {
      const { user, system } = process.cpuUsage();
      return [{ value: (user + system) / 1e6 }];
    },
  );
  return () => delay.disable();
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), DATABASE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The jobs of one kind in the database. */
interface JobCounts {
  kind: 'task' | 'quality' | 'report' | 'callback';
  waiting: number;
  running: number;
  /** The time since the oldest waiting job could have run. */
  oldestSeconds: number;
}

/** Counts jobs and callbacks, for metrics. Every kind is in the result, also if it has none. */
async function countJobs(queries: Queries): Promise<JobCounts[]> {
  return queries.query<JobCounts>(
    `with work as (
       select kind, run_after, coalesce(leased_until >= now(), false) as is_running from jobs
       union all select 'callback', run_after, false from callbacks
     )
     select kind,
       count(run_after) filter (where not is_running)::integer as waiting,
       count(run_after) filter (where is_running)::integer as running,
       coalesce(greatest(0, extract(epoch from now() - min(run_after) filter (where not is_running))), 0)::float8
         as "oldestSeconds"
     from unnest(array['task', 'quality', 'report', 'callback']) as kinds (kind) left join work using (kind)
     group by kind order by kind`,
  );
}
