import type { AnalysisResult, DetectedDamage, DetectedView } from '../domain/analysis-result.ts';
import type { CreatedBy } from '../domain/damage.ts';
import type { TaskName } from '../domain/enums.ts';
import type { InspectionEvent } from '../domain/events.ts';
import { type Operation, operation } from '../domain/operation.ts';
import type { Task } from '../domain/task.ts';
import type { VehicleInput } from '../domain/vehicle.ts';
import type { BoundingBox, View } from '../domain/view.ts';
import { withCoverage } from './coverage.ts';
import { createDamageOperations } from './damage-operations.ts';
import { decide, type Rule } from './decision.ts';
import { taskUpdated } from './images.ts';
import { withPart } from './parts.ts';
import type { Context } from './rule-context.ts';
import { type DamageRecord, type InspectionState, replaced, taskNamed } from './state.ts';
import { moved } from './task-states.ts';

export interface FinishOptions {
  /** The findings are the last word: the service is told of them, and that the task is done, instead of asked. */
  final?: boolean;
}

/** Writes what a run found and ends its task, in one step: results are there exactly when the task is DONE. */
export function finishTask(
  name: TaskName,
  findings: AnalysisResult,
  { final = false }: FinishOptions = {},
): Rule<Task> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const task = moved(taskNamed(state, name), 'DONE', 'runner', context.now);
    const events: InspectionEvent[] = [];
    const operations: Operation[] = [];
    let next: InspectionState = { ...state, tasks: replaced(state.tasks, task) };

    for (const found of findings.damages ?? []) {
      if (isKnown(found, state)) continue;
      const damage: DamageRecord = {
        id: context.newId(),
        damageType: found.damageType,
        partType: found.partType,
        createdAt: context.now,
        createdBy: findings.createdBy,
        ...(found.confidence !== undefined && { confidence: found.confidence }),
      };
      const views = found.views.map((view) => newView(view, damage.id, findings.createdBy, context));
      next = withPart(next, found.partType, findings.createdBy, () => context.newId());
      next = { ...next, damages: [...next.damages, damage], views: [...next.views, ...views] };
      operations.push(...createDamageOperations(damage, views, inspectionId, context));
      events.push({ type: 'damage.created', inspectionId, damageId: damage.id });
    }

    for (const { partType, views } of findings.parts ?? []) {
      const part = next.parts.find((one) => one.partType === partType);
      if (!part) continue;
      const { partsCreatedBy: createdBy = findings.createdBy } = findings;
      const seen = views
        .filter(
          ({ imageId }) => !next.views.some((view) => view.damageId === part.id && view.imageId === imageId),
        )
        .map((view) => newView(view, part.id, createdBy, context));
      next = { ...next, views: [...next.views, ...seen] };
    }

    const made = <T>(one: T) => ({ ...one, createdBy: findings.createdBy, id: context.newId() });
    const isOther = ({ imageId: id }: { imageId?: string }) =>
      !task.images.some(({ imageId }) => imageId === id);
    /** What an earlier run said of the same images gives way. */
    const renewed = <T extends { imageId?: string }>(before: readonly T[], anew?: readonly T[]) =>
      anew ? [...before.filter(isOther), ...anew] : before;
    next = {
      ...next,
      images: covered(next, findings.coverages ?? []),
      wheelAnalysis: renewed(next.wheelAnalysis, findings.wheelAnalysis?.map(made)),
      documents: renewed(next.documents, findings.documents?.map(made)),
      ...(findings.vehicle && read(findings.vehicle, next, context)),
    };
    if (next.vehicle !== state.vehicle) {
      const input = newlyRead(findings.vehicle ?? {}, state);
      operations.push(operation(context, inspectionId, 'inspection.vehicle', { input }));
    }
    operations.push(
      operation(context, inspectionId, 'task.update', { taskName: name, input: { status: 'DONE' } }),
    );
    return decide(next, task, {
      ...(final && { operations }),
      events: [...events, taskUpdated(task, 'DONE')],
    });
  };
}

function newView(
  { polygons = [], ...view }: DetectedView,
  elementId: string,
  createdBy: CreatedBy,
  context: Context,
): View {
  return { ...view, id: context.newId(), damageId: elementId, polygons, createdAt: context.now, createdBy };
}

function covered({ images }: InspectionState, coverages: NonNullable<AnalysisResult['coverages']>) {
  return images.map((image) => {
    const coverage = coverages.find(({ imageId }) => imageId === image.id);
    return coverage ? withCoverage(image, coverage) : image;
  });
}

/** A task that is run again finds what it found before; that must not be there twice, nor what a person deleted. */
function isKnown(found: DetectedDamage, { damages, views }: InspectionState): boolean {
  const isSameBox = (a: BoundingBox, b: BoundingBox) =>
    a.xmin === b.xmin && a.ymin === b.ymin && a.width === b.width && a.height === b.height;
  return damages.some(
    ({ id, damageType, createdBy }) =>
      createdBy !== 'user' &&
      damageType === found.damageType &&
      found.views.some((one) =>
        views.some(
          (view) =>
            view.damageId === id &&
            view.imageId === one.imageId &&
            isSameBox(view.boundingBox, one.boundingBox),
        ),
      ),
  );
}

/** The vehicle with what was read of it; what was there before is never overwritten. */
function read(
  found: VehicleInput,
  state: InspectionState,
  context: Context,
): Pick<InspectionState, 'vehicle' | 'vehicleReadings'> {
  const fields = newlyRead(found, state);
  const names = Object.keys(fields) as (keyof VehicleInput)[];
  if (names.length === 0) return {};
  return {
    vehicle: { ...(state.vehicle ?? { id: context.newId() }), ...fields },
    vehicleReadings: [...(state.vehicleReadings ?? []), ...names],
  };
}

function newlyRead(found: VehicleInput, { vehicle }: InspectionState): VehicleInput {
  return Object.fromEntries(Object.entries(found).filter(([field]) => !vehicle || !(field in vehicle)));
}
