import type { TaskName } from '../domain/enums.ts';
import type { Task } from '../domain/records/task.ts';
import type { View } from '../domain/records/view.ts';
import type { AnalysisResult } from '../domain/task/analysis-result.ts';
import { addPartViews, newDamage } from './detected-records.ts';
import { taskUpdatedEvent } from './images.ts';
import { assignLocalIds, mergeDamages, showSamePlace } from './merge-damages.ts';
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
    const { state: next, events } = result ? replaceDamages(state, result, context) : { state, events: [] };
    return decide({ ...next, tasks: replaceRecord(next.tasks, task) }, undefined, {
      // The results of the first analysis were not sent either.
      ...(task.authority !== 'device' && { sendsResults: false }),
      events: [...events, taskUpdatedEvent(task, task.status)],
    });
  };
}

function replaceDamages(state: InspectionState, result: AnalysisResult, context: RuleContext) {
  const usersViews = state.damages
    .filter((damage) => isDecidedByUser(damage, state))
    .flatMap(({ id }) => state.views.filter((view) => view.damageId === id));
  const isUsersPlace = (view: View) => usersViews.some((other) => showSamePlace(view, other));
  const newer = (result.damages ?? [])
    .map((detected) => newDamage(detected, result.createdBy, context))
    .filter(({ views }) => !views.some(isUsersPlace))
    .map(({ damage, views }) => ({ ...damage, views }));
  const { damages } = assignLocalIds(state, newer, NOTHING_KNOWN, (id) => id);
  const { state: merged, events } = mergeDamages(state, damages, () => false);
  const withParts = mergeParts(merged, [], () => context.newId());
  return { state: addPartViews(withParts, result, context), events };
}

const NOTHING_KNOWN = { getLocalId: () => undefined, hasLocal: () => false };
