import {
  type DeleteResponse,
  deleteResponse,
  type NormalizedResponse,
  normalizedResponse,
} from '../domain/entities.ts';
import type { TaskName } from '../domain/enums.ts';
import type { ComplianceResult, CreateImage } from '../domain/image.ts';
import { LIMITS } from '../domain/limits.ts';
import { type Operation, operation } from '../domain/operation.ts';
import type { Task } from '../domain/task.ts';
import { KerbsideError } from '../errors.ts';
import { decide, type Rule } from './decision.ts';
import { imageEntity } from './read.ts';
import type { Context } from './rule-context.ts';
import { type ImageRecord, type InspectionState, present, replaced, taskNamed } from './state.ts';
import { hasStarted, moved, WITHOUT_RESULT } from './task-states.ts';

/** What is known of a photo from its header; the bytes are passed on to the store unseen. */
export interface PhotoFacts {
  bytes: ArrayBuffer;
  type: string;
  sha256: string;
  width: number;
  height: number;
}

export interface AddImageOptions {
  /** Whether a task that starts with its first image may start now, or waits for images still to come. */
  mayStart?: (name: TaskName) => boolean;
}

export function addImage(
  input: CreateImage,
  photo: PhotoFacts,
  { mayStart = () => true }: AddImageOptions = {},
): Rule<NormalizedResponse> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    refuseTooMany(state);
    const named = input.tasks.map(({ name }) => notStarted(state, name));
    const image = newImage(input, photo, context);
    const withImage: InspectionState = {
      ...state,
      images: [...state.images, image],
      tasks: state.tasks.map((task) => withTaskImage(task, image)),
    };
    const toStart = named.filter((task) => task.startsWithFirstImage && mayStart(task.name));
    const next = started(withImage, toStart, context);
    return decide(next, normalizedResponse({ images: { [image.id]: imageEntity(next, image) } }, image.id), {
      operations: [
        operation(context, inspectionId, 'image.add', { imageId: image.id, input }),
        ...toStart.map((task) => startOperation(task, context)),
      ],
      events: [
        { type: 'image.added', inspectionId, imageId: image.id },
        ...toStart.map((task) => taskUpdated(task, 'TODO')),
      ],
      photos: [
        { imageId: image.id, inspectionId, bytes: photo.bytes, type: photo.type, sha256: photo.sha256 },
      ],
    });
  };
}

/**
 * Only while none of its tasks has started, or one has failed, which a photo that nobody can open may be the cause of: a
 * result must not lose the picture it rests on.
 */
export function deleteImage(imageId: string): Rule<DeleteResponse<'images'>> {
  return (state, context) => {
    const inspectionId = state.inspection.id;
    const image = present(state.images, imageId, 'image');
    const statuses = image.tasks.map(({ name }) => withoutResult(state, name).status);
    const hasFailed = statuses.some(hasStarted);
    const changed: InspectionState = {
      ...state,
      images: replaced(state.images, { ...image, deletedAt: context.now }),
      tasks: state.tasks.map((task) => ({
        ...task,
        images: task.images.filter((one) => one.imageId !== imageId),
      })),
    };
    return decide(changed, deleteResponse('images', { id: imageId, deleted: true }), {
      operations: [
        operation(context, inspectionId, 'image.delete', {
          imageId,
          ...(hasFailed && { taskStatuses: WITHOUT_RESULT }),
        }),
      ],
      events: [{ type: 'image.deleted', inspectionId, imageId }],
    });
  };
}

function newImage(input: CreateImage, photo: PhotoFacts, context: Context): ImageRecord {
  const { compliances, name, imageType, rotateImageBeforeUpload, ...fields } = input;
  const id = context.newId();
  return {
    ...fields,
    id,
    name: name ?? id,
    imageWidth: photo.width,
    imageHeight: photo.height,
    binarySize: photo.bytes.byteLength,
    mimetype: photo.type,
    sha256: photo.sha256,
    createdAt: context.now,
    imageType: imageType ?? 'unknown',
    rotateImageBeforeUpload: rotateImageBeforeUpload ?? 'NO_ROTATION',
    compliances: requestedChecks(compliances),
  };
}

/** A check that was asked for is there from the start, without a verdict. */
function requestedChecks(asked: CreateImage['compliances']): ImageRecord['compliances'] {
  const open = (): ComplianceResult => ({ status: 'TODO', is_compliant: null, reasons: [] });
  const sightId = asked?.coverage360?.sightId;
  return {
    ...(asked?.imageQualityAssessment && { image_quality_assessment: open() }),
    ...(asked?.coverage360 && {
      coverage_360: { ...open(), ...(sightId !== undefined && { sight_id: sightId }) },
    }),
  };
}

function withTaskImage(task: Task, image: ImageRecord): Task {
  const asked = image.tasks.find(({ name }) => name === task.name);
  if (!asked) return task;
  const details = asked.imageDetails;
  return { ...task, images: [...task.images, { imageId: image.id, ...(details && { details }) }] };
}

function started(state: InspectionState, tasks: readonly Task[], context: Context): InspectionState {
  const starting = new Set(tasks.map((task) => task.id));
  const start = (task: Task) => (starting.has(task.id) ? moved(task, 'TODO', 'client', context.now) : task);
  return { ...state, tasks: state.tasks.map(start) };
}

function startOperation(task: Task, context: Context): Operation {
  return operation(context, task.inspectionId, 'task.update', {
    taskName: task.name,
    input: { status: 'TODO' },
  });
}

export function taskUpdated(task: Task, status: Task['status']) {
  return {
    type: 'task.updated' as const,
    inspectionId: task.inspectionId,
    taskId: task.id,
    taskName: task.name,
    status,
  };
}

function notStarted(state: InspectionState, name: TaskName): Task {
  const task = taskNamed(state, name);
  if (!hasStarted(task.status)) return task;
  throw tooLate(task, 'it takes no more images');
}

function withoutResult(state: InspectionState, name: TaskName): Task {
  const task = taskNamed(state, name);
  if (WITHOUT_RESULT.some((status) => status === task.status)) return task;
  throw tooLate(task, 'its images can no longer be deleted');
}

function tooLate({ inspectionId, name, status }: Task, consequence: string): KerbsideError {
  return new KerbsideError('task_started', `Task ${name} has started (${status}): ${consequence}.`, {
    details: { inspectionId, taskName: name, status },
  });
}

function refuseTooMany(state: InspectionState): void {
  if (state.images.length < LIMITS.imagesPerInspection) return;
  throw new KerbsideError(
    'invalid_input',
    `The inspection has ${state.images.length} images, and ${LIMITS.imagesPerInspection} is the most it can hold.`,
    { details: { inspectionId: state.inspection.id, limit: LIMITS.imagesPerInspection } },
  );
}
