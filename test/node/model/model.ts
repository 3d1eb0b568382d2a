import type { DamageType, InspectionStatus, PartType, TaskName } from '../../../src/domain/enums.ts';
import type { ErrorCode } from '../../../src/errors.ts';

/**
 * The specification as plain objects, written from its text and docs/decisions.md, without the rules of the library.
 * Times are omitted; ids are taken from the responses.
 */
export interface Model {
  readonly users: readonly ModelUser[];
  /** In order of creation. */
  inspections: ModelInspection[];
  /** The operations for the remote service, in order. */
  outbox: { kind: string; inspectionId: string; userId: string }[];
}

export interface ModelUser {
  id: string;
  organizationId: string;
}

export interface ModelInspection {
  id: string;
  owner: ModelUser;
  deleted: boolean;
  fields: { accidentNature?: string; usageDuration?: number };
  additionalData?: { pdf_data: object };
  vehicle?: { id: string; brand?: string; plate?: string; color?: string };
  tasks: ModelTask[];
  images: ModelImage[];
  damages: ModelDamage[];
  parts: { id: string; partType: PartType }[];
  views: ModelView[];
  severities: ModelSeverity[];
}

export type TaskStatus = 'NOT_STARTED' | 'TODO' | 'DONE' | 'VALIDATED';

export interface ModelTask {
  id: string;
  name: TaskName;
  status: TaskStatus;
  startsWithFirstImage: boolean;
  arguments?: object;
  images: string[];
}

export interface ModelPhoto {
  bytes: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
  sha256: string;
}

export interface ModelImage {
  id: string;
  name: string;
  photo: ModelPhoto;
  tasks: TaskName[];
  fileKey?: string;
  deleted: boolean;
}

export interface ModelDamage {
  id: string;
  damageType: DamageType;
  partType: PartType;
  deleted: boolean;
}

export interface ModelView {
  id: string;
  imageId: string;
  damageId: string;
  polygons: [number, number][][];
  boundingBox: object;
  deleted: boolean;
}

export interface ModelSeverity {
  id: string;
  label: PartType;
  value: { level?: 1 | 2 | 3; pricing?: number };
}

/** The status transitions that a client may request. Every other is rejected. */
const TRANSITIONS: Record<TaskStatus, readonly TaskStatus[]> = {
  NOT_STARTED: ['NOT_STARTED', 'TODO', 'DONE'],
  TODO: ['DONE'],
  DONE: ['VALIDATED'],
  VALIDATED: [],
};

export function expectedTransitionErrors(
  task: ModelTask | undefined,
  to: TaskStatus,
  edits: boolean,
): ErrorCode[] {
  if (!task) return ['task_unknown'];
  const errors: ErrorCode[] = [];
  if (edits && task.status !== 'NOT_STARTED') errors.push('task_started');
  if (!TRANSITIONS[task.status].includes(to))
    errors.push(to === 'NOT_STARTED' ? 'task_started' : 'task_transition');
  return errors;
}

/** The errors of adding or deleting an image with these tasks. */
export function expectedImageErrors(tasks: readonly ModelTask[], names: readonly TaskName[]): ErrorCode[] {
  return names.flatMap((name): ErrorCode[] => {
    const task = tasks.find((one) => one.name === name);
    if (!task) return ['task_unknown'];
    return task.status === 'NOT_STARTED' ? [] : ['task_started'];
  });
}

export function statusOf(tasks: readonly { status: TaskStatus }[]): InspectionStatus {
  const has = (status: TaskStatus) => tasks.some((task) => task.status === status);
  const hasOther = (...statuses: TaskStatus[]) => tasks.some((task) => !statuses.includes(task.status));
  if (!hasOther('NOT_STARTED')) return 'NOT_STARTED';
  if (has('TODO') || has('NOT_STARTED')) return 'IN_PROGRESS';
  return has('DONE') ? 'DONE' : 'VALIDATED';
}

/** Adds an image to the model and to its tasks. Starts and returns the tasks that wait for their first image. */
export function addImage(
  inspection: ModelInspection,
  image: ModelImage,
  starts: (task: ModelTask) => boolean,
): ModelTask[] {
  inspection.images.push(image);
  const listed = inspection.tasks.filter((task) => image.tasks.includes(task.name));
  for (const task of listed) task.images.push(image.id);
  const starting = image.tasks.flatMap((name) =>
    listed.filter((task) => task.name === name && task.startsWithFirstImage && starts(task)),
  );
  for (const task of starting) task.status = 'TODO';
  return starting;
}

export function isPlaceholderPart(partType: PartType): boolean {
  return partType === 'ignore' || partType === 'background';
}
