import type { CreateImage } from '../../domain/image.ts';
import type { CreateInspection } from '../../domain/inspection.ts';
import type { Operation, OperationKind } from '../../domain/operation.ts';
import type { CreateView } from '../../domain/view.ts';
import type { KnownIds } from '../outbox/remote-ids.ts';
import { marked } from '../reconcile/operation-marker.ts';
import { type Size, scaleRegion } from '../upload/scale-region.ts';

export type OperationOf<K extends OperationKind> = Extract<Operation, { kind: K }>;

/** An inspection as the service is told of it. `relatedId`: what the service calls the inspection it refers to. */
export function toRemoteInspection(
  { id, payload: { input } }: OperationOf<'inspection.create'>,
  relatedId?: string,
): CreateInspection {
  const { relatedInspectionId: _here, ...rest } = input;
  return marked({ ...rest, ...(relatedId !== undefined && { relatedInspectionId: relatedId }) }, id);
}

/** The photo is uploaded wherever it came from: the service need not reach what this device could. */
export function toRemoteImage({
  id,
  payload: { imageId, input },
}: OperationOf<'image.add'>): CreateImage & { name: string } {
  const { acquisition: _source, ...rest } = input;
  return { ...marked(rest, id), name: input.name ?? imageId };
}

/** A place on an image, in pixels of the image as it was uploaded, and within it where the original's size is given. */
export function toRemoteView(
  { payload: { imageId, input } }: OperationOf<'view.create'>,
  ids: KnownIds,
  size?: Size,
): CreateView {
  const { newImage: _added, ...view } = input;
  const scaled = scaleRegion(view, ids.scaleOf(imageId), size);
  return { ...scaled, imageId: ids.remoteOf(imageId), damageId: ids.remoteOf(input.damageId) };
}
