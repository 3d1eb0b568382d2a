import type { TaskName } from '../domain/enums.ts';
import { LIMITS } from '../domain/limits.ts';
import type { Operation } from '../domain/outbox/operation.ts';
import {
  type DeleteResponse,
  deleteResponse,
  type NormalizedResponse,
  normalizedResponse,
} from '../domain/records/entities.ts';
import type { ComplianceResult, CreateImage } from '../domain/records/image.ts';
import type { Task } from '../domain/records/task.ts';
import { hasStarted, STATUSES_WITHOUT_RESULT } from '../domain/task/task-status.ts';
import { KerbsideError } from '../errors.ts';
import { createOperation } from './create-operation.ts';
import type { RuleContext, UploadedBytes } from './rule.ts';
import { decide, type Rule } from './rule.ts';
import {
  type ImageRecord,
  type InspectionState,
  replaceRecord,
  requireRecord,
  requireTask,
} from './state.ts';
import { transitionTask } from './task-states.ts';
import { toImage } from './to-entities.ts';

/** A photo with the facts of its header, rotated as requested. The bytes go to the store unread. */
export interface PhotoInput {
  bytes: ArrayBuffer;
  type: string;
  sha256: string;
  width: number;
  height: number;
  /** Set if the store has the bytes already. `bytes` is empty then. */
  uploaded?: UploadedBytes;
}

interface AddImageOptions {
  /**
   * Returns false if a task that starts with its first image must wait for more images.
   *
   * @default () => true
   */
  canStart?: (name: TaskName) => boolean;
}

export function addImage(
  input: CreateImage,
  photo: PhotoInput,
  { canStart: mayStart = () => true }: AddImageOptions = {},
): Rule<NormalizedResponse> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    checkImageCount(state);
    const named = input.tasks.map(({ name }) => requireNotStarted(state, name));
    const image = newImage(input, photo, context);
    const withImage: InspectionState = {
      ...state,
      images: [...state.images, image],
      tasks: state.tasks.map((task) => addTaskImage(task, image)),
    };
    const toStart = named.filter((task) => task.startsWithFirstImage && mayStart(task.name));
    const next = startTasks(withImage, toStart, context);
    return decide(next, normalizedResponse({ images: { [image.id]: toImage(next, image) } }, image.id), {
      operations: [
        createOperation(context, inspectionId, 'image.add', { imageId: image.id, input: toSentInput(input) }),
        ...toStart.map((task) => createStartOperation(task, context)),
      ],
      events: [
        { type: 'image.added', inspectionId, imageId: image.id },
        ...toStart.map((task) => taskUpdatedEvent(task, 'TODO')),
      ],
      photos: [
        {
          imageId: image.id,
          inspectionId,
          bytes: photo.bytes,
          type: photo.type,
          sha256: photo.sha256,
          ...(photo.uploaded && { uploaded: photo.uploaded }),
        },
      ],
    });
  };
}

/**
 * Deletes an image if none of its tasks has a result: a result must not lose its photo. Tasks that failed are allowed,
 * because an undecodable photo can be the cause.
 */
export function deleteImage(imageId: string): Rule<DeleteResponse<'images'>> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const image = requireRecord(state.images, imageId, 'image');
    const statuses = image.tasks.map(({ name }) => requireNoResult(state, name).status);
    const hasFailed = statuses.some(hasStarted);
    const changed: InspectionState = {
      ...state,
      images: replaceRecord(state.images, { ...image, deletedAt: context.now }),
      tasks: state.tasks.map((task) => ({
        ...task,
        images: task.images.filter((taskImage) => taskImage.imageId !== imageId),
      })),
    };
    return decide(changed, deleteResponse('images', { id: imageId, deleted: true }), {
      operations: [
        createOperation(context, inspectionId, 'image.delete', {
          imageId,
          ...(hasFailed && { taskStatuses: STATUSES_WITHOUT_RESULT }),
        }),
      ],
      events: [{ type: 'image.deleted', inspectionId, imageId }],
    });
  };
}

/** The stored photo is rotated already: a service that rotated it again would get other coordinates than the device. */
function toSentInput({ rotateImageBeforeUpload: _applied, ...input }: CreateImage): CreateImage {
  return input;
}

function newImage(input: CreateImage, photo: PhotoInput, context: RuleContext): ImageRecord {
  const { compliances, name, imageType, rotateImageBeforeUpload, ...fields } = input;
  const id = context.newId();
  return {
    ...fields,
    id,
    name: name ?? id,
    imageWidth: photo.width,
    imageHeight: photo.height,
    binarySize: photo.uploaded?.size ?? photo.bytes.byteLength,
    mimetype: photo.type,
    sha256: photo.sha256,
    createdAt: context.now,
    imageType: imageType ?? 'unknown',
    rotateImageBeforeUpload: rotateImageBeforeUpload ?? 'NO_ROTATION',
    compliances: initialCompliances(compliances),
  };
}

/** Returns each requested check with the status TODO. */
function initialCompliances(requested: CreateImage['compliances']): ImageRecord['compliances'] {
  const todo = (): ComplianceResult => ({ status: 'TODO', is_compliant: null, reasons: [] });
  const sightId = requested?.coverage360?.sightId;
  return {
    ...(requested?.imageQualityAssessment && { image_quality_assessment: todo() }),
    ...(requested?.coverage360 && {
      coverage_360: { ...todo(), ...(sightId !== undefined && { sight_id: sightId }) },
    }),
  };
}

function addTaskImage(task: Task, image: ImageRecord): Task {
  const imageTask = image.tasks.find(({ name }) => name === task.name);
  if (!imageTask) return task;
  const details = imageTask.imageDetails;
  return {
    ...task,
    images: [...task.images, { imageId: image.id, ...(details && { details: { ...details } }) }],
  };
}

function startTasks(state: InspectionState, tasks: readonly Task[], context: RuleContext): InspectionState {
  const starting = new Set(tasks.map((task) => task.id));
  const start = (task: Task) =>
    starting.has(task.id) ? transitionTask(task, 'TODO', 'client', context.now) : task;
  return { ...state, tasks: state.tasks.map(start) };
}

function createStartOperation(task: Task, context: RuleContext): Operation {
  return createOperation(context, task.inspectionId, 'task.update', {
    taskName: task.name,
    input: { status: 'TODO' },
  });
}

export function taskUpdatedEvent(task: Task, status: Task['status']) {
  return {
    type: 'task.updated' as const,
    inspectionId: task.inspectionId,
    taskId: task.id,
    taskName: task.name,
    status,
    ...(task.reanalysis && { reanalysis: task.reanalysis }),
  };
}

function requireNotStarted(state: InspectionState, name: TaskName): Task {
  const task = requireTask(state, name);
  if (!hasStarted(task.status)) return task;
  throw taskStartedError(task, 'it accepts no more images');
}

function requireNoResult(state: InspectionState, name: TaskName): Task {
  const task = requireTask(state, name);
  if (STATUSES_WITHOUT_RESULT.some((status) => status === task.status)) return task;
  throw taskStartedError(task, 'its images can no longer be deleted');
}

function taskStartedError({ inspectionId, name, status }: Task, consequence: string): KerbsideError {
  return new KerbsideError('task_started', `Task ${name} has started (${status}): ${consequence}.`, {
    details: { inspectionId, taskName: name, status },
  });
}

/** Deleted images stay as records, so their number has a limit, too. */
function checkImageCount({ inspection, images }: InspectionState): void {
  const count = images.filter(({ deletedAt }) => deletedAt === undefined).length;
  const reject = (message: string, limit: number) => {
    throw new KerbsideError('invalid_input', message, { details: { inspectionId: inspection.id, limit } });
  };
  const { imagesPerInspection, imageRecordsPerInspection } = LIMITS;
  if (count >= imagesPerInspection)
    reject(
      `The inspection has ${count} images, and ${imagesPerInspection} is the maximum.`,
      imagesPerInspection,
    );
  if (images.length >= imageRecordsPerInspection)
    reject(
      `The inspection has ${images.length} images with deleted ones, and ${imageRecordsPerInspection} is the maximum. Create another inspection.`,
      imageRecordsPerInspection,
    );
}
