import {
  type DamageDecision,
  readComparisonReview,
  toAdditionalData,
} from '../../domain/comparison-review.ts';
import type { UpdateInspection } from '../../domain/inspection.ts';

/** Returns the app's own data for the service. The decisions about a comparison name damages by the service's ids. */
export async function toRemoteReview(
  input: UpdateInspection,
  { getRemoteIds }: { getRemoteIds(localIds: readonly string[]): Promise<ReadonlyMap<string, string>> },
): Promise<UpdateInspection> {
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
