import { check, invalidField } from '../domain/check.ts';
import { KerbsideError } from '../errors.ts';
import type { SyncFactory } from '../operations/sync-port.ts';
import { createBrowserClock } from '../platform/clock.ts';
import { loadChunk } from '../platform/load-chunk.ts';
import { checkBaseUrl } from '../remote/base-url.ts';
import { isOutboxStore } from '../store/outbox-store.ts';
import { type RemoteSyncOptions, remoteSyncOptionsSchema } from './remote-sync-options.ts';
import { getBrowserTargets } from './sending/triggers.ts';
import { SharedSyncState } from './shared-sync-state.ts';
import { OutboxSync } from './sync.ts';

export type * from '../domain/api/sync-status.ts';
export type { ScalePhoto } from '../photo/decode/scale-photo.ts';
export type { GetToken } from '../remote/token.ts';
export type { Fetch } from '../remote/transport.ts';
export type { RemoteSyncOptions, SyncConcurrency } from './remote-sync-options.ts';
export type { RouteMode, TaskLocation } from './routing/choose-route.ts';
export type { Retention } from './upload/retention.ts';
export type { UploadOptions } from './upload/upload-options.ts';

/** Inspections whose operations are in memory at once. */
const WINDOW_SIZE = 16;

/**
 * Creates the `sync` option of `openKerbside`: it sends the outbox to a remote service and merges the service's results.
 *
 * Operations of one inspection are applied in causal order, and a create makes at most one remote object. Sending runs in
 * one tab at a time (the leader tab), and retries with backoff.
 *
 * @param options - Where the service is, how to authenticate, where tasks run.
 * @returns The factory for `openKerbside({ sync })`.
 * @throws `invalid_input` if an option is invalid, or if `route` is 'remote' and `results` is 'device'. `openKerbside`
 * throws `invalid_input` if `baseUrl` is invalid, and `unsupported` if its store has no outbox.
 *
 * @example
 * const kerbside = await openKerbside({
 *   user: { id: 'agent-7' },
 *   sync: remoteSync({
 *     baseUrl: 'https://api.example.org/v1',
 *     getToken: () => session.accessToken(),
 *   }),
 * });
 * kerbside.on('sync.paused', ({ reason }) => console.warn(`Nothing is sent: ${reason}`));
 * const { operations, blocked } = await kerbside.sync.flush();
 */
export function remoteSync(options: RemoteSyncOptions): SyncFactory {
  const { route, deadlineMs, retention, concurrency, graceMs, results } = check(
    remoteSyncOptionsSchema,
    options,
    'sync',
  );
  if (route === 'remote' && results === 'device') {
    throw invalidField(
      'sync.results',
      "'remote', because with route 'remote' no task runs on the device",
      results,
    );
  }
  const routing = {
    route,
    deadlineMs,
    results: results ?? (route === 'device' ? 'device' : 'remote'),
  } as const;
  return (host, environment) => {
    const { store, platform, events } = host;
    checkBaseUrl(options.baseUrl);
    if (!isOutboxStore(store)) {
      throw new KerbsideError(
        'unsupported',
        'This store has no outbox. Use IndexedDB or MemoryStore to send to a service.',
      );
    }
    const clock = createBrowserClock(platform);
    const random = () => platform.randomBytes(4).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 32;
    const lastSuccessKey = `${environment.lockPrefix}:delivered`;
    const state = new SharedSyncState(events, clock, {
      read: () => platform.notes.read(lastSuccessKey),
      write: (time) => platform.notes.write(lastSuccessKey, time),
    });
    const parts = {
      host,
      environment,
      store,
      clock,
      random,
      state,
      options,
      routing,
      retention,
      limits: { ...concurrency, window: WINDOW_SIZE },
      graceMs,
    };
    return new OutboxSync({
      ...parts,
      triggers: getBrowserTargets(),
      async loadWork() {
        const { SyncWork } = await loadChunk('sends to the service', () => import('./sync-work.ts'));
        return new SyncWork(parts);
      },
    });
  };
}
