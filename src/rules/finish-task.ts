import type { TaskName } from '../domain/enums.ts';
import type { InspectionEvent } from '../domain/events.ts';
import type { Operation } from '../domain/outbox/operation.ts';
import type { ResultAuthority, Task } from '../domain/records/task.ts';
import type { VehicleInput } from '../domain/records/vehicle.ts';
import type { BoundingBox } from '../domain/records/view.ts';
import type { AnalysisResult, DetectedDamage } from '../domain/task/analysis-result.ts';
import { applyCoverage } from './compliances.ts';
import { createDamageOperations, createOperation } from './create-operation.ts';
import { addPartViews, applyDetectionLimits, newDamage } from './detected-records.ts';
import { taskUpdatedEvent } from './images.ts';
import { addPart } from './parts.ts';
import type { RuleContext } from './rule.ts';
import { decide, type Rule } from './rule.ts';
import { type InspectionState, replaceRecord, requireTask } from './state.ts';
import { assessAfterExecution } from './task-confidence.ts';
import { transitionTask } from './task-states.ts';

/**
 * Records an analysis result and ends its task in one step: a task is DONE exactly when its results exist.
 *
 * @param authority Whose results are final. With `device`, operations send the result and the task's status to the remote
 *   service, which then does not run the task itself. Undefined without sync.
 */
export function finishTask(name: TaskName, result: AnalysisResult, authority?: ResultAuthority): Rule<Task> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const done = transitionTask(requireTask(state, name), 'DONE', 'host', context.now);
    const task: Task = {
      ...done,
      ...assessAfterExecution(done, result),
      ...(result.reanalysis && { reanalysis: result.reanalysis }),
      ...(authority && { authority }),
    };
    const events: InspectionEvent[] = [];
    const operations: Operation[] = [];
    let next: InspectionState = { ...state, tasks: replaceRecord(state.tasks, task) };

    for (const detected of result.damages ?? []) {
      if (isRecorded(detected, state)) continue;
      const { damage, views } = newDamage(detected, result.createdBy, context);
      next = addPart(next, detected.partType, result.createdBy, () => context.newId());
      next = { ...next, damages: [...next.damages, damage], views: [...next.views, ...views] };
      operations.push(...createDamageOperations(damage, views, inspectionId, context));
      events.push({ type: 'damage.created', inspectionId, damageId: damage.id });
    }

    next = addPartViews(next, result, context);

    const asRecord = <T>(fields: T) => ({ ...fields, createdBy: result.createdBy, id: context.newId() });
    const isOfOtherImage = ({ imageId: id }: { imageId?: string }) =>
      !task.images.some(({ imageId }) => imageId === id);
    /** Replaces what an earlier run recorded for the same images. */
    const replaceResults = <T extends { imageId?: string }>(before: readonly T[], after?: readonly T[]) =>
      after ? [...before.filter(isOfOtherImage), ...after] : before;
    next = {
      ...next,
      images: applyDetectionLimits(applyCoverages(next, result.coverages ?? []), result),
      wheelAnalysis: replaceResults(next.wheelAnalysis, result.wheelAnalysis?.map(asRecord)),
      documents: replaceResults(next.documents, result.documents?.map(asRecord)),
      ...(result.vehicle && applyReadings(result.vehicle, next, context)),
    };
    if (next.vehicle !== state.vehicle) {
      const input = selectNewFields(result.vehicle ?? {}, state);
      operations.push(createOperation(context, inspectionId, 'inspection.vehicle', { input }));
    }
    operations.push(
      createOperation(context, inspectionId, 'task.update', { taskName: name, input: { status: 'DONE' } }),
    );
    return decide(next, task, {
      ...(authority === 'device' ? { operations } : { sendsResults: false }),
      events: [...events, taskUpdatedEvent(task, 'DONE')],
    });
  };
}

function applyCoverages({ images }: InspectionState, coverages: NonNullable<AnalysisResult['coverages']>) {
  return images.map((image) => {
    const coverage = coverages.find(({ imageId }) => imageId === image.id);
    return coverage ? applyCoverage(image, coverage) : image;
  });
}

/** A second run detects the same damages: they must not be recorded twice, nor return after a user deleted them. */
function isRecorded(detected: DetectedDamage, { damages, views }: InspectionState): boolean {
  const isSameBox = (a: BoundingBox, b: BoundingBox) =>
    a.xmin === b.xmin && a.ymin === b.ymin && a.width === b.width && a.height === b.height;
  return damages.some(
    ({ id, damageType, createdBy }) =>
      createdBy !== 'user' &&
      damageType === detected.damageType &&
      detected.views.some((detectedView) =>
        views.some(
          (view) =>
            view.damageId === id &&
            view.imageId === detectedView.imageId &&
            isSameBox(view.boundingBox, detectedView.boundingBox),
        ),
      ),
  );
}

/** Returns the vehicle with the readings of a result. Existing fields are never overwritten. */
function applyReadings(
  readings: VehicleInput,
  state: InspectionState,
  context: RuleContext,
): Pick<InspectionState, 'vehicle' | 'vehicleReadings'> {
  const fields = selectNewFields(readings, state);
  const names = Object.keys(fields) as (keyof VehicleInput)[];
  if (names.length === 0) return {};
  return {
    vehicle: { ...(state.vehicle ?? { id: context.newId() }), ...fields },
    vehicleReadings: [...(state.vehicleReadings ?? []), ...names],
  };
}

function selectNewFields(readings: VehicleInput, { vehicle }: InspectionState): VehicleInput {
  return Object.fromEntries(Object.entries(readings).filter(([field]) => !vehicle || !(field in vehicle)));
}
