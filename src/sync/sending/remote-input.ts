import {
  COMPARISON_KEY,
  type DamageDecision,
  readComparisonReview,
  toAdditionalData,
} from '../../domain/comparison-review.ts';
import type { CreateImage } from '../../domain/image.ts';
import type { CreateInspection, UpdateInspection } from '../../domain/inspection.ts';
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

/** Returns the app's own data for the service. The decisions about a comparison name damages by the service's ids. */
export async function toRemoteUpdate(
  { payload: { input } }: OperationOf<'inspection.update'>,
  { getRemoteIds }: { getRemoteIds(localIds: readonly string[]): Promise<ReadonlyMap<string, string>> },
): Promise<UpdateInspection> {
  if (!(COMPARISON_KEY in input.additionalData)) return input;
  const review = readComparisonReview(input);
  const localIds = review.decisions.flatMap(({ damageId, earlierDamageId }) =>
    [damageId, earlierDamageId].filter((id) => id !== undefined),
  );
  const ids = await getRemoteIds(localIds);
  const decisions = review.decisions.map(
    ({ damageId, earlierDamageId, ...decision }): DamageDecision => ({
      ...decision,
      ...(damageId !== undefined && { damageId: ids.get(damageId) ?? damageId }),
      ...(earlierDamageId !== undefined && { earlierDamageId: ids.get(earlierDamageId) ?? earlierDamageId }),
    }),
  );
  return { additionalData: { ...input.additionalData, ...toAdditionalData({ ...review, decisions }) } };
}
