import type { DeliveryReason } from '../domain/delivery.ts';
import type { StoredOperation } from '../domain/operation.ts';
import type { BlockedOperation, InspectionSyncStatus, SyncStatus } from '../domain/sync.ts';
import { loadInspection } from '../operations/load-inspection.ts';
import type { OutboxStore } from '../store/outbox-store.ts';
import { iterateOperations } from './outbox/outbox-actions.ts';
import type { SharedSyncState } from './shared-sync-state.ts';

/** If photos of more inspections are unsent, `photoBytes` is null: the exact number is not worth reading them all. */
const MAX_INSPECTIONS = 200;

const NOT_HELD = { held: null, heldReason: null };
const EMPTY_OUTBOX = { blocked: [], ofOthers: 0, waitingReason: null, photoBytes: 0 };

/** Returns `sync.status()`: the stored outbox, counted each time, and what is in flight. */
export async function readStatus(
  store: OutboxStore,
  state: SharedSyncState,
  userId: string,
): Promise<SyncStatus> {
  const [operations, awaited] = await Promise.all([store.outboxCounts(), store.awaited()]);
  const total = Object.values(operations).reduce((sum, count) => sum + count, 0);
  const { blocked, ofOthers, waitingReason, photoBytes } =
    total > 0 ? await readOutbox(store, userId) : EMPTY_OUTBOX;
  // `inFlight` is shared at most 5 times a second: it may still contain the last operation.
  const inFlight = total > 0 ? state.inFlight : [];
  // Held operations may have been deleted without an event. With an empty outbox, only the storage can be held.
  const { held, heldReason } = total > 0 || state.held === 'storage' ? state : NOT_HELD;
  return {
    operations,
    photoBytes,
    inFlight,
    blocked,
    ofOthers,
    held,
    heldReason,
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

async function readOutbox(store: OutboxStore, userId: string) {
  const blocked: BlockedOperation[] = [];
  let waitingReason: DeliveryReason | null = null;
  let ofOthers = 0;
  const photos = new Map<string, Set<string>>();
  for await (const operation of iterateOperations(store)) {
    const { delivery } = operation;
    if (delivery?.state === 'blocked') blocked.push(toBlockedOperation(operation, delivery.reason));
    const isWaiting = delivery?.state === 'waiting';
    if (operation.userId === userId) {
      if (isWaiting) waitingReason ??= delivery.reason;
    } else if (isWaiting || delivery === undefined || delivery.state === 'queued') ofOthers += 1;
    if (operation.kind !== 'image.add') continue;
    const images = photos.get(operation.inspectionId) ?? new Set();
    photos.set(operation.inspectionId, images.add(operation.payload.imageId));
  }
  return { blocked, ofOthers, waitingReason, photoBytes: await sumPhotoBytes(store, photos) };
}

async function sumPhotoBytes(store: OutboxStore, photos: Map<string, Set<string>>): Promise<number | null> {
  if (photos.size > MAX_INSPECTIONS) return null;
  let bytes = 0;
  for (const [inspectionId, imageIds] of photos) {
    const images = (await store.load(inspectionId))?.state.images ?? [];
    for (const { id, binarySize } of images) if (imageIds.has(id)) bytes += binarySize;
  }
  return bytes;
}

function toBlockedOperation(
  { id: operationId, inspectionId, kind, createdAt }: StoredOperation,
  reason: BlockedOperation['reason'],
): BlockedOperation {
  return { operationId, inspectionId, kind, createdAt, reason };
}
