import type { StoredOperation } from '../../domain/operation.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import type { RemoteWork } from './choose-route.ts';

/** Operations that are looked at: with more than this ahead, the estimate is far over any deadline anyway. */
const LOOK_AHEAD = 200;

/**
 * What must reach the service before it can start on this inspection's tasks: the inspection's own operations, and
 * all that was recorded before them and is not sent yet.
 */
export async function remoteWork(store: OutboxStore, inspectionId: string, now: number): Promise<RemoteWork> {
  const [own, queue] = await Promise.all([
    store.operations({ inspectionId }),
    store.operations({ limit: LOOK_AHEAD }),
  ]);
  const last = own.at(-1)?.sequence ?? 0;
  const before = queue.filter((one) => one.inspectionId !== inspectionId && one.sequence < last);
  const photos = await photoSizes(store, inspectionId, own);
  const ownBytes = photos.reduce((sum, bytes) => sum + bytes, 0);
  // Other inspections' photos are taken to be like this one's: their records need not be read.
  const usual = photos.length > 0 ? ownBytes / photos.length : USUAL_PHOTO_BYTES;
  return {
    uploadBytes: ownBytes + before.filter(isPhoto).length * usual,
    requests: own.length + before.length,
    waitMs: Math.max(
      0,
      ...own.map(({ delivery }) => (delivery?.state === 'waiting' ? delivery.until - now : 0)),
    ),
    isBlocked: own.some(({ delivery }) => delivery?.state === 'blocked'),
  };
}

const USUAL_PHOTO_BYTES = 1_000_000;

async function photoSizes(
  store: OutboxStore,
  inspectionId: string,
  own: readonly StoredOperation[],
): Promise<number[]> {
  const waiting = new Set(own.flatMap((one) => (one.kind === 'image.add' ? [one.payload.imageId] : [])));
  if (waiting.size === 0) return [];
  const images = (await store.load(inspectionId))?.state.images ?? [];
  return images.filter(({ id }) => waiting.has(id)).map(({ binarySize }) => binarySize);
}

function isPhoto({ kind }: StoredOperation): boolean {
  return kind === 'image.add';
}
