import { checkId, checkOptions } from '../domain/api/call-arguments.ts';
import type {
  BlockedOperation,
  InspectionSyncStatus,
  SyncApi,
  SyncStatus,
} from '../domain/api/sync-status.ts';
import type { StoredOperation } from '../domain/outbox/operation.ts';
import { abortedError, KerbsideError, throwIfAborted } from '../errors.ts';
import type { EventHub } from '../operations/events.ts';
import { loadInspection } from '../operations/load-inspection.ts';
import type { SyncEnvironment } from '../operations/sync-port.ts';
import { keepProcessAlive } from '../platform/clock.ts';
import type { OutboxStore } from '../store/outbox-store.ts';
import type { OutboxActions } from './outbox/outbox-actions.ts';
import { OutboxSummary } from './outbox/outbox-summary.ts';
import type { SharedSyncState } from './shared-sync-state.ts';

interface SyncApiDeps {
  store: OutboxStore;
  events: EventHub;
  environment: SyncEnvironment;
  state: SharedSyncState;
  userId: string;
  /** Asks the leader tab to send everything now. With an inspection id, it also reads that inspection again. */
  requestSend(inspectionId?: string): void;
  /** @throws `code_unavailable` if their code cannot be loaded. */
  loadActions(): Promise<OutboxActions>;
  /** Aborts when Kerbside is closed. */
  closed: AbortSignal;
}

/** Creates `kerbside.sync`. It works in every tab; only the leader tab sends. */
export function createSyncApi(deps: SyncApiDeps): SyncApi {
  const { store, events, environment, state, userId, requestSend, loadActions } = deps;
  const summary = new OutboxSummary(store, userId);
  events.on('storage.lost', () => summary.reset());
  return {
    async status(options) {
      throwIfAborted(checkOptions(options).signal);
      return readStatus(store, state, summary);
    },
    async statusOf(inspectionId, options) {
      throwIfAborted(checkOptions(options).signal);
      return readInspectionStatus(store, checkId(inspectionId, 'inspectionId'));
    },
    async flush(options) {
      const { signal } = checkOptions(options);
      throwIfAborted(signal);
      // The read rejects if a newer version of the app upgraded the database: then no tab may be there that sends.
      await keepProcessAlive(Promise.all([sendUntilIdle(deps, signal), store.outboxCounts()]));
      return readStatus(store, state, summary);
    },
    async retry(operationId, options) {
      throwIfAborted(checkOptions(options).signal);
      const id = checkId(operationId, 'operationId');
      requestSend((await (await loadActions()).retry(id)).inspectionId);
    },
    async discard(operationId, options) {
      throwIfAborted(checkOptions(options).signal);
      const id = checkId(operationId, 'operationId');
      const discarded = await (await loadActions()).discard(id);
      requestSend(discarded[0]?.inspectionId);
      return discarded.map((operation) => operation.id);
    },
    async export(operationId, options) {
      throwIfAborted(checkOptions(options).signal);
      const id = checkId(operationId, 'operationId');
      const { inspectionId } = await (await loadActions()).find(id);
      return environment.exportInspection(inspectionId);
    },
  };
}

/** Resolves with the next `sync.idle`. Rejects if the signal aborts or Kerbside is closed. */
function sendUntilIdle(
  { events, closed, requestSend }: SyncApiDeps,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const endWith = (resolveOrReject: () => void) => () => {
      removeListener();
      signal?.removeEventListener('abort', onAbort);
      closed.removeEventListener('abort', onClose);
      resolveOrReject();
    };
    const onAbort = endWith(() => signal && reject(abortedError(signal)));
    const onClose = endWith(() =>
      reject(new KerbsideError('closed', 'Kerbside was closed before sending ended.')),
    );
    const removeListener = events.on('sync.idle', endWith(resolve));
    signal?.addEventListener('abort', onAbort);
    closed.addEventListener('abort', onClose);
    if (closed.aborted) onClose();
    else requestSend();
  });
}

const NOT_PAUSED = { paused: null, pauseCause: null };

/** Returns `sync.status()`: the stored outbox, counted each time, and what is in flight. */
async function readStatus(
  store: OutboxStore,
  state: SharedSyncState,
  summary: OutboxSummary,
): Promise<SyncStatus> {
  const [{ sequences, ofOthers, waitingReason, photoBytes }, awaited] = await Promise.all([
    summary.count(),
    store.awaited(),
  ]);
  const total = sequences.all.length;
  const [sending, waiting] = [sequences.sending.length, sequences.waiting.length];
  const blocked = sequences.blocked.length > 0 ? await store.blockedOperations() : [];
  const queued = total - sending - waiting - sequences.blocked.length;
  const operations = { queued, sending, waiting, blocked: sequences.blocked.length };
  // `inFlight` is shared at most 5 times a second: it may still contain the last operation.
  const inFlight = total > 0 ? state.inFlight : [];
  // Paused operations may have been deleted without an event. With an empty outbox, only the storage can be paused.
  const { paused, pauseCause } = total > 0 || state.paused === 'storage' ? state : NOT_PAUSED;
  return {
    operations,
    photoBytes,
    inFlight,
    blocked: blocked.flatMap(toBlockedOperation),
    ofOthers,
    paused,
    pauseCause,
    waitingReason,
    awaited: awaited.length,
    lastSuccessAt: state.lastSuccessAt,
  };
}

/** Returns `sync.statusOf()`. */
async function readInspectionStatus(store: OutboxStore, id: string): Promise<InspectionSyncStatus> {
  const { inspection } = await loadInspection({ store }, id);
  const inspectionId = inspection.id;
  const [unsent, awaited, [known]] = await Promise.all([
    store.operations({ inspectionId }),
    store.awaited({ inspectionId }),
    store.remoteIds([inspectionId]),
  ]);
  return { remoteId: known?.remoteId ?? null, unsent: unsent.length, awaited: awaited.length };
}

function toBlockedOperation(operation: StoredOperation): BlockedOperation[] {
  const { id: operationId, inspectionId, kind, createdAt, delivery } = operation;
  return delivery?.state === 'blocked'
    ? [{ operationId, inspectionId, kind, createdAt, reason: delivery.reason }]
    : [];
}
