import { decide, type Rule } from '../../rules/decision.ts';
import { notFound, replaced } from '../../rules/state.ts';
import { adopted } from './user-confirmation.ts';

/**
 * Makes a damage that only this device's model knows a person's own, because they have said something about it and
 * no results that could match it are to come; so that the service hears of it. One that they deleted since is told of
 * as well, bare: what was said about it before its deletion can not be sent otherwise.
 */
export function adoptDamage(damageId: string): Rule<void> {
  return (state, context) => {
    const damage = state.damages.find(({ id }) => id === damageId);
    // A person's own damage that the service does not know was discarded: nobody may bring it back by the way.
    if (!damage || damage.createdBy === 'user') throw notFound('damage', damageId);
    const views = damage.deletedAt ? [] : state.views.filter((view) => view.damageId === damageId);
    const kept = adopted(damage, views, state.inspection.id, context);
    const byId = new Map(kept.views.map((view) => [view.id, view]));
    const next = {
      ...state,
      damages: replaced(state.damages, kept.damage),
      views: state.views.map((view) => byId.get(view.id) ?? view),
    };
    return decide(next, undefined, { operations: kept.operations });
  };
}
