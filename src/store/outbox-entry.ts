import type { Operation } from '../domain/outbox/operation.ts';
import type { InspectionState } from '../rules/state.ts';

/** The facts of an operation for counting the outbox. They never change. */
export interface OutboxEntry {
  sequence: number;
  userId: string;
  /** Bytes of the photo that the operation uploads. 0 if it has none. */
  photoBytes: number;
}

/** Returns the bytes of the photos that an operation of this inspection uploads, by image id. */
export function readPhotoSizes(state: InspectionState | undefined): ReadonlyMap<string, number> {
  return new Map(state?.images.map(({ id, binarySize }) => [id, binarySize]));
}

export function toOutboxEntry(
  operation: Operation,
  sequence: number,
  photoSizes: ReadonlyMap<string, number>,
): OutboxEntry {
  const photoBytes = operation.kind === 'image.add' ? photoSizes.get(operation.payload.imageId) : undefined;
  return { sequence, userId: operation.userId, photoBytes: photoBytes ?? 0 };
}
