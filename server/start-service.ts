import { setTimeout as sleep } from 'node:timers/promises';
import { EventHub } from '../src/operations/events.ts';
import { createIdSource } from '../src/platform/id-source.ts';
import { createKeyedQueue } from '../src/platform/keyed-queue.ts';
import type { User } from '../src/rules/rule.ts';
import { signToken, type TokenOptions } from './auth/sign-token.ts';
import { createLinkSigner, loadLinkKey } from './auth/signed-links.ts';
import { createTokenVerifier, type TokenKeys } from './auth/verify-token.ts';
import { removeAbandonedUploads } from './direct-upload/upload-rows.ts';
import { createApp } from './http/app.ts';
import { readFleetFiles } from './http/fleet-page.ts';
import { createHealth, createWorkerApp } from './http/health.ts';
import { type HttpServer, listen } from './http/listen.ts';
import { BASE_PATH } from './http/routes.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { createOutbound } from './net/outbound.ts';
import { openStorage, type Storage } from './open-storage.ts';
import type { ServiceOptions } from './options.ts';
import { checkRole } from './options.ts';
import { createPhotoMemory } from './photo-memory.ts';
import { createServerPlatform } from './platform.ts';
import { createSharedTokenBuckets, deleteFullBuckets } from './rates/shared-token-buckets.ts';
import { createTokenBuckets } from './rates/token-bucket.ts';
import { deleteOldDeadJobs, startRetention } from './retention/retention.ts';
import type { Service } from './service.ts';
import { gatherCreates } from './store/create-once.ts';
import { createJobSignal } from './store/job-signal.ts';
import { PostgresStore } from './store/postgres-store.ts';
import { deleteOldResponses } from './store/responses.ts';
import { createLog } from './telemetry/log.ts';
import { serveMetrics } from './telemetry/metrics-server.ts';
import { createServiceMetrics } from './telemetry/service-metrics.ts';
import { openTracer, traceBlobs, traceDatabase } from './telemetry/tracing.ts';
import { createThumbnails } from './thumbnails.ts';

/** A running service. */
export interface RunningService {
  /** The base URL of the API, for example `http://127.0.0.1:8787/v1`. */
  url: string;
  /**
   * Signs a development token for a user, as `kerbside token` does.
   *
   * @throws if the service uses the keys of an identity provider.
   */
  tokenFor(user: User, options?: TokenOptions): Promise<string>;
  /** The URL of the metrics, if they are served. */
  metricsUrl?: string;
  /**
   * Stops the service: `/readyz` fails, then, after `drainDelayMs`, no connection is accepted and no job is started. Open
   * requests, running jobs and callbacks may end within `drainMs`. Then requests are cut off, and the others are returned to
   * the queue.
   */
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;

/** Timeouts for the database on close, and for the database check of `/health` and `/readyz`. */
const DRAIN_MS = 5_000;
const TIMING: Timing = { closeTimeoutMs: 5_000, healthTimeoutMs: 3_000, delay: sleep };

interface Timing {
  closeTimeoutMs: number;
  healthTimeoutMs: number;
  delay(ms: number): Promise<void>;
}

/**
 * Starts the reference service. By default it listens on a free port and stores everything in memory.
 *
 * It needs the optional packages `hono`, `@hono/node-server`, `@fastify/busboy`, `jose`, and `@electric-sql/pglite` or `pg`; `aws4fetch` for
 * a bucket.
 *
 * @throws `conflict` if the port or the data folder is in use, `invalid_input` if options do not fit together (a role other than `all` needs a Postgres server),
 * `storage_unavailable` if the database cannot be reached, `storage_outdated` if a newer version created it.
 * @example
 * ```ts
 * import { startService } from 'kerbside-server';
 *
 * const service = await startService({ port: 8787, data: './data' });
 * const token = await service.tokenFor({ id: 'ada', organizationId: 'fleet' });
 * ```
 */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  checkRole(options);
  return startServiceOn(await openStorage(options), options);
}

/** Starts the service on storage that is already open. */
export async function startServiceOn(
  storage: Storage,
  options: ServiceOptions,
  timing: Partial<Timing> = {},
): Promise<RunningService> {
  const { host = '127.0.0.1', port = 0, origins = ['*'] } = options;
  const { closeTimeoutMs, healthTimeoutMs, delay } = { ...TIMING, ...timing };
  const { role = 'all', drainMs = DRAIN_MS, drainDelayMs = 0 } = options;
  let url = '';
  let countBytes: HttpServer['countBytes'] = () => ({ received: 0, sent: 0 });
  const service = await createService(storage, options, { url: () => url, countBytes: () => countBytes() });
  const { database, blobs, limits, logger, metrics } = service;
  const health = createHealth(database, healthTimeoutMs);
  const app =
    role === 'worker'
      ? createWorkerApp(service, health)
      : createApp(service, {
          origins,
          health,
          fleet: options.fleet === undefined ? undefined : await readFleetFiles(options.fleet),
        });
  const closeAfter = async (error: unknown) => {
    metrics.close();
    await storage.close();
    throw error;
  };
  const server = await listen(app, { host, port, limits, drainMs }).catch(closeAfter);
  const metricsServer =
    options.metrics &&
    (await serveMetrics(options.metrics, metrics.render).catch(async (error: unknown) => {
      await server.close();
      return closeAfter(error);
    }));
  countBytes = server.countBytes;
  url = server.origin + BASE_PATH;
  const jobs = role === 'api' ? undefined : startJobs(service, { ...options, drainMs });
  const { retainMs } = options;
  const retention =
    retainMs === undefined || role === 'api'
      ? undefined
      : startRetention({ database, blobs, logger, retainMs });
  let closing: Promise<void> | undefined;
  const cleanup = setInterval(() => void cleanUp(), HOUR_MS).unref();
  const cleanUp = async () => {
    await deleteOldResponses(database).catch(() => {});
    await deleteFullBuckets(database, toRates(service)).catch(() => {});
    await deleteOldDeadJobs(database, retainMs).catch(() => {});
    if (blobs.direct) await removeAbandonedUploads(database, blobs.direct).catch(() => {});
  };
  return {
    url,
    ...(metricsServer && { metricsUrl: metricsServer.url }),
    tokenFor: (user, token) => signToken(requireSecret(storage.keys), user, token, service.platform.now()),
    close() {
      closing ??= close();
      return closing;
    },
  };

  async function close(): Promise<void> {
    health.drain();
    clearInterval(cleanup);
    // Load balancers that have not seen it yet still send requests.
    if (role !== 'worker' && drainDelayMs > 0) await delay(drainDelayMs);
    const cutOff = setTimeout(() => database.setIdleTimeout?.(closeTimeoutMs), drainMs);
    // A worker reports that it is draining until its jobs have ended.
    const jobsEnded = jobs?.close();
    if (role === 'worker') await jobsEnded;
    await Promise.all([server.close(), jobsEnded]);
    await retention?.close();
    clearTimeout(cutOff);
    await metricsServer?.close();
    metrics.close();
    service.events.close();
    service.store.close();
    await storage.close();
  }
}

/** Creates the parts of the service. `server` is what is known when it listens. */
async function createService(
  storage: Storage,
  options: ServiceOptions,
  server: { url(): string; countBytes: HttpServer['countBytes'] },
): Promise<Service> {
  const { now = Date.now, monotonic = () => performance.now(), allowPrivateUrls = false } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const write = options.log ?? ((line: string) => console.error(line));
  const tracer = await openTracer();
  const database = traceDatabase(storage.database, tracer);
  const blobs = traceBlobs(storage.blobs, tracer);
  const outbound = createOutbound({
    allowPrivate: allowPrivateUrls,
    maxBytes: limits.photoBytes,
    timeoutMs: limits.outboundMs,
  });
  const platform = createServerPlatform({ now, monotonic, outbound });
  const rates = toRates({ limits, platform });
  // Instances that share a database count together.
  const isShared = options.databaseUrl !== undefined;
  const jobSignal = createJobSignal(database);
  return {
    database,
    blobs,
    uploads: storage.uploads,
    store: new PostgresStore(database, blobs, { onWork: jobSignal.send }),
    createOnce: gatherCreates(database),
    jobSignal,
    events: new EventHub({ post() {}, onMessage() {}, close() {} }),
    changeQueue: createKeyedQueue(),
    photoMemory: createPhotoMemory({
      maxBytes: limits.photoMemoryBytes,
      maxRequests: limits.concurrentUploads,
    }),
    ids: createIdSource(platform),
    platform,
    outbound,
    limits,
    rateLimits: isShared ? createSharedTokenBuckets(database, rates) : createTokenBuckets(rates),
    verifyToken: createTokenVerifier(storage.keys, now),
    links: createLinkSigner(await loadLinkKey(database), now),
    estimator: options.estimator,
    renderReport: options.renderReport,
    hasReports: options.renderReport !== undefined || options.role === 'api',
    thumbnails: createThumbnails(options.createThumbnail),
    publicUrl: () => options.publicUrl ?? server.url(),
    logger: createLog({ level: options.logLevel ?? 'warn', write, now }),
    metrics: createServiceMetrics({ database, monotonic, countBytes: server.countBytes }),
    tracer,
  };
}

function toRates({ limits, platform }: Pick<Service, 'limits' | 'platform'>) {
  return { perSecond: limits.requestsPerSecond, burst: limits.burst, now: platform.monotonic };
}

function requireSecret(keys: TokenKeys): string {
  if ('secret' in keys) return keys.secret;
  throw new Error(
    'This service has no secret to sign tokens with: its tokens come from an identity provider.',
  );
}
