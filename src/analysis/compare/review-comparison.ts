import type { ComparisonReview, DamageDecision } from '../../domain/comparison-review.ts';
import { COMPARISON_STATUSES, type ComparedDamage } from './compare-inspections.ts';

/** A compared damage with the user's decision. */
export interface ReviewedDamage extends ComparedDamage {
  /** Who decided on the status. */
  decidedBy: 'model' | 'user';
  /** Whether the customer pays for it. False for same, gone and unclear damages. */
  isCharged: boolean;
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
  const undecided = compared.flatMap(({ status, ...one }): ReviewedDamage[] => {
    const before = one.before && !taken.has(one.before.id) ? one.before : undefined;
    const after = one.after && !taken.has(one.after.id) ? one.after : undefined;
    if (!before && !after) return [];
    const isAlone = Boolean(one.before && one.after) && !(before && after);
    const current = isAlone ? (after ? 'new' : 'gone') : status;
    return [
      {
        status: current,
        ...(before && { before }),
        ...(after && { after }),
        decidedBy: 'model',
        isCharged: isChargeable(current),
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
  };
}

function isChargeable(status: ComparedDamage['status']): boolean {
  return status === 'new' || status === 'worse';
}
