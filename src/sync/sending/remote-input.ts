import type { CreateImage } from '../../domain/image.ts';
import type { CreateInspection } from '../../domain/inspection.ts';
import type { Operation, OperationKind } from '../../domain/outbox/operation.ts';
import { addMarker } from '../reconcile/operation-marker.ts';

type OperationOf<K extends OperationKind> = Extract<Operation, { kind: K }>;

/**
 * Returns the input that creates an inspection at the service.
 *
 * @param relatedId the remote id of the related inspection
 */
export function toRemoteInspection(
  { id, payload: { input } }: OperationOf<'inspection.create'>,
  relatedId?: string,
): CreateInspection {
  const { relatedInspectionId: _local, ...rest } = input;
  return addMarker({ ...rest, ...(relatedId !== undefined && { relatedInspectionId: relatedId }) }, id);
}

/**
 * Returns the input that creates an image at the service. The photo is always uploaded: the service may not reach the
 * URL that this device got it from.
 */
export function toRemoteImage({
  id,
  payload: { imageId, input },
}: OperationOf<'image.add'>): CreateImage & { name: string } {
  const { acquisition: _source, ...rest } = input;
  return { ...addMarker(rest, id), name: input.name ?? imageId };
}
