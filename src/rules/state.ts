import type { Damage, Part } from '../domain/damage.ts';
import type { Document } from '../domain/document.ts';
import type { TaskName } from '../domain/enums.ts';
import type { Image } from '../domain/image.ts';
import type { Inspection } from '../domain/inspection.ts';
import type { SeverityResult } from '../domain/severity.ts';
import type { Task } from '../domain/task.ts';
import type { Vehicle, VehicleInput } from '../domain/vehicle.ts';
import type { View } from '../domain/view.ts';
import type { WheelAnalysis } from '../domain/wheel-analysis.ts';
import { KerbsideError } from '../errors.ts';

/** What an inspection says of itself; the ids of its children and its status are worked out when asked. */
export type InspectionRecord = Omit<
  Inspection,
  | 'status'
  | 'images'
  | 'tasks'
  | 'damages'
  | 'parts'
  | 'severityResults'
  | 'wheelAnalysis'
  | 'documents'
  | 'vehicle'
  | 'deleted'
>;
export type ImageRecord = Omit<Image, 'views' | 'inspection' | 'path'>;
export type DamageRecord = Omit<Damage, 'parts'> & {
  /** What a person had said of its part when the last damage there was deleted: that went with it. */
  severityIds?: readonly string[];
};
export type PartRecord = Omit<Part, 'damageIds'>;

/**
 * One inspection, whole: the unit that is loaded, changed by a rule and committed.
 * Records are never edited in place, and each list is in order of creation (so, of id).
 */
export interface InspectionState {
  readonly inspection: InspectionRecord;
  readonly vehicle?: Vehicle;
  /** The vehicle's fields that a model read from images; all others are a person's. */
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

export function taskNamed(state: InspectionState, name: TaskName): Task {
  const task = state.tasks.find((candidate) => candidate.name === name);
  if (task) return task;
  const listed = state.tasks.map((candidate) => candidate.name);
  throw new KerbsideError(
    'task_unknown',
    `The inspection has no task ${name}: a task must be listed when the inspection is created (listed: ${listed.join(', ') || 'none'}).`,
    { details: { inspectionId: state.inspection.id, taskName: name, tasks: listed } },
  );
}

/** Finds a child record that is not deleted. */
export function present<T extends { id: string; deletedAt?: string }>(
  records: readonly T[],
  id: string,
  what: string,
): T {
  const record = records.find((candidate) => candidate.id === id);
  if (record && record.deletedAt === undefined) return record;
  throw notFound(what, id, record?.deletedAt);
}

export function notFound(what: string, id: string, deletedAt?: string): KerbsideError {
  const reason = deletedAt ? `was deleted at ${deletedAt}` : 'does not exist here';
  return new KerbsideError('not_found', `The ${what} ${id} ${reason}.`, {
    details: { what, id, ...(deletedAt && { deletedAt }) },
  });
}

export function replaced<T extends { id: string }>(records: readonly T[], changed: T): T[] {
  return records.map((record) => (record.id === changed.id ? changed : record));
}
