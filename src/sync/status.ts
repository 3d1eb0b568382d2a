import type { StoredOperation } from '../domain/outbox/operation.ts';
import type { BlockedOperation, InspectionSyncStatus, SyncStatus } from '../domain/sync-status/sync.ts';
import { loadInspection } from '../operations/load-inspection.ts';
import type { OutboxStore } from '../store/outbox-store.ts';
import type { OutboxSummary } from './outbox/outbox-summary.ts';
import type { SharedSyncState } from './shared-sync-state.ts';

const NOT_PAUSED = { paused: null, pauseReason: null };

/** Returns `sync.status()`: the stored outbox, counted each time, and what is in flight. */
export async function readStatus(
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
  const { paused, pauseReason } = total > 0 || state.paused === 'storage' ? state : NOT_PAUSED;
  return {
    operations,
    photoBytes,
    inFlight,
    blocked: blocked.flatMap(toBlockedOperation),
    ofOthers,
    paused,
    pauseReason,
    waitingReason,
    awaited: awaited.length,
    lastSuccessAt: state.lastSuccessAt,
  };
}

/** Returns `sync.statusOf()`. */
export async function readInspectionStatus(store: OutboxStore, id: string): Promise<InspectionSyncStatus> {
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
