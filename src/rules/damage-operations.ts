import { type Operation, operation } from '../domain/operation.ts';
import type { View } from '../domain/view.ts';
import type { Context } from './rule-context.ts';
import type { DamageRecord } from './state.ts';

/** The operations that make a damage and its views known to the service as they are here. */
export function createDamageOperations(
  { id: damageId, damageType, partType }: DamageRecord,
  views: readonly View[],
  inspectionId: string,
  context: Context,
): Operation[] {
  const input = { damageType, partType };
  return [
    operation(context, inspectionId, 'damage.create', { damageId, input }),
    ...views.map(({ id: viewId, imageId, polygons, boundingBox }) =>
      operation(context, inspectionId, 'view.create', {
        viewId,
        imageId,
        input: { imageId, damageId, boundingBox, ...(polygons.length > 0 && { polygons }) },
      }),
    ),
  ];
}
