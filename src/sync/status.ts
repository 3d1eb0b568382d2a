import type { DeliveryReason } from '../domain/delivery.ts';
import type { StoredOperation } from '../domain/operation.ts';
import type { BlockedOperation, InspectionSyncStatus, SyncStatus } from '../domain/sync.ts';
import { loadInspection } from '../operations/host.ts';
import type { OutboxStore } from '../store/outbox-store.ts';
import type { SyncView } from './sync-view.ts';

const BATCH = 500;
/** With more inspections than this waiting, nobody needs the bytes to the last one. */
const MOST_INSPECTIONS = 200;

const NOT_HELD = { held: null, heldReason: null };
const NOTHING = { blocked: [], ofOthers: 0, waitingReason: null, photoBytes: 0 };

/** What is stored, counted anew each time, and what is on its way. */
export async function readStatus(store: OutboxStore, view: SyncView, userId: string): Promise<SyncStatus> {
  const [operations, awaited] = await Promise.all([store.outboxCounts(), store.awaited()]);
  const { inFlight, lastSuccessAt } = view;
  const total = Object.values(operations).reduce((sum, count) => sum + count, 0);
  const { blocked, ofOthers, waitingReason, photoBytes } =
    total > 0 ? await readOutbox(store, userId) : NOTHING;
  // What is on its way is told five times a second at most: the last to end may still be in it.
  const sending = total > 0 ? inFlight : [];
  // What was held may have been taken back since, and nobody tells: with nothing to send only the storage is in the way.
  const { held, heldReason } = total > 0 || view.held === 'storage' ? view : NOT_HELD;
  return {
    operations,
    photoBytes,
    inFlight: sending,
    blocked,
    ofOthers,
    held,
    heldReason,
    waitingReason,
    awaited: awaited.length,
    lastSuccessAt,
  };
}

export async function readStatusOf(store: OutboxStore, id: string): Promise<InspectionSyncStatus> {
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
  for await (const operation of eachOperation(store)) {
    const { delivery } = operation;
    if (delivery?.state === 'blocked') blocked.push(toBlocked(operation, delivery.reason));
    const isWaiting = delivery?.state === 'waiting';
    if (operation.userId === userId) {
      if (isWaiting) waitingReason ??= delivery.reason;
    } else if (isWaiting || delivery === undefined || delivery.state === 'queued') ofOthers += 1;
    if (operation.kind !== 'image.add') continue;
    const images = photos.get(operation.inspectionId) ?? new Set();
    photos.set(operation.inspectionId, images.add(operation.payload.imageId));
  }
  return { blocked, ofOthers, waitingReason, photoBytes: await bytesOf(store, photos) };
}

async function bytesOf(store: OutboxStore, photos: Map<string, Set<string>>): Promise<number | null> {
  if (photos.size > MOST_INSPECTIONS) return null;
  let bytes = 0;
  for (const [inspectionId, imageIds] of photos) {
    const images = (await store.load(inspectionId))?.state.images ?? [];
    for (const { id, binarySize } of images) if (imageIds.has(id)) bytes += binarySize;
  }
  return bytes;
}

export async function* eachOperation(store: OutboxStore): AsyncGenerator<StoredOperation> {
  let after = 0;
  for (;;) {
    const batch = await store.operations({ after, limit: BATCH });
    if (batch.length === 0) return;
    yield* batch;
    after = batch.at(-1)?.sequence ?? after;
  }
}

function toBlocked(
  { id: operationId, inspectionId, kind, createdAt }: StoredOperation,
  reason: BlockedOperation['reason'],
): BlockedOperation {
  return { operationId, inspectionId, kind, createdAt, reason };
}
