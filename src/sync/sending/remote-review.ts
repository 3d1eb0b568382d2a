import { readComparisonReview, toAdditionalData } from '../../domain/comparison-review.ts';
import type { UpdateInspection } from '../../domain/inspection.ts';

/** Names a damage of this inspection and one of the earlier inspection. */
interface DamagePair {
  damageId?: string;
  earlierDamageId?: string;
}

/** Returns the app's own data for the service. The review of a comparison names damages by the service's ids. */
export async function toRemoteReview(
  input: UpdateInspection,
  { getRemoteIds }: { getRemoteIds(localIds: readonly string[]): Promise<ReadonlyMap<string, string>> },
): Promise<UpdateInspection> {
  const { decisions, signed, ...review } = readComparisonReview(input);
  const localIds = [...decisions, ...(signed?.damages ?? [])].flatMap(listIds);
  const ids = await getRemoteIds([...new Set(localIds)]);
  const toRemote = <Pair extends DamagePair>({ damageId, earlierDamageId, ...pair }: Pair) => ({
    ...pair,
    ...(damageId !== undefined && { damageId: ids.get(damageId) ?? damageId }),
    ...(earlierDamageId !== undefined && { earlierDamageId: ids.get(earlierDamageId) ?? earlierDamageId }),
  });
  const remoteReview = {
    ...review,
    decisions: decisions.map(toRemote),
    ...(signed && { signed: { ...signed, damages: signed.damages.map(toRemote) } }),
  };
  return { additionalData: { ...input.additionalData, ...toAdditionalData(remoteReview) } };
}

function listIds({ damageId, earlierDamageId }: DamagePair): string[] {
  return [damageId, earlierDamageId].filter((id) => id !== undefined);
}
