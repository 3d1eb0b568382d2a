import type { Operation } from '../../domain/outbox/operation.ts';
import type { CreateView } from '../../domain/records/view.ts';
import type { RemoteIdMap } from '../outbox/remote-id-map.ts';
import { type Size, scaleRegion } from './scale-region.ts';

/**
 * Returns the input that creates a view at the service, in pixels of the uploaded photo.
 *
 * @param size pixels of the original. With it, the region stays within the uploaded photo.
 */
export function toRemoteView(
  { payload: { imageId, input } }: Extract<Operation, { kind: 'view.create' }>,
  ids: RemoteIdMap,
  size?: Size,
): CreateView {
  const { newImage: _added, ...view } = input;
  const scaled = scaleRegion(view, ids.getScale(imageId), size);
  return { ...scaled, imageId: ids.getRemoteId(imageId), damageId: ids.getRemoteId(input.damageId) };
}
