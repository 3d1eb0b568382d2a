import { checkId, checkOptions } from './domain/api/call-arguments.ts';
import type { CallOptions, DeviceDamagesApi, InspectionApi } from './domain/api/inspection-api.ts';
import type { SyncApi } from './domain/api/sync-status.ts';
import type { EventOf, EventType, InspectionEvent } from './domain/events.ts';
import { KerbsideError } from './errors.ts';
import type { DeviceModels } from './inference/index.ts';
import { checkKerbsideOptions, type KerbsideOptions } from './kerbside-options.ts';
import { EventHub } from './operations/events.ts';
import { createHost } from './operations/host.ts';
import { imageOperations } from './operations/images.ts';
import { inspectionOperations } from './operations/inspections.ts';
import { findLocalId } from './operations/load-inspection.ts';
import {
  lazyCorrections,
  loadRare,
  type StartedBackground,
  startBackground,
} from './operations/load-rare.ts';
import { type StorageApi, storageOperations } from './operations/storage.ts';
import { detectStorageLoss, emitStorageLoss, publishStorageLoss } from './operations/storage-loss.ts';
import { disabledSync } from './operations/sync-port.ts';
import { taskOperations } from './operations/tasks.ts';
import { createBrowserPlatform, withStorageBudget } from './platform/browser-platform.ts';
import { createIdSource } from './platform/id-source.ts';
import type { Platform } from './platform/ports.ts';
import { IndexedDbStore } from './store/indexeddb/indexeddb-store.ts';
import { resetLevelDbLog } from './store/indexeddb/leveldb-log.ts';
import type { Store } from './store/store.ts';
import { getStoreName } from './store/store-name.ts';

const DEFAULT_DATABASE = 'kerbside';

export type { KerbsideLimits, KerbsideOptions } from './kerbside-options.ts';

/** The inspection service of this device. {@link openKerbside} creates it. */
export interface Kerbside extends InspectionApi {
  /** Damages: add, delete, correct and confirm. */
  damages: DeviceDamagesApi;
  /** Usage, export, import and removal of inspections. */
  storage: StorageApi;
  /** The state of the outbox, and what to do with operations that are not delivered. */
  sync: SyncApi;
  /** The `models` that Kerbside was opened with. Undefined without. */
  readonly models: DeviceModels | undefined;
  /**
   * Yields the events of one inspection from now on, from this tab and all others. Ends when the signal aborts, when you
   * leave the loop, or when Kerbside closes.
   *
   * @param inspectionId - The local or remote id.
   * @throws `invalid_input`
   * @example
   * ```ts
   * for await (const event of kerbside.watch(id)) {
   *   if (event.type === 'task.updated') showStatus(event.taskName, event.status);
   * }
   * ```
   */
  watch(inspectionId: string, options?: CallOptions): AsyncIterableIterator<InspectionEvent>;
  /**
   * Calls the handler for each event of a type, from this tab and all others.
   *
   * @returns A function that unsubscribes.
   * @example
   * ```ts
   * const stop = kerbside.on('sync.blocked', ({ operationId, reason }) => askUser(operationId, reason.message));
   * ```
   */
  on<Type extends EventType>(type: Type, handler: (event: EventOf<Type>) => void): () => void;
  /**
   * Stops all work at once: later calls throw `closed`. A task that was running starts again when Kerbside is opened next.
   *
   * @returns A promise that resolves when the database connections, workers and channels are closed and the locks are
   * released. It never rejects. If you pass your own `analyzer`, it resolves after that has ended: obey its `signal`.
   */
  close(): Promise<void>;
}

/**
 * Opens the inspection service on this device.
 *
 * @returns The service. Call `close` when you no longer need it.
 * @throws `invalid_input` if an option is invalid, `unsupported` if the page has no IndexedDB, `storage_unavailable` or
 * `storage_outdated` if the database cannot be opened.
 * @example
 * ```ts
 * import { openKerbside } from 'kerbside';
 * import { deviceModels } from 'kerbside/models';
 *
 * const kerbside = await openKerbside({
 *   user: { id: 'inspector' },
 *   models: deviceModels({ workers: '/kerbside/workers/', folder: '/models/' }),
 * });
 * const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
 * await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, photo);
 * await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
 * await kerbside.tasks.whenDone(id, 'damage_detection');
 * const { entities } = await kerbside.inspections.getOne(id);
 * console.log(Object.values(entities.damages));
 * ```
 */
export async function openKerbside(options: KerbsideOptions): Promise<Kerbside> {
  const { user, limits, database: databaseOption } = checkKerbsideOptions(options);
  const basePlatform: Platform = { ...createBrowserPlatform(), ...options.platform };
  const storageBudget = limits.storageBytes ?? Number.POSITIVE_INFINITY;
  const platform: Platform = {
    ...basePlatform,
    storage: withStorageBudget(basePlatform.storage, storageBudget),
  };
  const ids = createIdSource(platform);
  const database =
    databaseOption ?? (options.store ? getStoreName(options.store, () => ids.next()) : DEFAULT_DATABASE);
  const prefix = `kerbside:${database}`;
  const events = new EventHub(platform.openChannel(prefix));
  /** The parts that `close` ends, the last opened first. */
  const parts: Closable[] = [events];
  const closeLater = <Part extends Closable | undefined>(part: Part): Part => {
    if (part) parts.unshift(part);
    return part;
  };
  let background: StartedBackground | undefined;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeAll(parts);
    return closing;
  };
  try {
    if (options.logger) {
      const { logEvents } = await loadRare('writes the log');
      closeLater({ close: logEvents(options.logger, events, platform.monotonic) });
    }
    const note = `${prefix}:since`;
    const onReplaced = () => publishStorageLoss({ events, platform }, note);
    const store = closeLater(options.store ?? openStore(database, events, onReplaced));
    const host = createHost({
      store,
      events,
      platform,
      user,
      ids,
      photoBytes: limits.photoBytes,
      estimator: options.estimator,
      loadRare,
    });
    const { models } = options;
    const openModels = closeLater(
      models?.open({
        platform,
        emit: (event) => events.emitLocal(event),
        onPreloaded: () => void background?.retryUnavailableModels(),
      }),
    );
    const taskAnalyzer = options.analyzer ?? openModels?.analyzer;
    const analyzer = options.estimator?.createAnalyzer(taskAnalyzer) ?? taskAnalyzer;
    const storage = storageOperations(host, prefix, () => ({
      readSyncStatus: sync && (() => sync.api.status()),
      readEngines: models && (() => models.engines({ prove: false })),
    }));
    const environment = { lockPrefix: prefix, exportInspection: storage.export };
    const sync = closeLater(options.sync?.(host, environment));
    // Opens the database, so that a failure rejects this call and not the next. Limited: a long outbox takes seconds.
    await store.operations({ limit: 1 });
    if (!options.store) {
      void resetLevelDbLog(database);
      await detectStorageLoss(host, note);
    }
    // The service's results would replace those of the device.
    const reanalyzes = !sync || sync.routing?.authority === 'device';
    background = closeLater(
      analyzer && startBackground(host, { analyzer, lockPrefix: prefix, routing: sync?.routing, reanalyzes }),
    );
    sync?.start();
    emitStorageLoss(host);
    loadRare('opens').catch(() => {}); // now: there is a network, as the page was just loaded
    return {
      inspections: inspectionOperations(host),
      tasks: taskOperations(host),
      images: imageOperations(host),
      ...lazyCorrections(host),
      storage,
      sync: sync?.api ?? disabledSync,
      models,
      watch(inspectionId, callOptions) {
        const id = checkId(inspectionId, 'inspectionId');
        return events.watch(id, checkOptions(callOptions).signal, findLocalId(store, id));
      },
      on: (type, handler) => events.on(type, handler),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Closable {
  close(): void | Promise<void>;
}

/** Closes all parts at once, and resolves when each is closed. */
async function closeAll(parts: readonly Closable[]): Promise<void> {
  await Promise.allSettled(parts.map(async (part) => part.close()));
}

function openStore(name: string, events: EventHub, onReplaced: () => void): Store {
  if (typeof indexedDB === 'undefined') {
    throw new KerbsideError(
      'unsupported',
      'IndexedDB is not available. Pass `store: new MemoryStore()` to run without persistence.',
    );
  }
  const onOutdated = () => events.emitLocal({ type: 'storage.outdated' });
  return new IndexedDbStore({ name, onOutdated, onReplaced });
}
