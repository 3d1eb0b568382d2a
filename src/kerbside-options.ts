import * as v from 'valibot';
import { check } from './domain/check.ts';
import { notNegative, text } from './domain/fields.ts';
import { LIMITS } from './domain/limits.ts';
import type { Analyzer } from './domain/task/analyzer.ts';
import type { DeviceModels } from './inference/index.ts';
import type { Logger } from './operations/support/logger.ts';
import type { SyncFactory } from './operations/sync-port.ts';
import type { Platform } from './platform/ports.ts';
import type { Estimator } from './rules/estimator.ts';
import type { User } from './rules/rule.ts';
import type { Store } from './store/store.ts';

/** Options of {@link openKerbside}. Only `user` is required. */
export interface KerbsideOptions {
  /** The user of the app: owner and creator of new inspections. Only this user's operations are sent. */
  user: User;
  /**
   * The name of the IndexedDB database. Users share it: one database per app is enough. Locks and channels between tabs
   * use the same name, so set it if several custom `store` objects hold the same data.
   *
   * @default 'kerbside'
   */
  database?: string;
  /**
   * Runs tasks on this device: `deviceModels({ workers, folder })` of `kerbside/models`.
   *
   * @default none: started tasks stay TODO, unless a service runs them
   */
  models?: DeviceModels;
  /**
   * Runs tasks in place of the models.
   *
   * @default the models
   */
  analyzer?: Analyzer;
  /** Adds severities and repair estimates: `repairEstimates()` of `kerbside/estimate`. */
  estimator?: Estimator;
  /** Sends the outbox to a remote service: `remoteSync({ baseUrl, getToken })` of `kerbside/sync`. */
  sync?: SyncFactory;
  /** Limits of photos and storage. */
  limits?: KerbsideLimits;
  /**
   * Gets log entries: engine choice, downloads, retries, pauses, tasks, storage. They contain ids, no personal data.
   * `console` is a logger.
   *
   * @default none: nothing is logged
   */
  logger?: Logger;
  /**
   * Stores records and photos.
   *
   * @default an IndexedDB store
   */
  store?: Store;
  /**
   * Replaces parts of the platform: clock, random numbers, network, locks. For tests and other environments.
   *
   * @default the browser's
   */
  platform?: Partial<Platform>;
}

/** Limits of photos and storage. */
export interface KerbsideLimits {
  /**
   * The largest photo in bytes. Larger ones are rejected with `photo_too_large`.
   *
   * @default 52_428_800 (50 MiB)
   */
  photoBytes?: number;
  /**
   * The storage in bytes that the app wants to use at most. `storage.warning` is relative to it. Chrome does not report
   * how much space the disk really has.
   *
   * @default the browser's quota
   */
  storageBytes?: number;
}

/** Identity providers use ids of many forms: `auth0|5f7c`, an e-mail address, a UUID. */
const userName = v.pipe(v.string(), v.regex(/^[^\p{Cc}]{1,256}$/u, 'a name (1 to 256 characters)'));

/** An object of the app. It is used as given and not part of the checked options. */
const unchecked = v.optional(
  v.pipe(
    v.unknown(),
    v.transform(() => undefined),
  ),
);

/** Up to 0.2, `models` was the address of a folder. */
const isOpenable = (models: unknown) => typeof (models as DeviceModels | null)?.open === 'function';

const optionsSchema = v.strictObject({
  user: v.strictObject({ id: userName, organizationId: v.optional(userName), name: v.optional(userName) }),
  database: v.optional(text()),
  models: v.optional(v.custom<DeviceModels>(isOpenable, '`deviceModels({ … })` of kerbside/models')),
  limits: v.optional(
    v.strictObject({
      photoBytes: v.optional(notNegative, LIMITS.photoBytes),
      storageBytes: v.optional(notNegative),
    }),
    {},
  ),
  ...{ analyzer: unchecked, estimator: unchecked, sync: unchecked, store: unchecked, platform: unchecked },
  logger: unchecked,
});

/** @throws `invalid_input` */
export function checkKerbsideOptions(options: KerbsideOptions) {
  return check(optionsSchema, options, 'options');
}
