import type { Operation } from '../../domain/outbox/operation.ts';
import type { View } from '../../domain/records/view.ts';
import { createDamageOperations } from '../../rules/create-operation.ts';
import { decide, type Rule, type RuleContext } from '../../rules/rule.ts';
import { type DamageRecord, notFoundError, replaceRecord, replaceRecords } from '../../rules/state.ts';
import { isCreatedByModel } from '../../rules/user-confirmation.ts';

/**
 * Makes a model's damage the user's own, so that it is sent to the service with the views that the model created. Views
 * that the user added are already in the outbox.
 */
export function adoptAsUserDamage(
  damage: DamageRecord,
  views: readonly View[],
  inspectionId: string,
  context: RuleContext,
): { damage: DamageRecord; views: View[]; operations: Operation[] } {
  const modelViews = views.filter((view) => isCreatedByModel(view) && view.deletedAt === undefined);
  return {
    damage: { ...damage, createdBy: 'user' },
    views: views.map((view) => (modelViews.includes(view) ? { ...view, createdBy: 'user' } : view)),
    operations: createDamageOperations(damage, modelViews, inspectionId, context),
  };
}

/**
 * Adopts a damage that only this device's model knows. The user confirmed it, and no awaited results can match it.
 *
 * A damage that was deleted since is sent as well, without views: otherwise operations on it that precede its delete
 * could never be sent.
 *
 * @throws `not_found` if there is no model's damage with this id. A damage of the user that the service does not have was
 *   discarded, and must not come back.
 */
export function adoptDamage(damageId: string): Rule<void> {
  return (state, context) => {
    const damage = state.damages.find(({ id }) => id === damageId);
    if (!damage || !isCreatedByModel(damage)) throw notFoundError('damage', damageId);
    const views = damage.deletedAt ? [] : state.views.filter((view) => view.damageId === damageId);
    const adopted = adoptAsUserDamage(damage, views, state.inspection.id, context);
    const next = {
      ...state,
      damages: replaceRecord(state.damages, adopted.damage),
      views: replaceRecords(state.views, adopted.views),
    };
    return decide(next, undefined, { operations: adopted.operations });
  };
}
