import type { InspectionEvent } from '../../domain/events.ts';
import type { Operation, StoredOperation } from '../../domain/outbox/operation.ts';
import type { View } from '../../domain/view.ts';

import { matchDamages } from '../../rules/match-damages.ts';
import type { RuleContext } from '../../rules/rule.ts';
import type { DamageRecord, InspectionState } from '../../rules/state.ts';
import { isConfirmedByUser, isCreatedByModel } from '../../rules/user-confirmation.ts';
import { adoptAsUserDamage } from './adopt-damage.ts';
import { excludeInDoubt } from './exclude-in-doubt.ts';
import type { IdMap } from './id-map.ts';
import { mergeViews } from './merge-views.ts';
import type { RemoteDamage } from './read-remote-results.ts';

export interface MergedState {
  state: InspectionState;
  operations: Operation[];
  events: InspectionEvent[];
}

/**
 * Merges the service's damages into the inspection. docs/routing.md has the table of cases.
 *
 * Adds the pairs of local and remote ids to `ids`.
 */
export function mergeDamages(
  state: InspectionState,
  remote: readonly RemoteDamage[],
  unsent: readonly StoredOperation[],
  ids: IdMap,
  context: RuleContext,
): MergedState {
  const inspectionId = state.inspection.id;
  const theirs = excludeOwnCreates(remote, unsent, ids);
  const viewsOf = (damage: DamageRecord) => state.views.filter((view) => view.damageId === damage.id);
  const provisional = state.damages.filter(
    (one) => isCreatedByModel(one) && ids.getRemoteId(one.id) === undefined,
  );
  const pairs = matchDamages(
    provisional.map((damage) => ({ ...damage, views: viewsOf(damage).filter(isCreatedByModel) })),
    theirs.filter((damage) => ids.getLocalId(damage.id) === undefined),
  );
  for (const [own, match] of pairs) ids.add('damage', own.id, match.id);

  const damages: DamageRecord[] = [];
  const localIds = new Set(state.damages.map(({ id }) => id));
  const views: View[] = state.views.filter((view) => !localIds.has(view.damageId));
  const operations: Operation[] = [];
  const events: InspectionEvent[] = [];
  for (const damage of state.damages) {
    const remoteId = ids.getRemoteId(damage.id);
    const match = theirs.find((one) => one.id === remoteId);
    const own = viewsOf(damage);
    if (match) {
      damages.push(
        isCreatedByModel(damage) && isCreatedByModel(match) ? replaceDamage(damage, match) : damage,
      );
      views.push(...mergeViews(damage.id, own, match.views, ids, () => context.newId()));
    } else if (!isCreatedByModel(damage) || remoteId !== undefined || damage.deletedAt !== undefined) {
      damages.push(damage);
      views.push(...own);
    } else if (isConfirmedByUser(damage, state)) {
      const adopted = adoptAsUserDamage(damage, own, inspectionId, context);
      damages.push(adopted.damage);
      views.push(...adopted.views);
      operations.push(...adopted.operations);
    } else {
      events.push({ type: 'damage.deleted', inspectionId, damageId: damage.id });
    }
  }
  for (const { views: remoteViews, ...damage } of theirs) {
    if (ids.getLocalId(damage.id) !== undefined) continue;
    const id = context.newId();
    ids.add('damage', id, damage.id);
    damages.push({ ...damage, id });
    views.push(...mergeViews(id, [], remoteViews, ids, () => context.newId()));
    events.push({ type: 'damage.created', inspectionId, damageId: id });
  }
  return { state: { ...state, damages, views: views.sort(compareIds) }, operations, events };
}

/** Removes damages and views that this user's creates in doubt may have made. */
function excludeOwnCreates(remote: readonly RemoteDamage[], unsent: readonly StoredOperation[], ids: IdMap) {
  const isNew = ({ id, createdBy }: { id: string; createdBy: RemoteDamage['createdBy'] }) =>
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

/** Returns the service's damage under the local id. A delete or confirmation of the user stays. */
function replaceDamage(damage: DamageRecord, { views: _views, ...remote }: RemoteDamage): DamageRecord {
  const { id, createdAt, confirmedAt, deletedAt, severityIds } = damage;
  return {
    ...remote,
    id,
    createdAt,
    ...(confirmedAt !== undefined && { confirmedAt }),
    ...(deletedAt !== undefined && { deletedAt }),
    ...(severityIds && { severityIds }),
  };
}

function compareIds(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}
