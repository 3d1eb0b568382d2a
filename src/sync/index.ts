import * as v from 'valibot';
import { check, invalidField } from '../domain/check.ts';
import { notNegative, object } from '../domain/fields.ts';
import { KerbsideError } from '../errors.ts';
import type { SyncFactory } from '../operations/sync-port.ts';
import { canScalePhotos, scalePhotoInBrowser } from '../photo/decode/scale-photo.ts';
import { browserClock } from '../platform/clock.ts';
import { createRemoteClient } from '../remote/client.ts';
import type { GetToken } from '../remote/token.ts';
import type { Fetch } from '../remote/transport.ts';
import { isOutboxStore } from '../store/outbox-store.ts';
import { openResultsSide } from './results/results-sync.ts';
import type { RouteMode, Where } from './routing/choose-route.ts';
import { browserHints } from './routing/network-hints.ts';
import { ownToken } from './sending/token-subject.ts';
import { browserTargets } from './sending/triggers.ts';
import { openSync } from './sync.ts';
import { SyncView } from './sync-view.ts';
import type { Retention } from './upload/retention.ts';
import type { UploadOptions } from './upload/scale-plan.ts';
import { uploadOptions } from './upload/upload-options.ts';

export type * from '../domain/sync.ts';
export type { GetToken } from '../remote/token.ts';
export type { RouteMode, Where } from './routing/choose-route.ts';
export type { Retention } from './upload/retention.ts';
export type { UploadOptions } from './upload/scale-plan.ts';

export interface RemoteSyncOptions {
  /** Where the service is, its version included: `https://api.example.org/v1`. */
  baseUrl: string;
  /** Asked for each request, and once more with `expired: true` after a 401. The token is never kept. */
  getToken: GetToken;
  /** Whose a token is; the `sub` of a JWT unless told. Nothing is sent with a token of somebody else. */
  subjectOf?: (token: string) => string | undefined;
  /** Where tasks run; `auto` unless told. */
  route?: RouteMode;
  /** How long a remote result may take before the device runs the task itself; 10 s unless told. */
  deadlineMs?: number;
  /** Whose findings are final; the remote's, unless tasks run on the device only. */
  results?: Where;
  /** How photos are made smaller for a slow link. */
  upload?: UploadOptions;
  /** Whether photos stay on the device after they were uploaded and used; they do unless told. */
  retention?: Retention;
  concurrency?: { photos?: number; photosPerInspection?: number; small?: number };
  /** How long a request whose answer was lost may still be on its way; 5 s unless told. */
  graceMs?: number;
  /** How long a request may take; 30 s unless told. */
  timeoutMs?: number;
  /** Instead of the platform's. With a fetch of your own there is no upload progress. */
  fetch?: Fetch;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64));
const checkedOptions = v.looseObject({
  getToken: v.function(),
  upload: v.optional(uploadOptions),
  route: v.optional(v.picklist(['auto', 'device', 'remote']), 'auto'),
  deadlineMs: v.optional(notNegative, 10_000),
  results: v.optional(v.picklist(['device', 'remote'])),
  retention: v.optional(v.picklist(['keep', 'until_done']), 'keep'),
  concurrency: v.optional(
    object({
      photos: v.optional(count, 2),
      photosPerInspection: v.optional(count, 2),
      small: v.optional(count, 4),
    }),
    {},
  ),
  graceMs: v.optional(notNegative, 5_000),
});

/** Inspections whose operations are kept in memory at once. */
const WINDOW = 16;

/** Sends everything that is recorded to a remote service, and brings its results back. For `openKerbside({ sync })`. */
export function remoteSync(options: RemoteSyncOptions): SyncFactory {
  const { route, deadlineMs, retention, concurrency, graceMs, results } = check(
    checkedOptions,
    options,
    'sync',
  );
  const { baseUrl, getToken, subjectOf, upload = {}, timeoutMs, fetch } = options;
  if (route === 'remote' && results === 'device') {
    throw invalidField(
      'sync.results',
      "'remote' where route is 'remote': no device would run the task",
      results,
    );
  }
  const routing = {
    route,
    deadlineMs,
    results: results ?? (route === 'device' ? 'device' : 'remote'),
  } as const;
  return (host, around) => {
    const { store, platform, events, user } = host;
    if (!isOutboxStore(store)) {
      throw new KerbsideError(
        'unsupported',
        'This store keeps no outbox: use IndexedDB or MemoryStore to send to a service.',
      );
    }
    const clock = browserClock(platform.now);
    const random = () => platform.randomBytes(4).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 32;
    const lastSuccess = `${around.lockPrefix}:delivered`;
    const view = new SyncView(events, clock, {
      read: () => platform.notes.read(lastSuccess),
      write: (time) => platform.notes.write(lastSuccess, time),
    });
    const { calls } = createRemoteClient({
      baseUrl,
      getToken: ownToken(getToken, user.id, subjectOf),
      now: platform.now,
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(fetch && { fetch }),
    });
    const side = openResultsSide({
      host,
      store,
      remote: calls,
      clock,
      routing,
      upload,
      retention,
      hints: browserHints,
      held: () => view.held ?? undefined,
      ...(canScalePhotos() && { scalePhoto: scalePhotoInBrowser }),
    });
    return openSync({
      host,
      around,
      store,
      clock,
      random,
      view,
      results: side,
      limits: { ...concurrency, window: WINDOW },
      graceMs,
      sendsStarts: routing.results !== 'device',
      triggers: browserTargets(),
    });
  };
}
