import type { EventType } from '../domain/events.ts';
import type { StoredOperation } from '../domain/outbox/operation.ts';
import { isKerbsideError } from '../errors.ts';
import type { Host } from '../operations/host.ts';
import type { Sync, SyncEnvironment } from '../operations/sync-port.ts';
import type { Clock } from '../platform/clock.ts';
import { selectDeviceResults } from '../rules/device-results.ts';
import type { OutboxStore } from '../store/outbox-store.ts';
import { loadReconciling } from './reconcile/load-reconciling.ts';
import type { ResultsSync } from './results/results-sync.ts';
import { coalesceReads } from './sending/coalesce-reads.ts';
import { type DeliverDeps, deliver } from './sending/deliver.ts';
import { toDeliveryReason } from './sending/failures.ts';
import { LeaderHandover } from './sending/leader-handover.ts';
import { runSendLoop } from './sending/send-loop.ts';
import { Sender } from './sending/sender.ts';
import type { SenderEvents, SenderLimits } from './sending/sender-deps.ts';
import { listenToTriggers, requestBackgroundSync, type TriggerTargets } from './sending/triggers.ts';
import type { SharedSyncState } from './shared-sync-state.ts';
import { createSyncApi } from './sync-api.ts';

interface SyncDeps {
  host: Host;
  environment: SyncEnvironment;
  store: OutboxStore;
  clock: Clock;
  random(): number;
  state: SharedSyncState;
  results: ResultsSync;
  limits: SenderLimits;
  graceMs: number;
  sendsTaskStarts: boolean;
  triggers: TriggerTargets;
}

/** How many of the newest inspections are searched for what a dead tab created in its last seconds. */
const RECENT_INSPECTIONS = 100;

/** After these events, stored operations may have to be sent differently or not at all: the inspection is read again. */
const RELOAD_EVENTS: ReadonlySet<EventType> = new Set<EventType>([
  'inspection.updated',
  'inspection.deleted',
  'inspection.purged',
  'image.deleted',
]);

/**
 * Connects sending and fetching results to one Kerbside instance. Every tab opens it; the tab that holds the leader lock
 * does the work.
 */
export function openSync(deps: SyncDeps): Sync {
  const { host, environment, store, clock, random, state, results, triggers } = deps;
  const { events, platform, user } = host;
  const closed = new AbortController();
  const handover = new LeaderHandover(clock);
  /** Set while this tab is the leader. */
  let sender: Sender | undefined;
  let endTerm = () => {};
  /** Resolves when this tab will not send again. */
  let sending: Promise<void> | undefined;

  const requestSend = (about?: string) =>
    events.publish({ type: 'sync.asked', userId: user.id, ...(about !== undefined && { about }) });

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
      results.onRemoved(operation);
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
    onHeld(reason, heldReason) {
      events.publish({ type: 'sync.held', reason, heldReason });
      if (reason === 'unreachable') void requestBackgroundSync(environment.lockPrefix);
    },
    onResumed: () => events.publish({ type: 'sync.resumed' }),
    onIdle(hasOtherUsers) {
      if (hasOtherUsers && handover.shouldHandOver(() => sender?.emitIdleAgain())) endTerm();
      else events.publish({ type: 'sync.idle' }); // after a handover, the next leader emits it
    },
  };

  /** Creates the work of one term as leader. Sending and fetching end together: if one fails, both start again. */
  const createTerm = () => {
    state.reset();
    if (state.held) events.publish({ type: 'sync.resumed' }); // the hold of the previous leader has ended with it
    const recentDeps = { ...deliverDeps, remote: coalesceReads(results.remote, clock) };
    const termSender = new Sender({
      ...deps,
      userId: user.id,
      deliver: (operation, ids, signal) => deliver(operation, ids, deliverDeps, signal),
      async reconcileRecent(operation, ids, signal) {
        const { reconcile } = await loadReconciling();
        return reconcile(operation, ids, recentDeps, { signal, maxInspections: RECENT_INSPECTIONS });
      },
      async reconcileAll(operation, ids, signal) {
        const { reconcile } = await loadReconciling();
        return reconcile(operation, ids, deliverDeps, { signal });
      },
      adoptDamage: results.adoptDamage,
      events: senderEvents,
    });
    sender = termSender;
    return {
      async run(signal: AbortSignal) {
        const term = new AbortController();
        const end = () => term.abort();
        endTerm = end;
        handover.startTerm();
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
    };
  };

  /** The tab may be closed now, even if there is a network: registers Background Sync if operations are left. */
  const leaveToBackground = async () => {
    const { blocked: _needsTheApp, ...unsent } = await store.outboxCounts();
    if (Object.values(unsent).some((count) => count > 0)) {
      await requestBackgroundSync(environment.lockPrefix);
    }
  };

  const onStoreFailure = (error: unknown) => {
    // Only this tab is outdated: the tabs of the newer version continue to send.
    const isOnlyThisTab = isKerbsideError(error, 'storage_outdated');
    const held = { type: 'sync.held', reason: 'storage', heldReason: toDeliveryReason(error) } as const;
    for (const event of [held, { type: 'sync.idle' }] as const) {
      if (isOnlyThisTab) events.emitLocal(event);
      else events.publish(event);
    }
  };

  return {
    api: createSyncApi({
      store,
      events,
      environment,
      state,
      userId: user.id,
      requestSend,
      closed: closed.signal,
    }),
    routing: results.routing,
    start() {
      events.onAny((event) => {
        if (event.type === 'sync.asked') {
          if (event.about !== undefined) sender?.reload(event.about);
          if (event.userId !== user.id) handover.request();
          sender?.retryNow();
          results.retryNow();
        } else if (RELOAD_EVENTS.has(event.type) && 'inspectionId' in event) {
          sender?.reload(event.inspectionId);
        } else if ('inspectionId' in event && event.type !== 'sync.progress') sender?.wake();
      });
      const onHidden = () => void leaveToBackground().catch(() => {});
      const removeListeners = listenToTriggers({ onRetry: () => requestSend(), onHidden }, triggers);
      closed.signal.addEventListener('abort', removeListeners);
      const lockName = `${environment.lockPrefix}:sender`;
      const loopDeps = { locks: platform.locks, lockName, clock, random, onStoreFailure };
      sending = runSendLoop({ ...loopDeps, createSender: createTerm }, closed.signal);
    },
    async close() {
      closed.abort();
      await sending;
    },
  };
}
