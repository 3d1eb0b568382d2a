import * as v from 'valibot';
import { notNegative, object } from '../domain/fields.ts';
import type { GetToken } from '../remote/token.ts';
import type { Fetch } from '../remote/transport.ts';
import type { RouteMode, TaskLocation } from './routing/choose-route.ts';
import type { Retention } from './upload/retention.ts';
import { type UploadOptions, uploadOptionsSchema } from './upload/upload-options.ts';

/**
 * How many requests run at once. The defaults add up to 6: browsers open 6 connections to one HTTP/1.1 server.
 *
 * Each value is an integer from 1 to 64.
 */
export interface SyncConcurrency {
  /**
   * Concurrent photo uploads.
   *
   * @default 2
   */
  photos?: number;
  /**
   * Concurrent photo uploads of one inspection.
   *
   * @default 2
   */
  photosPerInspection?: number;
  /**
   * Concurrent other requests. They do not wait for photos.
   *
   * @default 4
   */
  small?: number;
}

/** Options of `remoteSync`. */
export interface RemoteSyncOptions {
  /** Address of the service, including its version: `https://api.example.org/v1`. No query, no fragment. */
  baseUrl: string;
  /**
   * Returns the access token. Called for each request, and again with `expired: true` after a 401. Requests at the same
   * time share a call. The token is never stored. If it throws, the outbox is paused: as `unreachable` for a `TypeError` (a
   * failed `fetch`), or while the browser is offline; otherwise as `unauthorized`.
   */
  getToken: GetToken;
  /**
   * Returns the user that a token belongs to, or undefined if that is unknown. Operations are never sent with the
   * token of another user: then the outbox is paused as `wrong_user`.
   *
   * @default the `sub` claim of a JWT
   */
  subjectOf?: (token: string) => string | undefined;
  /**
   * Where tasks run. `auto` estimates how long a remote result takes, and runs the task on the device if that is over
   * `deadlineMs`.
   *
   * @default 'auto'
   */
  route?: RouteMode;
  /**
   * Milliseconds that a remote result may take before the device runs the task itself.
   *
   * @default 10000
   */
  deadlineMs?: number;
  /**
   * Whose results are final. With `remote`, the results of the device are replaced by the service's.
   * With `device`, results of the device are sent to the service, which does not run the task.
   *
   * @default 'remote', or 'device' if `route` is 'device'
   */
  results?: TaskLocation;
  /**
   * How photos are scaled for upload.
   *
   * @default adaptive scaling, no limit of pixels, JPEG quality 0.85
   */
  upload?: UploadOptions;
  /**
   * How long photos stay on the device.
   *
   * @default 'keep'
   */
  retention?: Retention;
  /** How many requests run at once. */
  concurrency?: SyncConcurrency;
  /**
   * Milliseconds that a request may still be in flight after it was aborted. A create without a response is not
   * reconciled, and not sent again, before this time is over. Raise it for a service that applies requests late and has
   * no idempotency keys.
   *
   * @default 5000
   */
  graceMs?: number;
  /**
   * Milliseconds without a response or upload progress after which a request is aborted and retried later.
   *
   * @default 30000
   */
  timeoutMs?: number;
  /**
   * Replaces the platform's `fetch`. With your own `fetch` there is no upload progress.
   *
   * @default `globalThis.fetch`; in pages, `XMLHttpRequest` for photo uploads
   */
  fetch?: Fetch;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64));
/** `baseUrl`, `timeoutMs` and `fetch` are checked by the remote client. */
export const remoteSyncOptionsSchema = v.object({
  getToken: v.function(),
  upload: v.optional(uploadOptionsSchema),
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
