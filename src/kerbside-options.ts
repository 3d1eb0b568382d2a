import * as v from 'valibot';
import { LICENCE_KINDS, type LicenceKind } from './analysis/licence.ts';
import type { Analyzer } from './domain/analyzer.ts';
import { check } from './domain/check.ts';
import { notNegative, text } from './domain/fields.ts';
import { LIMITS } from './domain/limits.ts';
import { ENGINE_NAMES, type EngineName } from './inference/engine.ts';
import type { WorkerFactories } from './inference/inference.ts';
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
   * The URL of the folder with the built workers (`node_modules/kerbside/dist/workers`), or functions that create the
   * workers. With `models`, tasks run on this device.
   */
  workers?: string | WorkerFactories;
  /** The URL of the folder with the models: `manifest.json` and its files. */
  models?: string;
  /**
   * The URL of the folder with the runtime files of the engines.
   *
   * @default the folder of the workers, or the page's folder if `workers` are functions
   */
  runtime?: string;
  /**
   * Which models of the folder may run. `free`: those that may be used for any purpose. `research`: also those that are
   * **for research and non-commercial use only**; they are better, and the only ones for parts and wheels. A model of
   * your own without `licenceKind` in the manifest is free. See docs/models.md.
   *
   * @default 'free'
   */
  modelLicence?: LicenceKind;
  /**
   * The only engine that may run models.
   *
   * @default the fastest engine that passes its self-test on this device
   */
  engine?: EngineName;
  /**
   * The time in milliseconds that the damage model may take for a photo. The large model runs if it is fast enough on
   * this device; otherwise it is not even downloaded, and the small one runs. 0 always selects the small one.
   *
   * @default 1_500
   */
  budgetMs?: number;
  /**
   * Whether the damage model looks closer: it runs again on crops of a photo around uncertain detections, on as many as the
   * time left of the budget allows. See docs/engines.md.
   *
   * @default true
   */
  closerLook?: boolean;
  /**
   * The time in milliseconds that the large damage model may take for a photo in a reanalysis: while no task runs, it
   * analyzes the photos again that the small one has analyzed. `task.reanalysis` is `pending` until then. Without
   * `sync`: with it, the service's result is the final one. 0 for no reanalysis.
   *
   * @default 0
   */
  secondLookMs?: number;
  /**
   * Runs tasks in place of the models.
   *
   * @default the models, or none: started tasks then stay TODO
   */
  analyzer?: Analyzer;
  /** Adds severities and repair estimates: `repairEstimates()` of `kerbside/estimate`. */
  estimator?: Estimator;
  /** Sends the outbox to a remote service: `remoteSync({ baseUrl, getToken })` of `kerbside/sync`. */
  sync?: SyncFactory;
  /** Limits of photos and storage. */
  limits?: KerbsideLimits;
  /**
   * Gets log entries: engine choice, downloads, retries, holds, tasks, storage. They contain ids, no personal data.
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

const optionsSchema = v.strictObject({
  user: v.strictObject({ id: userName, organizationId: v.optional(userName) }),
  database: v.optional(text()),
  workers: v.optional(v.union([text(LIMITS.url), v.record(v.picklist(ENGINE_NAMES), v.function())])),
  models: v.optional(text(LIMITS.url)),
  runtime: v.optional(text(LIMITS.url)),
  engine: v.optional(v.picklist(ENGINE_NAMES)),
  modelLicence: v.optional(v.picklist(LICENCE_KINDS)),
  budgetMs: v.optional(notNegative),
  closerLook: v.optional(v.boolean()),
  secondLookMs: v.optional(notNegative),
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
