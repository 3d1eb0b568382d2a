import type { TaskName } from '../domain/enums.ts';
import type { Operation } from '../domain/outbox/operation.ts';
import type { Task } from '../domain/records/task.ts';
import type { View } from '../domain/records/view.ts';
import type { AnalysisResult } from '../domain/task/analysis-result.ts';
import { createDamageOperations, createOperation, createViewOperation } from './create-operation.ts';
import { addPartViews, applyDetectionLimits, newDamage } from './detected-records.ts';
import { taskUpdatedEvent } from './images.ts';
import { assignLocalIds, mergeDamages, type NewerDamage, showSamePlace } from './merge-damages.ts';
import { mergeParts } from './parts.ts';
import { decide, type Rule, type RuleContext } from './rule.ts';
import { type InspectionState, replaceRecord, requireTask } from './state.ts';
import { assessAfterExecution } from './task-confidence.ts';
import { isDecidedByUser } from './user-confirmation.ts';

/** Returns whether a task is to be analyzed again. One that was validated or started again is not. */
export function awaitsReanalysis({ status, reanalysis }: Task): boolean {
  return status === 'DONE' && reanalysis === 'pending';
}

/**
 * Ends the reanalysis of a task: the damages of the larger model replace those of the first.
 *
 * A damage that both detected keeps its id. Whatever a user created, corrected, confirmed or deleted stays as it is, and
 * the reanalysis adds nothing at the same place.
 *
 * If the results of the device are final, operations send what changed. The API cannot change a damage or a view: one with
 * another part or region replaces the former, under a new id.
 *
 * @param result Undefined if there was no reanalysis after all: the first result stays.
 */
export function finishReanalysis(name: TaskName, result: AnalysisResult | undefined): Rule<void> {
  return (state, context) => {
    const before = requireTask(state, name);
    if (!awaitsReanalysis(before)) return decide(state, undefined);
    const { reanalysis: _pending, ...ended } = before;
    const task: Task = result
      ? { ...ended, reanalysis: 'done', ...assessAfterExecution(ended, result) }
      : ended;
    const isSent = task.authority === 'device';
    const { state: next, events } = result
      ? replaceDamages(state, result, context, isSent)
      : { state, events: [] };
    return decide({ ...next, tasks: replaceRecord(next.tasks, task) }, undefined, {
      // Otherwise the results of the first analysis were not sent either.
      ...(isSent ? { operations: createChangeOperations(state, next, context) } : { sendsResults: false }),
      events: [...events, taskUpdatedEvent(task, task.status)],
    });
  };
}

function replaceDamages(
  state: InspectionState,
  result: AnalysisResult,
  context: RuleContext,
  isSent: boolean,
) {
  const usersViews = state.damages
    .filter((damage) => isDecidedByUser(damage, state))
    .flatMap(({ id }) => state.views.filter((view) => view.damageId === id));
  const isUsersPlace = (view: View) => usersViews.some((other) => showSamePlace(view, other));
  const newer = (result.damages ?? [])
    .map((detected) => newDamage(detected, result.createdBy, context))
    .filter(({ views }) => !views.some(isUsersPlace))
    .map(({ damage, views }) => ({ ...damage, views }));
  const { damages: matched } = assignLocalIds(state, newer, NOTHING_KNOWN, (id) => id);
  const damages = isSent ? matched.map((one, index) => renewIfChanged(one, newer[index], state)) : matched;
  const { state: merged, events } = mergeDamages(state, damages, () => false);
  const withParts = mergeParts(merged, [], () => context.newId());
  const next = { ...withParts, images: applyDetectionLimits(withParts.images, result) };
  return { state: addPartViews(next, result, context), events };
}

const NOTHING_KNOWN = { getLocalId: () => undefined, hasLocal: () => false };

/** Returns a matched damage under the ids of the newer one, as far as the service would have to change its records. */
function renewIfChanged(
  matched: NewerDamage,
  newer: NewerDamage | undefined,
  { damages, views }: InspectionState,
): NewerDamage {
  const before = damages.find(({ id }) => id === matched.id);
  if (!before || !newer) return matched;
  if (before.partType !== matched.partType) return newer;
  const isSame = (view: View) =>
    views.some((own) => own.id === view.id && toRegionText(own) === toRegionText(view));
  return {
    ...matched,
    views: matched.views.map((view, index) => {
      const id = newer.views[index]?.id;
      return id === undefined || isSame(view) ? view : { ...view, id };
    }),
  };
}

function toRegionText({ boundingBox: { xmin, ymin, width, height }, polygons }: View): string {
  return JSON.stringify([xmin, ymin, width, height, polygons]);
}

/** Returns the operations that create what only `after` has at the service, and delete what only `before` has. */
function createChangeOperations(
  before: InspectionState,
  after: InspectionState,
  context: RuleContext,
): Operation[] {
  const inspectionId = before.inspection.id;
  const addedTo = <T extends { id: string }>(records: readonly T[], others: readonly T[]) => {
    const known = new Set(records.map(({ id }) => id));
    return others.filter(({ id }) => !known.has(id));
  };
  const added = addedTo(before.damages, after.damages);
  const kept = new Set(after.damages.filter((one) => !added.includes(one)).map(({ id }) => id));
  const isOnKept = ({ damageId }: View) => kept.has(damageId);
  return [
    ...added.flatMap((damage) => {
      const views = after.views.filter(({ damageId }) => damageId === damage.id);
      return createDamageOperations(damage, views, inspectionId, context);
    }),
    ...addedTo(before.views, after.views)
      .filter(isOnKept)
      .map((view) => createViewOperation(view, inspectionId, context)),
    ...addedTo(after.views, before.views)
      .filter(isOnKept)
      .map(({ id: viewId }) => createOperation(context, inspectionId, 'view.delete', { viewId })),
    ...addedTo(after.damages, before.damages).map(({ id: damageId }) =>
      createOperation(context, inspectionId, 'damage.delete', { damageId }),
    ),
  ];
}
