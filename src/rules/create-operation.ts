import type { Operation, OperationKind, OperationPayloads } from '../domain/outbox/operation.ts';
import type { View } from '../domain/records/view.ts';
import type { RuleContext } from './rule.ts';
import type { DamageRecord } from './state.ts';

export function createOperation<K extends OperationKind>(
  context: RuleContext,
  inspectionId: string,
  kind: K,
  payload: OperationPayloads[K],
): Operation {
  const { id: userId } = context.user;
  return { id: context.newId(), kind, inspectionId, userId, createdAt: context.now, payload } as Operation;
}

/**
 * Returns the operations that create a damage and its views at the remote service.
 *
 * @param restored - Marks them as records that were deleted and brought back.
 */
export function createDamageOperations(
  { id: damageId, damageType, partType }: DamageRecord,
  views: readonly View[],
  inspectionId: string,
  context: RuleContext,
  restored: { isRestored?: true } = {},
): Operation[] {
  const input = { damageType, partType };
  return [
    createOperation(context, inspectionId, 'damage.create', { damageId, input, ...restored }),
    ...views.map((view) => createViewOperation(view, inspectionId, context, restored)),
  ];
}

export function createViewOperation(
  { id: viewId, imageId, damageId, polygons, boundingBox }: View,
  inspectionId: string,
  context: RuleContext,
  restored: { isRestored?: true } = {},
): Operation {
  const input = { imageId, damageId, boundingBox, ...(polygons.length > 0 && { polygons }) };
  return createOperation(context, inspectionId, 'view.create', { viewId, imageId, input, ...restored });
}
