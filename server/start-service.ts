import { EventHub } from '../src/operations/events.ts';
import { createIdSource } from '../src/platform/id-source.ts';
import { createKeyedQueue } from '../src/platform/keyed-queue.ts';
import type { User } from '../src/rules/rule.ts';
import { signToken, type TokenOptions } from './auth/sign-token.ts';
import { createLinkSigner, loadLinkKey } from './auth/signed-links.ts';
import { createTokenVerifier, type TokenKeys } from './auth/verify-token.ts';
import { createApp } from './http/app.ts';
import { deleteOldResponses } from './http/idempotency.ts';
import { listen } from './http/listen.ts';
import { BASE_PATH } from './http/routes.ts';
import { startJobs } from './jobs/start-jobs.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { createOutbound } from './net/outbound.ts';
import type { ServiceOptions } from './options.ts';
import { createServerPlatform } from './platform.ts';
import type { Service } from './service.ts';
import { openStorage, type Storage } from './store/open-storage.ts';
import { PostgresStore } from './store/postgres-store.ts';

export interface RunningService {
  /** Where it is, version included: `http://127.0.0.1:8787/v1`. */
  url: string;
  /** A development token for this user, as `kerbside token` makes them. Not with an identity provider's keys. */
  tokenFor(user: User, options?: TokenOptions): Promise<string>;
  /** Answers what it has begun, leaves tasks under way to the next start, and lets go of everything. */
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;

/** How long to wait for others: at the end, for who is still being answered and for the database; and for health. */
const WAITS = { graceMs: 5_000, healthMs: 3_000 };

/** Starts the reference service: on a free port and in memory, unless told otherwise. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  return startServiceOn(await openStorage(options), options);
}

export async function startServiceOn(
  storage: Storage,
  options: ServiceOptions,
  { graceMs, healthMs } = WAITS,
): Promise<RunningService> {
  const { now = Date.now, host = '127.0.0.1', port = 0, origins = ['*'], allowPrivateUrls = false } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const log = options.log ?? ((line: string) => console.error(line));
  const { database, blobs, keys } = storage;
  const outbound = createOutbound({
    allowPrivate: allowPrivateUrls,
    maxBytes: limits.photoBytes,
    timeoutMs: limits.outboundMs,
  });
  const platform = createServerPlatform({ now, outbound });
  let url = '';
  const service: Service = {
    database,
    blobs,
    store: new PostgresStore(database, blobs),
    events: new EventHub({ post() {}, onMessage() {}, close() {} }),
    changeQueue: createKeyedQueue(),
    ids: createIdSource(platform),
    platform,
    outbound,
    limits,
    verifyToken: createTokenVerifier(keys, now),
    links: createLinkSigner(await loadLinkKey(database), now),
    estimator: options.estimator,
    renderReport: options.renderReport,
    publicUrl: () => options.publicUrl ?? url,
    log,
  };
  const app = createApp(service, { origins, healthMs });
  const server = await listen(app, { host, port, limits, graceMs }).catch(async (error: unknown) => {
    await storage.close();
    throw error;
  });
  url = server.origin + BASE_PATH;
  const jobs = startJobs(service, options);
  let closing: Promise<void> | undefined;
  const sweeping = setInterval(() => deleteOldResponses(database).catch(() => {}), HOUR_MS).unref();
  return {
    url,
    tokenFor: (user, token) => signToken(secretIn(keys), user, token, now()),
    close() {
      closing ??= close();
      return closing;
    },
  };

  async function close(): Promise<void> {
    clearInterval(sweeping);
    database.setIdleTimeout?.(graceMs);
    await server.close();
    await jobs.close();
    service.events.close();
    service.store.close();
    await storage.close();
  }
}

function secretIn(keys: TokenKeys): string {
  if ('secret' in keys) return keys.secret;
  throw new Error('Tokens come from the identity provider: this service has no secret to sign them with.');
}
