import type { Analyzer } from '../src/domain/analyzer.ts';
import type { Estimator } from '../src/rules/estimator.ts';
import type { TokenKeys } from './auth/verify-token.ts';
import type { ServiceLimits } from './limits.ts';
import type { RenderReport } from './store/reports.ts';
import type { S3Options } from './store/s3-blob-store.ts';

export interface ServiceOptions {
  /** 0 picks one that is free. */
  port?: number;
  host?: string;
  /** A folder for database, photos and secret. Without one everything is in memory, and gone at the end. */
  data?: string;
  /** A Postgres server instead of the embedded one; photos then need `data` or `s3`. */
  databaseUrl?: string;
  /** A bucket for photos instead of the folder. */
  s3?: S3Options;
  /** How tokens are checked. Without: with the secret of the data folder, which is made if there is none. */
  keys?: TokenKeys;
  /** Origins of browser apps; all of them if left out. */
  origins?: readonly string[];
  /** Where clients reach the service, if not at the address it listens on. */
  publicUrl?: string;
  /** Photos and callbacks may be at addresses of this machine and its network. */
  allowPrivateUrls?: boolean;
  limits?: Partial<ServiceLimits>;
  /** Runs tasks and judges photos. Without one, tasks that were started wait. */
  analyzer?: Analyzer;
  /** Works out severities and repair costs, as on the device. */
  estimator?: Estimator;
  /** Makes PDF reports. Without one they are not available. */
  renderReport?: RenderReport;
  now?: () => number;
  /** Told in one line what went wrong inside; standard error if left out. */
  log?: (line: string) => void;
  /**
   * How often to look for work that other instances made, how long a dead one keeps its job, and how long one that failed
   * rests before it is tried again.
   */
  pollMs?: number;
  leaseMs?: number;
  retryMs?: number;
}
