import type { RemoteId } from '../../domain/delivery.ts';
import type { Entities } from '../../domain/entities.ts';
import type { TaskName } from '../../domain/enums.ts';
import type { StoredOperation } from '../../domain/operation.ts';
import type { Task } from '../../domain/task.ts';
import { decide, type Rule } from '../../rules/decision.ts';
import { taskUpdated } from '../../rules/images.ts';
import type { Context } from '../../rules/rule-context.ts';
import type { InspectionState } from '../../rules/state.ts';
import { hasEnded } from '../../rules/task-states.ts';
import { IdMap } from './id-map.ts';
import { type Merged, mergeDamages } from './merge-damages.ts';
import { mergeEstimate } from './merge-estimate.ts';
import { mergeParts } from './merge-parts.ts';
import { mergeDocuments, mergeVehicle, mergeWheels } from './merge-readings.ts';
import { mergeSeverities } from './merge-severities.ts';
import { mergeTask } from './merge-task.ts';
import { type RemoteResults, readRemote } from './read-remote-results.ts';

/** What a merge goes by, besides the inspection itself. */
export interface RemoteWord {
  /** The inspection as the service answered it, in the specification's form. */
  entities: Entities;
  /** What the service calls this inspection's records. Read after `unsent`, so that no create falls between the two. */
  remoteIds: readonly RemoteId[];
  /** The inspection's operations in the outbox. */
  unsent: readonly StoredOperation[];
  /** The tasks whose results are awaited. */
  awaited: readonly TaskName[];
}

/**
 * Takes the service's results into the inspection: records, ids and the tasks that have arrived, in one decision.
 * Device results are provisional, the service's are final, and a person's word outlives both. The answer names the
 * tasks that have ended; where none has, nothing changes.
 */
export function mergeResults({ entities, remoteIds, unsent, awaited }: RemoteWord): Rule<TaskName[]> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const ids = new IdMap(inspectionId, remoteIds);
    const remote = readRemote(entities, ids);
    const ended = remote.tasks.filter(({ name, status }) => awaited.includes(name) && hasEnded(status));
    if (ended.length === 0) return decide(state, []);
    const { state: merged, operations, events } = withResults(state, remote, ended, unsent, ids, context);
    const tasks = merged.tasks.map((task) => {
      const theirs = ended.find(({ name }) => name === task.name);
      return theirs ? mergeTask(task, theirs) : task;
    });
    const names = ended.map(({ name }) => name);
    const updated = tasks.filter(({ name }) => names.includes(name));
    return decide({ ...merged, tasks }, names, {
      operations,
      outbox: [
        ...ids.changes(),
        ...names.map((taskName) => ({ type: 'arrived' as const, inspectionId, taskName })),
      ],
      events: [
        ...events,
        { type: 'inspection.updated', inspectionId },
        ...updated.map((task) => taskUpdated(task, task.status)),
      ],
    });
  };
}

/** A task that failed there brings no results: what the device found stays, and so does what it stands on. */
function withResults(
  state: InspectionState,
  remote: RemoteResults,
  ended: readonly Task[],
  unsent: readonly StoredOperation[],
  ids: IdMap,
  context: Context,
): Merged {
  const newId = () => context.newId();
  const done = new Set(
    ended.filter(({ status }) => status === 'DONE' || status === 'VALIDATED').map(({ name }) => name),
  );
  if (done.size === 0) return { state, operations: [], events: [] };
  const { state: damaged, ...effects } = done.has('damage_detection')
    ? mergeDamages(state, remote.damages, unsent, ids, context)
    : { state, operations: [], events: [] };
  const { parts } = mergeParts(damaged, remote.parts, newId);
  const next: InspectionState = {
    ...damaged,
    parts,
    severityResults: mergeSeverities(
      damaged.severityResults,
      remote.severityResults,
      parts,
      unsent,
      ids,
      newId,
    ),
    ...(done.has('wheel_analysis') && {
      wheelAnalysis: mergeWheels(damaged.wheelAnalysis, remote.wheelAnalysis, newId),
    }),
    ...(done.has('images_ocr') && {
      documents: mergeDocuments(damaged.documents, remote.documents, newId),
    }),
    ...mergeVehicle(damaged, remote.vehicle, newId),
  };
  return { state: mergeEstimate(next, remote.estimate, ids, newId), ...effects };
}
