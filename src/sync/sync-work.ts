import type { EventType } from '../domain/events.ts';
import type { StoredOperation } from '../domain/outbox/operation.ts';
import type { HubEvent } from '../operations/events.ts';
import type { Host } from '../operations/host.ts';
import type { TaskRouting } from '../operations/run-task.ts';
import type { SyncEnvironment } from '../operations/sync-port.ts';
import { canScalePhotos, scalePhotoInBrowser } from '../photo/decode/scale-photo.ts';
import type { Clock } from '../platform/clock.ts';
import { createRemoteCalls, DEFAULT_TIMEOUT_MS } from '../remote/create-remote-calls.ts';
import { selectDeviceResults } from '../rules/device-results.ts';
import type { OutboxStore } from '../store/outbox-store.ts';
import { discardOperation, findOperation, retryOperation } from './outbox/outbox-actions.ts';
import { reconcile } from './reconcile/reconcile.ts';
import type { RemoteSyncOptions } from './remote-sync-options.ts';
import { createResultsSync } from './results/results-sync.ts';
import { readNetworkHints } from './routing/network-hints.ts';
import type { RouterOptions } from './routing/router.ts';
import { coalesceReads } from './sending/coalesce-reads.ts';
import { type DeliverDeps, deliver } from './sending/deliver.ts';
import { LeaderHandover } from './sending/leader-handover.ts';
import { Sender } from './sending/sender.ts';
import type { SenderEvents, SenderLimits } from './sending/sender-deps.ts';
import { ServicePause } from './sending/service-pause.ts';
import { shareTokenCalls } from './sending/share-token-calls.ts';
import { requireOwnToken } from './sending/token-subject.ts';
import { requestBackgroundSync } from './sending/triggers.ts';
import type { SharedSyncState } from './shared-sync-state.ts';
import type { Retention } from './upload/retention.ts';

export interface SyncWorkDeps {
  host: Host;
  environment: SyncEnvironment;
  store: OutboxStore;
  clock: Clock;
  random(): number;
  state: SharedSyncState;
  options: Pick<RemoteSyncOptions, 'baseUrl' | 'getToken' | 'subjectOf' | 'upload' | 'timeoutMs' | 'fetch'>;
  routing: RouterOptions;
  retention: Retention;
  limits: SenderLimits;
  graceMs: number;
}

/**
 * What sync does besides its status: sends, fetches results, routes tasks. It is loaded on demand, so that an app can record
 * before this code has arrived.
 */
export interface SyncWork {
  /** For the task runner. */
  routing: TaskRouting;
  /** What the app can do with an operation that is not delivered. */
  actions: OutboxActions;
  /** Sends and fetches results as the leader tab, until the signal aborts or the leader hands over. */
  runTerm(signal: AbortSignal): Promise<void>;
  /** Takes over an event of any tab. */
  onEvent(event: HubEvent): void;
}

/** Calls of `kerbside.sync` that change the outbox, or search it. */
export interface OutboxActions {
  find(operationId: string): Promise<StoredOperation>;
  retry(operationId: string): Promise<StoredOperation>;
  discard(operationId: string): Promise<StoredOperation[]>;
}

/** How many of the newest inspections are searched for what a dead tab created in its last seconds. */
const RECENT_INSPECTIONS = 100;

/** After these events, stored operations may have to be sent differently or not at all: the inspection is read again. */
const RELOAD_EVENTS: ReadonlySet<string> = new Set<EventType>([
  'inspection.updated',
  'inspection.deleted',
  'inspection.purged',
  'image.deleted',
]);

/** Connects sending and fetching results to one Kerbside instance. */
export function createSyncWork(deps: SyncWorkDeps): SyncWork {
  const { host, environment, store, clock, state, routing } = deps;
  const { events, user } = host;
  const handover = new LeaderHandover(clock);
  const pause = new ServicePause(clock.monotonic);
  /** Whether results are awaited that only another user's tab can fetch. */
  let awaitsOthers = false;
  const results = createResults(deps, pause, () => {
    if (awaitsOthers) return;
    awaitsOthers = true;
    sender?.emitIdleAgain(); // the sender may have been idle for long
  });
  /** Set while this tab is the leader. */
  let sender: Sender | undefined;
  let endTerm = () => {};

  const deliverDeps: DeliverDeps = {
    remote: results.remote,
    preparePhoto: results.preparePhoto,
    async getImageSize(inspectionId, imageId) {
      const { images = [] } = (await store.load(inspectionId))?.state ?? {};
      const image = images.find(({ id }) => id === imageId);
      return image && { width: image.imageWidth, height: image.imageHeight };
    },
    async getRelatedRemoteId(inspectionId) {
      const [known] = await store.remoteIds([inspectionId]);
      if (known) return known.remoteId;
      // A local inspection without a remote id was discarded. An id that is not local is the service's own.
      return (await store.load(inspectionId)) ? undefined : inspectionId;
    },
    async getRemoteIds(localIds) {
      const known = await store.remoteIds(localIds);
      return new Map(known.map(({ localId, remoteId }) => [localId, remoteId]));
    },
    async readResults(inspectionId) {
      const loaded = await store.load(inspectionId);
      return loaded && selectDeviceResults(loaded.state);
    },
    onProgress: (operation, sent, total) => state.updateProgress(operation, sent, total),
    now: clock.now,
  };

  const senderEvents: SenderEvents = {
    onSending: (operation: StoredOperation) => state.addInFlight(operation),
    onRemoved(operation, isDelivered) {
      state.removeInFlight(operation, isDelivered);
      results.onRemoved(operation, isDelivered);
    },
    onFailed: (operation) => state.removeInFlight(operation, false),
    onRetry({ id: operationId, inspectionId, kind }, retry) {
      events.emitLocal({ type: 'sync.retry', inspectionId, operationId, kind, ...retry });
    },
    onBlocked(operation, reason) {
      const { id: operationId, inspectionId, kind } = operation;
      state.removeInFlight(operation, false);
      events.publish({ type: 'sync.blocked', inspectionId, operationId, kind, reason });
    },
    onPaused(reason, pauseReason) {
      events.publish({ type: 'sync.paused', reason, pauseReason });
      if (reason === 'unreachable') void requestBackgroundSync(environment.lockPrefix);
    },
    onResumed: () => events.publish({ type: 'sync.resumed' }),
    onIdle(hasOtherUsers, restartableUntil) {
      const askAgain = () => sender?.emitIdleAgain();
      const hasWorkOfOthers = hasOtherUsers || awaitsOthers;
      if (hasWorkOfOthers && handover.shouldHandOver(askAgain, restartableUntil)) endTerm();
      else events.publish({ type: 'sync.idle' }); // after a handover, the next leader emits it
    },
  };

  const createSender = () => {
    const recentDeps = { ...deliverDeps, remote: coalesceReads(results.remote, clock) };
    return new Sender({
      ...deps,
      pause,
      userId: user.id,
      deliver: (operation, ids, signal) => deliver(operation, ids, deliverDeps, signal),
      reconcileRecent: (operation, ids, signal) =>
        reconcile(operation, ids, recentDeps, { signal, maxInspections: RECENT_INSPECTIONS }),
      reconcileAll: (operation, ids, signal) => reconcile(operation, ids, deliverDeps, { signal }),
      sendsTaskStarts: routing.results !== 'device',
      adoptDamage: results.adoptDamage,
      events: senderEvents,
    });
  };

  return {
    routing: results.routing,
    actions: {
      find: (operationId) => findOperation(store, operationId),
      retry: (operationId) => retryOperation(store, operationId),
      discard: (operationId) => discardOperation(store, operationId),
    },
    /** Sending and fetching end together: if one fails, both start again. */
    async runTerm(signal) {
      state.reset();
      if (state.paused) events.publish({ type: 'sync.resumed' }); // the hold of the previous leader has ended with it
      const termSender = createSender();
      sender = termSender;
      const term = new AbortController();
      const end = () => term.abort();
      endTerm = end;
      handover.startTerm();
      awaitsOthers = false;
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
      try {
        await Promise.all([termSender.run(term.signal), results.run(term.signal)]);
      } finally {
        end();
        signal.removeEventListener('abort', end);
        handover.cancel();
        sender = undefined;
      }
    },
    onEvent(event) {
      if (event.type === 'sync.asked') {
        if (event.about !== undefined) sender?.reload(event.about);
        if (event.userId !== user.id) handover.request();
        sender?.retryNow();
        results.retryNow();
      } else if (event.type === 'storage.lost' && !event.toCaptureAgain) {
        // A new database counts its operations from 1 again: what this sender knows of a sequence is about another one.
        endTerm();
      } else if (RELOAD_EVENTS.has(event.type) && 'inspectionId' in event) {
        sender?.reload(event.inspectionId);
      } else if ('inspectionId' in event && event.type !== 'sync.progress') sender?.wake();
    },
  };
}

/** Connects the calls of the service to what fetches results. */
function createResults(
  { host, environment, store, clock, state, options, routing, retention }: SyncWorkDeps,
  pause: ServicePause,
  onHidden: () => void,
) {
  const { platform, user } = host;
  const { baseUrl, getToken, subjectOf, upload = {}, timeoutMs = DEFAULT_TIMEOUT_MS, fetch } = options;
  const getOwnToken = requireOwnToken(getToken, user.id, subjectOf);
  const offerKey = `${environment.lockPrefix}:uploads`;
  const offers = {
    read: () => platform.notes.read(offerKey) === baseUrl,
    write: (isOffered: boolean) => platform.notes.write(offerKey, isOffered ? baseUrl : undefined),
  };
  const remoteOptions = {
    baseUrl,
    getToken: shareTokenCalls(getOwnToken, timeoutMs, clock.monotonic),
    now: platform.now,
    timeoutMs,
    ...(fetch && { fetch }),
  };
  return createResultsSync({
    host,
    store,
    remote: createRemoteCalls(remoteOptions, offers),
    clock,
    pause,
    routing,
    upload,
    retention,
    readHints: readNetworkHints,
    onHidden,
    getPauseReason: () => state.paused ?? undefined,
    ...(canScalePhotos() && { scalePhoto: scalePhotoInBrowser }),
  });
}
