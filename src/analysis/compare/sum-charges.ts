import type { Entities } from '../../domain/records/entities.ts';
import type { ReviewedDamage } from './review-comparison.ts';

/** The charge for one part: the price of its repair, less what it cost before. */
export interface PartCharge {
  partId: string;
  /** In minor units. */
  amount: number;
}

/** The sum of what is new, in minor units. */
export interface Charges {
  parts: PartCharge[];
  total: number;
  /** ISO 4217 code. Undefined if nothing has a price. */
  currency: string | undefined;
  /** Charged damages without a price: a person has to assess them. */
  unpriced: number;
  /** The ids of these damages. */
  unpricedDamageIds: string[];
}

/**
 * Sums the prices of the parts with charged damages. If the earlier inspection has a price for the same part, only the
 * difference counts.
 */
export function sumCharges(
  reviewed: readonly ReviewedDamage[],
  before: Pick<Entities, 'parts'>,
  after: Pick<Entities, 'parts'>,
): Charges {
  const charged = reviewed.flatMap(({ isCharged, after: damage }) => (isCharged && damage ? [damage] : []));
  const chargedIds = new Set(charged.map(({ id }) => id));
  const priced = Object.values(after.parts).flatMap(({ id, partType, partOperation }) => {
    if (!partOperation?.damageIds.some((damageId) => chargedIds.has(damageId))) return [];
    const earlier = Object.values(before.parts).find((part) => part.partType === partType)?.partOperation;
    const less = earlier?.currency === partOperation.currency ? earlier.totalCost : 0;
    return [{ partId: id, operation: partOperation, amount: Math.max(0, partOperation.totalCost - less) }];
  });
  const pricedIds = new Set(priced.flatMap(({ operation }) => operation.damageIds));
  const unpricedDamageIds = charged.map(({ id }) => id).filter((id) => !pricedIds.has(id));
  return {
    parts: priced.map(({ partId, amount }) => ({ partId, amount })),
    total: priced.reduce((sum, { amount }) => sum + amount, 0),
    currency: priced[0]?.operation.currency,
    unpriced: unpricedDamageIds.length,
    unpricedDamageIds,
  };
}
