import type { Operation } from '../../domain/operation.ts';
import type { View } from '../../domain/view.ts';
import { createDamageOperations } from '../../rules/damage-operations.ts';
import type { Context } from '../../rules/rule-context.ts';
import type { DamageRecord, InspectionState } from '../../rules/state.ts';

/**
 * Whether a person has had their say on a damage that a model found and left it standing. It counts as such that
 * they showed where it is (a view of theirs), took away a place where it is not, or judged its part (a severity).
 */
export function isTouched(damage: DamageRecord, { views, severityResults }: InspectionState): boolean {
  const ofIt = views.filter((view) => view.damageId === damage.id);
  return (
    ofIt.some((view) => view.createdBy === 'user' || view.deletedAt !== undefined) ||
    (isOnPart(damage) &&
      severityResults.some(({ label, isUserModified }) => isUserModified && label === damage.partType))
  );
}

/**
 * A damage that only this device's model and a person know becomes the person's own: the service is told of it, and
 * of the places where the model saw it. Those that the person added are in the outbox already.
 */
export function adopted(
  damage: DamageRecord,
  views: readonly View[],
  inspectionId: string,
  context: Context,
): { damage: DamageRecord; views: View[]; operations: Operation[] } {
  const found = views.filter((view) => view.createdBy !== 'user' && view.deletedAt === undefined);
  return {
    damage: { ...damage, createdBy: 'user' },
    views: views.map((view) => (found.includes(view) ? { ...view, createdBy: 'user' } : view)),
    operations: createDamageOperations(damage, found, inspectionId, context),
  };
}

function isOnPart({ partType }: DamageRecord): boolean {
  return partType !== 'ignore' && partType !== 'background';
}
