import type { ComparisonReview, DamageDecision } from '../../domain/comparison-review.ts';
import { COMPARISON_STATUSES, type ComparedDamage } from './compare-inspections.ts';

/** A compared damage with the user's decision. */
export interface ReviewedDamage extends ComparedDamage {
  /** Who decided on the status. */
  decidedBy: 'model' | 'user';
  /** Whether the customer pays for it: a user decided that it is new or worse, and did not waive the charge. */
  isCharged: boolean;
  /** True if the model proposes that it is new or worse: a user must decide before the customer signs. */
  isChargeProposed: boolean;
}

/**
 * Applies the decisions of users to a comparison. A decision holds as long as its damages exist; the latest one of a damage
 * counts.
 *
 * @returns Each damage of both inspections once, ordered by status.
 */
export function reviewComparison(
  compared: readonly ComparedDamage[],
  { decisions }: Pick<ComparisonReview, 'decisions'>,
): ReviewedDamage[] {
  const damages = compared.flatMap(({ before, after }) =>
    [before, after].filter((damage) => damage !== undefined),
  );
  const byId = new Map(damages.map((damage) => [damage.id, damage]));
  const taken = new Set<string>();
  const decided = decisions.toReversed().flatMap((decision): ReviewedDamage[] => {
    const reviewed = applyDecision(decision, byId);
    const ids = [reviewed?.before?.id, reviewed?.after?.id].filter((id) => id !== undefined);
    if (!reviewed || ids.some((id) => taken.has(id))) return [];
    for (const id of ids) taken.add(id);
    return [reviewed];
  });
  const undecided = compared.flatMap(({ status, reason, ...one }): ReviewedDamage[] => {
    const before = one.before && !taken.has(one.before.id) ? one.before : undefined;
    const after = one.after && !taken.has(one.after.id) ? one.after : undefined;
    if (!before && !after) return [];
    const isAlone = Boolean(one.before && one.after) && !(before && after);
    // The user decided about its counterpart only: it may still be the same.
    const state = isAlone
      ? { status: 'unclear' as const, reason: 'mayBeSame' as const }
      : { status, ...(reason && { reason }) };
    return [
      {
        ...state,
        ...(before && { before }),
        ...(after && { after }),
        decidedBy: 'model',
        isCharged: false,
        isChargeProposed: isChargeable(state.status),
      },
    ];
  });
  const rank = ({ status }: ComparedDamage) => COMPARISON_STATUSES.indexOf(status);
  return [...decided, ...undecided].sort((one, other) => rank(one) - rank(other));
}

function applyDecision(
  { damageId, earlierDamageId, status, charged }: DamageDecision,
  byId: ReadonlyMap<string, NonNullable<ComparedDamage['after']>>,
): ReviewedDamage | undefined {
  const [before, after] = [earlierDamageId, damageId].map((one) =>
    one === undefined ? undefined : byId.get(one),
  );
  if (!before && !after) return undefined;
  return {
    status,
    ...(before && { before }),
    ...(after && { after }),
    decidedBy: 'user',
    isCharged: isChargeable(status) && charged !== false,
    isChargeProposed: false,
  };
}

function isChargeable(status: ComparedDamage['status']): boolean {
  return status === 'new' || status === 'worse';
}
