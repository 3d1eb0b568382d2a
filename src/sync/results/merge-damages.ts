import type { InspectionEvent } from '../../domain/events.ts';
import type { Operation, StoredOperation } from '../../domain/outbox/operation.ts';
import { assignLocalIds, mergeDamages, type NewerDamage } from '../../rules/merge-damages.ts';
import type { RuleContext } from '../../rules/rule.ts';
import { type InspectionState, replaceRecords } from '../../rules/state.ts';
import { isConfirmedByUser, isCreatedByModel } from '../../rules/user-confirmation.ts';
import type { RemoteIdMap } from '../outbox/remote-id-map.ts';
import { adoptAsUserDamage } from '../sending/adopt-damage.ts';
import { excludeInDoubt } from './exclude-in-doubt.ts';

export interface MergedState {
  state: InspectionState;
  operations: Operation[];
  events: InspectionEvent[];
}

/**
 * Merges the service's damages into the inspection. A damage that only this device detected and a user confirmed becomes the
 * user's own.
 *
 * Adds the pairs of local and remote ids to `ids`.
 */
export function mergeRemoteDamages(
  state: InspectionState,
  remote: readonly NewerDamage[],
  unsent: readonly StoredOperation[],
  ids: RemoteIdMap,
  context: RuleContext,
): MergedState {
  const hasLocal = (localId: string) => ids.has(localId);
  const known = { getLocalId: (remoteId: string) => ids.getLocalId(remoteId), hasLocal };
  const theirs = excludeOwnCreates(remote, unsent, ids);
  const { damages, pairs } = assignLocalIds(state, theirs, known, () => context.newId());
  for (const { kind, localId, newerId } of pairs) ids.link(kind, localId, newerId);
  const adopted = adoptConfirmed(state, hasLocal, context);
  return { ...mergeDamages(adopted.state, damages, hasLocal), operations: adopted.operations };
}

/** Adopts the damages that a user confirmed and that the service does not have. */
function adoptConfirmed(
  state: InspectionState,
  hasLocal: (id: string) => boolean,
  context: RuleContext,
): Omit<MergedState, 'events'> {
  let next = state;
  const operations: Operation[] = [];
  for (const damage of state.damages) {
    const isCandidate = isCreatedByModel(damage) && !hasLocal(damage.id) && damage.deletedAt === undefined;
    if (!isCandidate || !isConfirmedByUser(damage, state)) continue;
    const views = state.views.filter((view) => view.damageId === damage.id);
    const adopted = adoptAsUserDamage(damage, views, state.inspection.id, context);
    next = {
      ...next,
      damages: replaceRecords(next.damages, [adopted.damage]),
      views: replaceRecords(next.views, adopted.views),
    };
    operations.push(...adopted.operations);
  }
  return { state: next, operations };
}

/** Removes damages and views that this user's creates in doubt may have made. */
function excludeOwnCreates(
  remote: readonly NewerDamage[],
  unsent: readonly StoredOperation[],
  ids: RemoteIdMap,
) {
  const isNew = ({ id, createdBy }: Pick<NewerDamage, 'id' | 'createdBy'>) =>
    createdBy === 'user' && ids.getLocalId(id) === undefined;
  const damages = excludeInDoubt(
    remote,
    unsent,
    'damage.create',
    (damage, { payload: { input } }) =>
      isNew(damage) && damage.damageType === input.damageType && damage.partType === input.partType,
  );
  return damages.map((damage) => ({
    ...damage,
    views: excludeInDoubt(
      damage.views,
      unsent,
      'view.create',
      (view, { payload }) =>
        isNew(view) &&
        view.imageId === payload.imageId &&
        payload.input.damageId === ids.getLocalId(view.damageId),
    ),
  }));
}
