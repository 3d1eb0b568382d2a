import * as v from 'valibot';
import type { Analyzer } from './domain/analyzer.ts';
import type { CallOptions, InspectionApi } from './domain/api.ts';
import { checkId, checkOptions } from './domain/call-arguments.ts';
import { check, invalidField } from './domain/check.ts';
import type { TaskName } from './domain/enums.ts';
import type { EventOf, EventType, InspectionEvent } from './domain/events.ts';
import { notNegative, text } from './domain/fields.ts';
import { LIMITS } from './domain/limits.ts';
import type { SyncApi } from './domain/sync.ts';
import { KerbsideError } from './errors.ts';
import { ENGINE_NAMES, type EngineName } from './inference/engines/engine.ts';
import type { EngineReport, ReportOptions } from './inference/engines/engine-report.ts';
import type { Inference, WorkerFactories } from './inference/inference.ts';
import { inferenceWhenLoaded } from './inference/lazy-inference.ts';
import { correctionOperations } from './operations/corrections.ts';
import { createHost } from './operations/create-host.ts';
import { EventHub } from './operations/events.ts';
import { imageOperations } from './operations/images.ts';
import { inspectionOperations } from './operations/inspections.ts';
import { localIdOf } from './operations/load-by-any-id.ts';
import { QualityRunner } from './operations/quality-runner.ts';
import { type StorageApi, storageOperations } from './operations/storage.ts';
import { noticeLoss, tellLoss, tellLossToAll } from './operations/storage-loss.ts';
import { noSync, type SyncFactory } from './operations/sync-port.ts';
import { TaskRunner } from './operations/task-runner.ts';
import { taskOperations } from './operations/tasks.ts';
import { browserPlatform } from './platform/browser.ts';
import { folderUrl } from './platform/folder-url.ts';
import { loadPart } from './platform/load-part.ts';
import type { Platform } from './platform/ports.ts';
import { withinBudget } from './platform/storage-budget.ts';
import type { Estimator } from './rules/estimator.ts';
import { createIdSource } from './rules/ids.ts';
import type { User } from './rules/rule-context.ts';
import { beginFreshLog } from './store/indexeddb/fresh-log.ts';
import { IndexedDbStore } from './store/indexeddb/indexeddb-store.ts';
import type { Store } from './store/store.ts';
import { nameOfStore } from './store/store-name.ts';

export interface KerbsideOptions {
  /** Who works here: owner and creator of what is recorded, and whose operations are sent. */
  user: User;
  /**
   * Name of the IndexedDB database; one per app is enough, users share it. Locks and events go by it: with a `store` of the
   * app's own, give it where several such stores hold the same data.
   */
  database?: string;
  /** Folder URL of the built workers, or functions that make them. With `models`, tasks run on this device. */
  workers?: string | WorkerFactories;
  /** Folder URL of the models: manifest.json and the files it names. */
  models?: string;
  /** Folder URL of the model runtimes' own files, where it is not that of the workers. */
  runtime?: string;
  /** Run models on this engine and no other. */
  engine?: EngineName;
  /** Runs tasks instead of the models. Without either, a started task waits. */
  analyzer?: Analyzer;
  /** Severities and repair estimates: `repairEstimates()` of `kerbside/estimate`. */
  estimator?: Estimator;
  /** Sends what is recorded to a remote service: `remoteSync({ baseUrl, getToken })` of `kerbside/sync`. */
  sync?: SyncFactory;
  /** `storageBytes`: room the app wants to use at most; Chrome no longer tells a page how much there really is. */
  limits?: { photoBytes?: number; storageBytes?: number };
  /** Instead of IndexedDB. */
  store?: Store;
  /** Clock, randomness, network, locks: for tests and other hosts. */
  platform?: Partial<Platform>;
}

export interface Kerbside extends InspectionApi {
  storage: StorageApi;
  /** What is sent to the remote service, and what is not yet. */
  sync: SyncApi;
  /** What runs models on this device, and why. With `prove: false` only what is known so far: no model is fetched. */
  engines(options?: ReportOptions): Promise<EngineReport>;
  /** Fetches what these tasks (or all) need to run without a network: models, runtimes, proof of the engines. */
  preload(tasks?: readonly TaskName[], options?: CallOptions): Promise<void>;
  /** The events of one inspection from now on, from this tab and all others. By the id it has here or at the service. */
  watch(inspectionId: string, options?: CallOptions): AsyncIterableIterator<InspectionEvent>;
  /** Calls the handler for each event of a type; the answer unsubscribes. */
  on<Type extends EventType>(type: Type, handler: (event: EventOf<Type>) => void): () => void;
  /** Ends running work and lets go of the database. A task under way is run again at the next start. */
  close(): void;
}

/** As identity providers name people and organizations: `auth0|5f7c`, an address, a UUID. */
const name = v.pipe(v.string(), v.regex(/^[^\p{Cc}]{1,256}$/u, 'a name (1 to 256 characters)'));

/** Parts of the app's own, used as they are given. */
const own = v.optional(
  v.pipe(
    v.any(),
    v.transform(() => undefined),
  ),
);

const DATABASE = 'kerbside';

const checkedOptions = v.strictObject({
  user: v.strictObject({ id: name, organizationId: v.optional(name) }),
  database: v.optional(text()),
  workers: v.optional(v.union([text(LIMITS.url), v.record(v.picklist(ENGINE_NAMES), v.function())])),
  models: v.optional(text(LIMITS.url)),
  runtime: v.optional(text(LIMITS.url)),
  engine: v.optional(v.picklist(ENGINE_NAMES)),
  limits: v.optional(
    v.strictObject({
      photoBytes: v.optional(notNegative, LIMITS.photoBytes),
      storageBytes: v.optional(notNegative),
    }),
    {},
  ),
  ...{ analyzer: own, estimator: own, sync: own, store: own, platform: own },
});

/** Opens the inspection service on this device. */
export async function openKerbside(options: KerbsideOptions): Promise<Kerbside> {
  const { user, limits, database: asked } = check(checkedOptions, options, 'options');
  const startInference = inferenceOf(options);
  const given: Platform = { ...browserPlatform(), ...options.platform };
  const storageBudget = limits.storageBytes ?? Number.POSITIVE_INFINITY;
  const platform: Platform = { ...given, storage: withinBudget(given.storage, storageBudget) };
  const ids = createIdSource(platform);
  const database = asked ?? (options.store ? nameOfStore(options.store, () => ids.next()) : DATABASE);
  const prefix = `kerbside:${database}`;
  const events = new EventHub(platform.openChannel(prefix));
  const note = `${prefix}:since`;
  const onReplaced = () => tellLossToAll({ events, platform }, note);
  const store = options.store ?? openStore(database, events, onReplaced);
  const host = createHost({
    store,
    events,
    platform,
    user,
    ids,
    photoBytes: limits.photoBytes,
    estimator: options.estimator,
  });
  const inference = startInference?.(platform, events);
  const byModels = options.analyzer ?? inference?.analyzer;
  const analyzer = options.estimator?.analyzer(byModels) ?? byModels;
  const storage = storageOperations(host);
  const sync = options.sync?.(host, { lockPrefix: prefix, exportInspection: storage.export });
  const runner = analyzer && new TaskRunner(host, analyzer, prefix, sync?.routing);
  const judge = analyzer?.assess && new QualityRunner(host, analyzer, prefix);
  let isClosed = false;
  const close = () => {
    isClosed = true;
    sync?.close();
    runner?.close();
    judge?.close();
    inference?.close();
    events.close();
    store.close();
  };
  try {
    // A database that can not be opened is said here, not at the first call. Counting a long outbox would take seconds.
    await store.operations({ limit: 1 });
    if (!options.store) {
      void beginFreshLog(database);
      await noticeLoss(host, note);
    }
    await judge?.start();
    await runner?.start();
    sync?.start();
  } catch (error) {
    close();
    throw error;
  }
  tellLoss(host);
  const models = () => {
    if (isClosed) throw new KerbsideError('closed', 'Kerbside was closed; open it again.');
    return needed(inference);
  };
  return {
    inspections: inspectionOperations(host),
    tasks: taskOperations(host),
    images: imageOperations(host),
    ...correctionOperations(host),
    storage,
    sync: sync?.api ?? noSync,
    engines: async (asked) => models().engines(asked),
    async preload(tasks, call) {
      await models().preload(tasks, checkOptions(call).signal);
      void runner?.takeUp();
    },
    watch(inspectionId, call) {
      const id = checkId(inspectionId, 'inspectionId');
      return events.watch(id, checkOptions(call).signal, localIdOf(store, id));
    },
    on: (type, handler) => events.on(type, handler),
    close,
  };
}

function openStore(name: string, events: EventHub, onReplaced: () => void): Store {
  if (typeof indexedDB === 'undefined') {
    throw new KerbsideError(
      'unsupported',
      'There is no IndexedDB here. Pass `store: new MemoryStore()` to work without keeping anything.',
    );
  }
  const onOutdated = () => events.emitLocal({ type: 'storage.outdated' });
  return new IndexedDbStore({ name, onOutdated, onReplaced });
}

/** Loaded where models are to run: an app that only records and sends does without it. */
function inferenceOf({ workers, models, runtime, engine }: KerbsideOptions) {
  if (workers === undefined && models === undefined) return undefined;
  if (workers === undefined || models === undefined) {
    const missing = `options.${workers === undefined ? 'workers' : 'models'}`;
    throw invalidField(
      missing,
      'to be given too: tasks run here with `workers` and `models` together',
      undefined,
    );
  }
  const isFolder = typeof workers === 'string';
  const options = {
    workers: isFolder ? folderUrl(workers, 'options.workers') : workers,
    models: folderUrl(models, 'options.models'),
    runtime: folderUrl(runtime ?? (isFolder ? workers : './'), 'options.runtime'),
    ...(engine && { engine }),
  };
  return (platform: Platform, events: EventHub): Inference =>
    inferenceWhenLoaded(async () => {
      const { createInference } = await loadPart('runs models', () => import('./inference/inference.ts'));
      return createInference(options, platform, (event) => events.emitLocal(event));
    });
}

function needed(inference: Inference | undefined): Inference {
  if (inference) return inference;
  throw new KerbsideError('unsupported', 'No models run here: open Kerbside with `workers` and `models`.');
}
