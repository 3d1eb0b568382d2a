import type { CreatedBy } from '../spec/damage.ts';
import type { DamageType, PartType, TaskName } from '../spec/enums.ts';
import type { InspectionEvent } from '../spec/events.ts';
import type { JsonObject } from '../spec/fields.ts';
import type { Task } from '../spec/task.ts';
import type { VehicleInput } from '../spec/vehicle.ts';
import type { BoundingBox, Polygon } from '../spec/view.ts';
import type { WheelAnalysis } from '../spec/wheel-analysis.ts';
import { decide, type Rule } from './decision.ts';
import { taskUpdated } from './images.ts';
import { withPart } from './parts.ts';
import { type DamageRecord, type InspectionState, replaced, taskNamed } from './state.ts';
import { moved } from './task-states.ts';

export interface FoundView {
  imageId: string;
  boundingBox: BoundingBox;
  polygons?: Polygon[];
  confidence?: number;
}

export interface FoundDamage {
  damageType: DamageType;
  partType: PartType;
  confidence?: number;
  views: FoundView[];
}

/** What a task's run found, whoever ran it. Each list is empty or absent where the task has no such result. */
export interface Findings {
  createdBy: CreatedBy;
  damages?: FoundDamage[];
  wheelAnalysis?: Omit<WheelAnalysis, 'id' | 'createdBy'>[];
  documents?: { type: string; imageId: string; content: JsonObject }[];
  /** Fields read from images: VIN, plate, mileage. What a person entered is never overwritten. */
  vehicle?: VehicleInput;
}

/** Writes what a run found and ends its task, in one step: results are there exactly when the task is DONE. */
export function finishTask(name: TaskName, findings: Findings): Rule<Task> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const task = moved(taskNamed(state, name), 'DONE', 'runner', context.now);
    const events: InspectionEvent[] = [];
    let next: InspectionState = { ...state, tasks: replaced(state.tasks, task) };

    for (const found of findings.damages ?? []) {
      const damage: DamageRecord = {
        id: context.newId(),
        damageType: found.damageType,
        partType: found.partType,
        createdAt: context.now,
        createdBy: findings.createdBy,
        ...(found.confidence !== undefined && { confidence: found.confidence }),
      };
      const views = found.views.map(({ polygons = [], ...view }) => ({
        ...view,
        id: context.newId(),
        damageId: damage.id,
        polygons,
        createdAt: context.now,
        createdBy: findings.createdBy,
      }));
      next = withPart(next, found.partType, findings.createdBy, () => context.newId());
      next = { ...next, damages: [...next.damages, damage], views: [...next.views, ...views] };
      events.push({ type: 'damage.created', inspectionId, damageId: damage.id });
    }

    const made = { createdBy: findings.createdBy };
    const wheels = (findings.wheelAnalysis ?? []).map((wheel) => ({
      ...wheel,
      ...made,
      id: context.newId(),
    }));
    const documents = (findings.documents ?? []).map((one) => ({ ...one, ...made, id: context.newId() }));
    next = {
      ...next,
      wheelAnalysis: [...next.wheelAnalysis, ...wheels],
      documents: [...next.documents, ...documents],
      ...(findings.vehicle && {
        vehicle: { ...findings.vehicle, ...(next.vehicle ?? { id: context.newId() }) },
      }),
    };
    return decide(next, task, { events: [...events, taskUpdated(task, 'DONE')] });
  };
}
