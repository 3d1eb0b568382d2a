import type { AnalysisResult, DetectedDamage } from '../domain/analysis-result.ts';
import type { TaskName } from '../domain/enums.ts';
import type { InspectionEvent } from '../domain/events.ts';
import type { Task } from '../domain/task/task.ts';
import type { View } from '../domain/view.ts';
import { addPartViews, newDamage, newView } from './detected-records.ts';
import { taskUpdatedEvent } from './images.ts';
import { matchDamages, matchViews, showSamePlace } from './match-damages.ts';
import { addPart } from './parts.ts';
import { decide, type Rule, type RuleContext } from './rule.ts';
import { type DamageRecord, type InspectionState, replaceRecord, requireTask } from './state.ts';
import { assessAfterExecution } from './task-confidence.ts';
import { isConfirmedByUser, isCreatedByModel } from './user-confirmation.ts';

/** A detection with an id, by which it is matched. */
type Candidate = Omit<DetectedDamage, 'views'> & {
  id: string;
  views: (DetectedDamage['views'][number] & { id: string })[];
};

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
  const inspectionId = state.inspection.id;
  const viewsOf = ({ id }: { id: string }) => state.views.filter((view) => view.damageId === id);
  const isUsers = (damage: DamageRecord) =>
    !isCreatedByModel(damage) || damage.deletedAt !== undefined || isConfirmedByUser(damage, state);
  const users = state.damages.filter(isUsers);
  const usersViews = users.flatMap(viewsOf);
  const candidates = toCandidates(result.damages ?? []).filter(
    ({ views }) => !views.some((view) => usersViews.some((other) => showSamePlace(view, other))),
  );
  const provisional = state.damages.filter((damage) => !isUsers(damage));
  const matches = new Map(
    matchDamages(
      provisional.map((damage) => ({ ...damage, views: viewsOf(damage) })),
      candidates,
    ).map(([own, match]) => [own.id, match]),
  );

  const damages: DamageRecord[] = [];
  const views: View[] = [];
  const events: InspectionEvent[] = [];
  for (const damage of state.damages) {
    const match = matches.get(damage.id);
    if (users.includes(damage)) {
      damages.push(damage);
      views.push(...viewsOf(damage));
    } else if (match) {
      damages.push({
        ...newDamage(match, result.createdBy, context).damage,
        id: damage.id,
        createdAt: damage.createdAt,
      });
      views.push(...replaceViews(viewsOf(damage), match, damage.id, result, context));
    } else {
      events.push({ type: 'damage.deleted', inspectionId, damageId: damage.id });
    }
  }
  const matched = new Set(matches.values());
  for (const candidate of candidates.filter((one) => !matched.has(one))) {
    const created = newDamage(toDetected(candidate), result.createdBy, context);
    damages.push(created.damage);
    views.push(...created.views);
    events.push({ type: 'damage.created', inspectionId, damageId: created.damage.id });
  }
  const ids = new Set(state.damages.map(({ id }) => id));
  const others = state.views.filter((view) => !ids.has(view.damageId));
  const next = replaceParts({ ...state, damages, views: [...others, ...views] }, result, context);
  return { state: { ...next, views: [...next.views].sort(compareIds) }, events };
}

/** A view at the same place keeps its id. */
function replaceViews(
  ours: readonly View[],
  { views }: Candidate,
  damageId: string,
  { createdBy }: AnalysisResult,
  context: RuleContext,
): View[] {
  const pairs = new Map(matchViews(ours, views).map(([own, match]) => [match.id, own]));
  return views.map(({ id, ...view }) => {
    const own = pairs.get(id);
    const created = newView(view, damageId, createdBy, context);
    return own ? { ...created, id: own.id, createdAt: own.createdAt } : created;
  });
}

/** Adds the parts that damages are on, and removes a model's parts that have no damage and no severity any more. */
function replaceParts(state: InspectionState, result: AnalysisResult, context: RuleContext): InspectionState {
  const used = new Set([
    ...state.damages.map(({ partType }) => partType),
    ...state.severityResults.map(({ label }) => label),
  ]);
  const unused = state.parts.filter((part) => isCreatedByModel(part) && !used.has(part.partType));
  const unusedIds = new Set(unused.map(({ id }) => id));
  let next: InspectionState = {
    ...state,
    parts: state.parts.filter(({ id }) => !unusedIds.has(id)),
    views: state.views.filter((view) => !unusedIds.has(view.damageId)),
  };
  for (const { partType, createdBy } of state.damages)
    next = addPart(next, partType, createdBy, () => context.newId());
  return addPartViews(next, result, context);
}

function toCandidates(damages: readonly DetectedDamage[]): Candidate[] {
  return damages.map((damage, index) => ({
    ...damage,
    id: `${index}`,
    views: damage.views.map((view, place) => ({ ...view, id: `${index}:${place}` })),
  }));
}

function toDetected({ id: _id, views, ...damage }: Candidate): DetectedDamage {
  return { ...damage, views: views.map(({ id: _viewId, ...view }) => view) };
}

function compareIds(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}
