import type { InspectionEvent } from '../../domain/events.ts';
import type { Operation, StoredOperation } from '../../domain/operation.ts';
import type { View } from '../../domain/view.ts';
import type { Context } from '../../rules/rule-context.ts';
import type { DamageRecord, InspectionState } from '../../rules/state.ts';
import type { IdMap } from './id-map.ts';
import { matchDamages } from './match-damages.ts';
import { mergeViews } from './merge-views.ts';
import type { RemoteDamage } from './read-remote-results.ts';
import { withoutUnanswered } from './unanswered-operations.ts';
import { adopted, isTouched } from './user-confirmation.ts';

export interface Merged {
  state: InspectionState;
  operations: Operation[];
  events: InspectionEvent[];
}

/**
 * The damages after the service has spoken; a table of what becomes of each is in docs/routing.md.
 * `ids` learns which damage here is which one there.
 */
export function mergeDamages(
  state: InspectionState,
  remote: readonly RemoteDamage[],
  unsent: readonly StoredOperation[],
  ids: IdMap,
  context: Context,
): Merged {
  const inspectionId = state.inspection.id;
  const theirs = notInFlight(remote, unsent, ids);
  const viewsOf = (damage: DamageRecord) => state.views.filter((view) => view.damageId === damage.id);
  const provisional = state.damages.filter((one) => isFound(one) && ids.remoteOf(one.id) === undefined);
  const pairs = matchDamages(
    provisional.map((damage) => ({ ...damage, sightings: viewsOf(damage).filter(isFound) })),
    theirs
      .filter((damage) => ids.localOf(damage.id) === undefined)
      .map((damage) => ({ ...damage, sightings: damage.views })),
  );
  for (const [own, found] of pairs) ids.add('damage', own.id, found.id);

  const damages: DamageRecord[] = [];
  const onDamages = new Set(state.damages.map(({ id }) => id));
  const views: View[] = state.views.filter((view) => !onDamages.has(view.damageId));
  const operations: Operation[] = [];
  const events: InspectionEvent[] = [];
  for (const damage of state.damages) {
    const remoteId = ids.remoteOf(damage.id);
    const word = theirs.find((one) => one.id === remoteId);
    const own = viewsOf(damage);
    if (word) {
      damages.push(isFound(damage) ? withWord(damage, word) : damage);
      views.push(...mergeViews(damage.id, own, word.views, ids, () => context.newId()));
    } else if (!isFound(damage) || remoteId !== undefined || damage.deletedAt !== undefined) {
      damages.push(damage);
      views.push(...own);
    } else if (isTouched(damage, state)) {
      const kept = adopted(damage, own, inspectionId, context);
      damages.push(kept.damage);
      views.push(...kept.views);
      operations.push(...kept.operations);
    } else {
      events.push({ type: 'damage.deleted', inspectionId, damageId: damage.id });
    }
  }
  for (const { views: seen, ...found } of theirs) {
    if (ids.localOf(found.id) !== undefined) continue;
    const id = context.newId();
    ids.add('damage', id, found.id);
    damages.push({ ...found, id });
    views.push(...mergeViews(id, [], seen, ids, () => context.newId()));
    events.push({ type: 'damage.created', inspectionId, damageId: id });
  }
  return { state: { ...state, damages, views: views.sort(byId) }, operations, events };
}

/** Without the damages and views that a person here has just sent and the sender has no answer for. */
function notInFlight(remote: readonly RemoteDamage[], unsent: readonly StoredOperation[], ids: IdMap) {
  const isNew = ({ id, createdBy }: { id: string; createdBy: RemoteDamage['createdBy'] }) =>
    createdBy === 'user' && ids.localOf(id) === undefined;
  const damages = withoutUnanswered(
    remote,
    unsent,
    'damage.create',
    (damage, { payload: { input } }) =>
      isNew(damage) && damage.damageType === input.damageType && damage.partType === input.partType,
  );
  return damages.map((damage) => ({
    ...damage,
    views: withoutUnanswered(
      damage.views,
      unsent,
      'view.create',
      (view, { payload }) =>
        isNew(view) &&
        view.imageId === payload.imageId &&
        payload.input.damageId === ids.localOf(view.damageId),
    ),
  }));
}

function withWord(damage: DamageRecord, { views: _views, ...word }: RemoteDamage): DamageRecord {
  const { id, createdAt, deletedAt, severityIds } = damage;
  return {
    ...word,
    id,
    createdAt,
    ...(deletedAt !== undefined && { deletedAt }),
    ...(severityIds && { severityIds }),
  };
}

function isFound({ createdBy }: Pick<DamageRecord, 'createdBy'>): boolean {
  return createdBy !== 'user';
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}
