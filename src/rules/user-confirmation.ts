import type { DamageRecord, InspectionState } from './state.ts';

export function isCreatedByModel({ createdBy }: Pick<DamageRecord, 'createdBy'>): boolean {
  return createdBy !== 'user';
}

/**
 * Returns whether the user confirmed a damage that a model created: they said so, added a view to it, deleted one of its
 * views, or set a severity for its part.
 */
export function isConfirmedByUser(
  damage: DamageRecord,
  { views, severityResults }: InspectionState,
): boolean {
  const ownViews = views.filter((view) => view.damageId === damage.id);
  return (
    damage.confirmedAt !== undefined ||
    ownViews.some((view) => !isCreatedByModel(view) || view.deletedAt !== undefined) ||
    (isOnPart(damage) &&
      severityResults.some(({ label, isUserModified }) => isUserModified && label === damage.partType))
  );
}

/** Returns whether a damage was created, corrected, confirmed or deleted by a user. A newer result does not change it. */
export function isDecidedByUser(damage: DamageRecord, state: InspectionState): boolean {
  return !isCreatedByModel(damage) || damage.deletedAt !== undefined || isConfirmedByUser(damage, state);
}

function isOnPart({ partType }: DamageRecord): boolean {
  return partType !== 'ignore' && partType !== 'background';
}
