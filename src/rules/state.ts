import type { TaskName } from '../domain/enums.ts';
import type { Damage, Part } from '../domain/records/damage.ts';
import type { Document } from '../domain/records/document.ts';
import type { Image } from '../domain/records/image.ts';
import type { StoredInspection } from '../domain/records/inspection.ts';
import type { SeverityResult } from '../domain/records/severity.ts';
import type { Task } from '../domain/records/task.ts';
import type { Vehicle, VehicleInput } from '../domain/records/vehicle.ts';
import type { View } from '../domain/records/view.ts';
import type { WheelAnalysis } from '../domain/records/wheel-analysis.ts';
import { KerbsideError } from '../errors.ts';

/** An inspection as stored. `toInspection` derives its status and the ids of its children. */
export type InspectionRecord = StoredInspection;
/** An image as stored. `toImage` derives the other fields. */
export type ImageRecord = Omit<Image, 'views' | 'inspection' | 'path'>;
/** A damage as stored. `toDamage` derives its parts. */
export type DamageRecord = Omit<Damage, 'parts'> & {
  /**
   * If this was the last damage of its part when it was deleted: the user's severities of the part. Estimates ignore them.
   */
  severityIds?: readonly string[];
};
/** A part as stored. `toEntities` derives its damages. */
export type PartRecord = Omit<Part, 'damageIds'>;

/**
 * One inspection with all its records: the unit that is loaded, changed by a rule and committed.
 * Records are immutable. Each list is in order of creation, which is the order of ids.
 */
export interface InspectionState {
  readonly inspection: InspectionRecord;
  readonly vehicle?: Vehicle;
  /** The vehicle's fields that a model read from images. A user entered all others. */
  readonly vehicleReadings?: readonly (keyof VehicleInput)[];
  readonly tasks: readonly Task[];
  readonly images: readonly ImageRecord[];
  readonly damages: readonly DamageRecord[];
  readonly parts: readonly PartRecord[];
  readonly views: readonly View[];
  readonly severityResults: readonly SeverityResult[];
  readonly wheelAnalysis: readonly WheelAnalysis[];
  readonly documents: readonly Document[];
}

/** @throws `task_unknown` if the inspection was created without the task. */
export function requireTask(state: InspectionState, name: TaskName): Task {
  const task = state.tasks.find((candidate) => candidate.name === name);
  if (task) return task;
  const listed = state.tasks.map((candidate) => candidate.name);
  throw new KerbsideError(
    'task_unknown',
    `The inspection has no task ${name}. Tasks are listed when the inspection is created (listed: ${listed.join(', ') || 'none'}).`,
    { details: { inspectionId: state.inspection.id, taskName: name, tasks: listed } },
  );
}

/** @throws `not_found` if the record does not exist or is deleted. */
export function requireRecord<T extends { id: string; deletedAt?: string }>(
  records: readonly T[],
  id: string,
  kind: string,
): T {
  const record = records.find((candidate) => candidate.id === id);
  if (record && record.deletedAt === undefined) return record;
  throw notFoundError(kind, id, record?.deletedAt);
}

export function notFoundError(kind: string, id: string, deletedAt?: string): KerbsideError {
  const reason = deletedAt ? `was deleted at ${deletedAt}` : 'does not exist';
  return new KerbsideError('not_found', `The ${kind} ${id} ${reason}.`, {
    details: { what: kind, id, ...(deletedAt && { deletedAt }) },
  });
}

export function replaceRecord<T extends { id: string }>(records: readonly T[], changed: T): T[] {
  return replaceRecords(records, [changed]);
}

export function replaceRecords<T extends { id: string }>(records: readonly T[], changed: readonly T[]): T[] {
  const byId = new Map(changed.map((record) => [record.id, record]));
  return records.map((record) => byId.get(record.id) ?? record);
}
