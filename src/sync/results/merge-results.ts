import type { TaskName } from '../../domain/enums.ts';
import type { RemoteId } from '../../domain/outbox/delivery.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { Entities } from '../../domain/records/entities.ts';
import type { Task } from '../../domain/records/task.ts';
import { hasEnded } from '../../domain/task/task-status.ts';
import { taskUpdatedEvent } from '../../rules/images.ts';
import { mergeParts } from '../../rules/parts.ts';
import { decide, type Rule, type RuleContext } from '../../rules/rule.ts';
import type { InspectionState } from '../../rules/state.ts';
import { RemoteIdMap } from '../outbox/remote-id-map.ts';
import { type MergedState, mergeRemoteDamages } from './merge-damages.ts';
import { mergeEstimate } from './merge-estimate.ts';
import { mergeDetectionLimits, mergeDocuments, mergeVehicle, mergeWheels } from './merge-readings.ts';
import { mergeSeverities } from './merge-severities.ts';
import { type RemoteResults, readRemoteResults } from './read-remote-results.ts';

export interface MergeInput {
  /** The inspection as the service returned it, normalized. */
  entities: Entities;
  /** The remote ids of this inspection's records. Read after `unsent`, so that no create is missing from both. */
  remoteIds: readonly RemoteId[];
  /** The inspection's operations in the outbox. */
  unsent: readonly StoredOperation[];
  /** The tasks whose results are awaited. */
  awaited: readonly TaskName[];
}

/**
 * Merges the service's results into the inspection: records, ids and finished tasks, in one decision.
 *
 * The service's results are final: they replace those of the device. The user's changes are kept.
 *
 * @returns a rule whose result is the names of the finished tasks. If none has finished, nothing changes.
 */
export function mergeResults({ entities, remoteIds, unsent, awaited }: MergeInput): Rule<TaskName[]> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const ids = new RemoteIdMap(inspectionId, remoteIds);
    const remote = readRemoteResults(entities, ids);
    const ended = remote.tasks.filter(({ name, status }) => awaited.includes(name) && hasEnded(status));
    if (ended.length === 0) return decide(state, []);
    const { state: merged, operations, events } = mergeRecords(state, remote, ended, unsent, ids, context);
    const tasks = merged.tasks.map((task) => {
      const theirs = ended.find(({ name }) => name === task.name);
      return theirs ? mergeTask(task, theirs) : task;
    });
    const names = ended.map(({ name }) => name);
    const updated = tasks.filter(({ name }) => names.includes(name));
    return decide({ ...merged, tasks }, names, {
      operations,
      outbox: [
        ...ids.linked.map((remoteId) => ({ type: 'map' as const, remoteId })),
        ...names.map((taskName) => ({ type: 'arrived' as const, inspectionId, taskName })),
      ],
      events: [
        ...events,
        { type: 'inspection.updated', inspectionId },
        ...updated.map((task) => taskUpdatedEvent(task, task.status)),
      ],
    });
  };
}

/** Merges the records of the tasks that succeeded. A failed task has no results: the device's records stay. */
function mergeRecords(
  state: InspectionState,
  remote: RemoteResults,
  ended: readonly Task[],
  unsent: readonly StoredOperation[],
  ids: RemoteIdMap,
  context: RuleContext,
): MergedState {
  const newId = () => context.newId();
  const done = new Set(
    ended.filter(({ status }) => status === 'DONE' || status === 'VALIDATED').map(({ name }) => name),
  );
  if (done.size === 0) return { state, operations: [], events: [] };
  const { state: withDamages, ...effects } = done.has('damage_detection')
    ? mergeRemoteDamages(state, remote.damages, unsent, ids, context)
    : { state, operations: [], events: [] };
  const { parts, views } = mergeParts(withDamages, remote.parts, newId);
  const next: InspectionState = {
    ...withDamages,
    parts,
    views,
    severityResults: mergeSeverities(
      withDamages.severityResults,
      remote.severityResults,
      parts,
      unsent,
      ids,
      newId,
    ),
    ...(done.has('damage_detection') && {
      images: mergeDetectionLimits(withDamages.images, remote.detectionLimits),
    }),
    ...(done.has('wheel_analysis') && {
      wheelAnalysis: mergeWheels(withDamages.wheelAnalysis, remote.wheelAnalysis, newId),
    }),
    ...(done.has('images_ocr') && {
      documents: mergeDocuments(withDamages.documents, remote.documents, newId),
    }),
    ...mergeVehicle(withDamages, remote.vehicle, newId),
  };
  return { state: mergeEstimate(next, remote.estimate, ids, newId), ...effects };
}

/** Takes over how the service finished a task: its results are final now. A task that the user validated does not change. */
function mergeTask(ours: Task, theirs: Task): Task {
  if (ours.status === 'VALIDATED') return ours;
  const { doneAt: _doneAt, errorMessages: _errorMessages, reanalysis: _reanalysis, ...rest } = ours;
  const { status, doneAt, errorMessages, confidencePostExecution } = theirs;
  return {
    ...rest,
    authority: 'service',
    status,
    ...(doneAt !== undefined && { doneAt }),
    ...(errorMessages !== undefined && errorMessages.length > 0 && { errorMessages }),
    ...(confidencePostExecution !== undefined && { confidencePostExecution }),
  };
}

/**
 * Stops waiting for results, because the service no longer has the inspection. Tasks without results of the device
 * become ERROR; results of the device stay.
 */
export function abandonResults(names: readonly TaskName[]): Rule<void> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const toFailed = (task: Task): Task => ({
      ...task,
      status: 'ERROR',
      errorMessages: [
        {
          id: context.newId(),
          createdAt: context.now,
          errorCode: 'not_found',
          message: 'The service no longer has this inspection, so it will not return results.',
        },
      ],
    });
    const isUnfinished = ({ name, status }: Task) => names.includes(name) && !hasEnded(status);
    const tasks = state.tasks.map((task) => (isUnfinished(task) ? toFailed(task) : task));
    return decide({ ...state, tasks }, undefined, {
      outbox: names.map((taskName) => ({ type: 'arrived', inspectionId, taskName })),
      events: state.tasks.filter(isUnfinished).map((task) => taskUpdatedEvent(task, 'ERROR')),
    });
  };
}
