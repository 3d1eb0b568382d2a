import type { Delivery } from '../../domain/outbox/delivery.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import { computeRemainingDelay } from '../pacing/backoff.ts';
import { isRequestedByService } from '../pacing/retry-schedule.ts';
import type { RemoteWork } from './choose-route.ts';

/** Operations of other inspections that are read. With more than this ahead, the estimate is over any deadline anyway. */
const MAX_OPERATIONS_AHEAD = 200;
/** Assumed size of a photo if this inspection has none to upload. */
const TYPICAL_PHOTO_BYTES = 1_000_000;

/**
 * Computes what must be sent before the service can run this inspection's tasks: the inspection's own operations and all
 * that were recorded before them.
 *
 * @param now - Milliseconds since 1970, as in the stored delays.
 */
export async function computeRemoteWork(
  store: OutboxStore,
  inspectionId: string,
  now: number,
): Promise<RemoteWork> {
  const [own, oldest] = await Promise.all([
    store.operations({ inspectionId }),
    store.operations({ limit: MAX_OPERATIONS_AHEAD }),
  ]);
  const last = own.at(-1)?.sequence ?? 0;
  const ahead = oldest.filter((one) => one.inspectionId !== inspectionId && one.sequence < last);
  const photoSizes = await readPhotoSizes(store, inspectionId, own);
  const ownBytes = photoSizes.reduce((sum, bytes) => sum + bytes, 0);
  // Photos of other inspections are assumed to be as large as this one's: their records need not be read.
  const photoBytes = photoSizes.length > 0 ? ownBytes / photoSizes.length : TYPICAL_PHOTO_BYTES;
  return {
    uploadBytes: ownBytes + ahead.filter(({ kind }) => kind === 'image.add').length * photoBytes,
    requests: own.length + ahead.length,
    waitMs: Math.max(0, ...own.map(({ delivery }) => getRemainingDelay(delivery, now))),
    isBlocked: own.some(({ delivery }) => delivery?.state === 'blocked'),
  };
}

function getRemainingDelay(delivery: Delivery | undefined, now: number): number {
  if (delivery?.state !== 'waiting') return 0;
  return computeRemainingDelay(delivery, now, isRequestedByService(delivery));
}

async function readPhotoSizes(
  store: OutboxStore,
  inspectionId: string,
  own: readonly StoredOperation[],
): Promise<number[]> {
  const unsent = new Set(own.flatMap((one) => (one.kind === 'image.add' ? [one.payload.imageId] : [])));
  if (unsent.size === 0) return [];
  const images = (await store.load(inspectionId))?.state.images ?? [];
  return images.filter(({ id }) => unsent.has(id)).map(({ binarySize }) => binarySize);
}
