import type { Analyzer } from '../src/domain/task/analyzer.ts';
import { KerbsideError } from '../src/errors.ts';
import type { Estimator } from '../src/rules/estimator.ts';
import type { TokenKeys } from './auth/verify-token.ts';
import type { ServiceLimits } from './limits.ts';
import type { RenderReport } from './store/reports.ts';
import type { S3Options } from './store/s3-client.ts';
import type { LogLevel } from './telemetry/log.ts';
import type { MetricsOptions } from './telemetry/metrics-server.ts';
import type { CreateThumbnail } from './thumbnails.ts';

/** Options of {@link startService}. */
export interface ServiceOptions {
  /**
   * The work of the instance: serve the API (`api`), run jobs (`worker`), or both (`all`). Instances of one role need a Postgres
   * server, and a bucket or a folder that they share.
   *
   * @default 'all'
   */
  role?: Role;
  /**
   * Number of tasks, photo checks and reports that run at the same time. The `analyzer` must support it. `kerbside serve`
   * chooses one for each core of a worker.
   *
   * @default 1
   */
  tasks?: number;
  /**
   * On close, requests, tasks and callbacks may take this long to end, in milliseconds. Then requests are cut off, and the
   * others are returned to the queue.
   *
   * @default 5000
   */
  drainMs?: number;
  /**
   * On close, `/readyz` fails for this long while requests are still accepted, in milliseconds. For load balancers that look at
   * it only every few seconds.
   *
   * @default 0
   */
  drainDelayMs?: number;
  /**
   * The port to listen on. 0 selects a free port.
   *
   * @default 0
   */
  port?: number;
  /**
   * The address to listen on.
   *
   * @default '127.0.0.1'
   */
  host?: string;
  /**
   * Path of a folder for database, photos and secret.
   *
   * @default everything is in memory and lost on close
   */
  data?: string;
  /**
   * URL of a Postgres server. Photos then need `data` or `s3`.
   *
   * @default an embedded Postgres
   */
  databaseUrl?: string;
  /**
   * A bucket for photos and reports.
   *
   * @default the folder `data`
   */
  s3?: S3Options;
  /**
   * How tokens are verified.
   *
   * @default the secret in the data folder, which is created if it does not exist
   */
  keys?: TokenKeys;
  /**
   * Allowed origins of browser apps.
   *
   * @default ['*'], all origins
   */
  origins?: readonly string[];
  /**
   * The URL at which clients reach the service, for links in responses.
   *
   * @default the URL it listens on
   */
  publicUrl?: string;
  /**
   * Allows photo and callback URLs at addresses of this machine and its network.
   *
   * @default false
   */
  allowPrivateUrls?: boolean;
  /**
   * Limits of requests.
   *
   * @default see {@link ServiceLimits}
   */
  limits?: Partial<ServiceLimits>;
  /**
   * Folder of the built fleet page, which is then served at `/fleet`. `kerbside serve` passes the one of the package.
   *
   * @default no page
   */
  fleet?: string;
  /**
   * Runs tasks and assesses photos: `nodeAnalyzer` of `kerbside-server/node`.
   *
   * @default none: started tasks wait for another instance
   */
  analyzer?: Analyzer;
  /**
   * Computes severities and repair estimates, as on the device: `repairEstimates` of `kerbside/estimate`.
   *
   * @default none
   */
  estimator?: Estimator;
  /**
   * Renders PDF reports: `renderReport` of `kerbside-server/report`.
   *
   * @default none: reports are not available
   */
  renderReport?: RenderReport;
  /**
   * Makes the thumbnails of the fleet page: `createThumbnail` of `kerbside-server/node`.
   *
   * @default none: the page gets the photos themselves
   */
  createThumbnail?: CreateThumbnail;
  /**
   * Returns the current time in milliseconds since 1970.
   *
   * @default Date.now
   */
  now?: () => number;
  /**
   * Returns milliseconds on a clock that is never set, for the rate limit.
   *
   * @default performance.now
   */
  monotonic?: () => number;
  /**
   * Gets the log: one line of JSON per entry, with `time`, `level`, `message` and fields. It contains no personal data.
   *
   * @default writes to standard error
   */
  log?: (line: string) => void;
  /**
   * Leaves out log entries below this level. `info` logs each request.
   *
   * @default 'warn'
   */
  logLevel?: LogLevel;
  /**
   * Photos and reports of inspections that were created longer ago, in milliseconds, are removed. Records stay.
   *
   * @default they are kept
   */
  retainMs?: number;
  /**
   * Serves metrics for Prometheus at `/metrics` on a port of their own, without a token.
   *
   * @default none
   */
  metrics?: MetricsOptions;
  /**
   * Longest time, in milliseconds, between two polls for jobs. Instances wake each other with NOTIFY: polling finds what an
   * instance wrote right before it died.
   *
   * @default 10000
   */
  pollMs?: number;
  /**
   * Duration of a job's lease, in milliseconds. After it, another instance takes over the job of a dead one.
   *
   * @default 30000
   */
  leaseMs?: number;
  /**
   * Delay before the first retry of a failed job, in milliseconds. It doubles with each attempt.
   *
   * @default 10000
   */
  retryMs?: number;
}

/**
 * The work of an instance: `api` serves requests and loads no models, `worker` runs tasks, reports and callbacks and serves
 * only its health, `all` does both.
 */
export type Role = 'all' | 'api' | 'worker';

/** The part of the service's options that a role depends on. */
interface RoleOptions {
  role?: Role;
  databaseUrl?: string;
  keys?: object;
  data?: string;
}

/**
 * Checks that an instance of this role can share its storage with others.
 *
 * @throws `invalid_input` if the database is embedded, or if the tokens of one API instance would be unknown to others.
 */
export function checkRole({ role = 'all', databaseUrl, keys, data }: RoleOptions): void {
  if (role === 'all') return;
  if (databaseUrl === undefined) {
    throw new KerbsideError(
      'invalid_input',
      `The role ${role} needs a Postgres server: the embedded database belongs to one process. Set DATABASE_URL, or use the role all.`,
    );
  }
  if (role === 'api' && !keys && data === undefined) {
    throw new KerbsideError(
      'invalid_input',
      'API instances must accept the same tokens. Set KERBSIDE_SECRET or KERBSIDE_JWKS_URL, or a data folder that they share.',
    );
  }
}
