import { check } from '../domain/check.ts';
import { TASK_NAMES, type TaskName } from '../domain/enums.ts';
import { jsonObject } from '../domain/fields.ts';
import {
  type DeleteResponse,
  deleteResponse,
  type NormalizedResponse,
  normalizedResponse,
} from '../domain/records/entities.ts';
import type { CreateInspection, PdfInputData, UpdateInspection } from '../domain/records/inspection.ts';
import type { CreateTasks, Task } from '../domain/records/task.ts';
import type { VehicleInput } from '../domain/records/vehicle.ts';
import { createOperation } from './create-operation.ts';
import { addImage, type PhotoInput } from './images.ts';
import type { RuleContext } from './rule.ts';
import { type Decision, decide, type Rule } from './rule.ts';
import type { InspectionState } from './state.ts';
import { toInspection, toInspectionResponse } from './to-entities.ts';

const DEFAULT_DAMAGE_SCORE_THRESHOLD = 0.3;

/**
 * Creates an inspection with all its tasks. Tasks cannot be added later.
 *
 * Images of the same call are added one by one: the same rules apply and the same operations are replayed as for images
 * that are added later.
 */
export function createInspection(
  { images = [], ...input }: CreateInspection,
  photos: readonly PhotoInput[],
  context: RuleContext,
): Decision<NormalizedResponse> {
  const id = context.newId();
  let state = newInspection(id, input, context);
  const effects = {
    operations: [createOperation(context, id, 'inspection.create', { input: removeTaskStarts(input) })],
    events: [{ type: 'inspection.created' as const, inspectionId: id }],
  };
  const added: Decision<NormalizedResponse>[] = [];
  for (const [index, image] of images.entries()) {
    const photo = photos[index];
    if (!photo) throw new RangeError(`images[${index}] has no photo`);
    const laterImages = images.slice(index + 1);
    const decision = addImage(image, photo, { canStart: (name) => !laterImages.some(usesTask(name)) })(
      state,
      context,
    );
    state = decision.state;
    added.push(decision);
  }
  return decide(state, toInspectionResponse(state), {
    operations: [...effects.operations, ...added.flatMap((one) => one.operations)],
    events: [...effects.events, ...added.flatMap((one) => one.events)],
    photos: added.flatMap((one) => one.photos),
  });
}

/** Stores the data in `additionalData.pdf_data`, as the remote service does. */
export function addPdfData(input: PdfInputData): Rule<NormalizedResponse> {
  return (state, context) => {
    const { inspection } = state;
    const before = inspection.additionalData?.pdf_data;
    // The app's own data can have any JSON under this name. Text or a list cannot be merged with.
    const isMergeable = typeof before === 'object' && before !== null && !Array.isArray(before);
    const pdf_data = { ...(isMergeable && before), ...input };
    const changed: InspectionState = {
      ...state,
      inspection: { ...inspection, additionalData: { ...inspection.additionalData, pdf_data } },
    };
    return decide(changed, normalizedResponse({}, inspection.id), {
      operations: [createOperation(context, inspection.id, 'inspection.pdf_data', { input })],
      events: [{ type: 'inspection.updated', inspectionId: inspection.id }],
    });
  };
}

/**
 * Replaces the given keys of the app's own data and keeps the others.
 *
 * @throws `invalid_input` if all keys together are too large.
 */
export function updateInspection({ additionalData }: UpdateInspection): Rule<NormalizedResponse> {
  return (state, context) => {
    const { id } = state.inspection;
    const merged = { ...state.inspection.additionalData, ...additionalData };
    const inspection = { ...state.inspection, additionalData: check(jsonObject, merged, 'additionalData') };
    const changed = { ...state, inspection };
    return decide(changed, normalizedResponse({ inspections: { [id]: toInspection(changed) } }, id), {
      operations: [createOperation(context, id, 'inspection.update', { input: { additionalData } })],
      events: [{ type: 'inspection.updated', inspectionId: id }],
    });
  };
}

/** Replaces the given fields of the vehicle and keeps the others. */
export function updateVehicle(input: VehicleInput): Rule<NormalizedResponse> {
  return (state, context) => {
    const { id } = state.inspection;
    const vehicle = { ...(state.vehicle ?? { id: context.newId() }), ...input };
    const readings = state.vehicleReadings?.filter((field) => !(field in input));
    const changed = { ...state, vehicle, ...(readings && { vehicleReadings: readings }) };
    return decide(changed, normalizedResponse({ vehicles: { [vehicle.id]: vehicle } }, id), {
      operations: [createOperation(context, id, 'inspection.vehicle', { input })],
      events: [{ type: 'inspection.updated', inspectionId: id }],
    });
  };
}

/** Marks the inspection as deleted. Records and photos remain until the app purges them. */
export const deleteInspection: Rule<DeleteResponse<'inspections'>> = (state, context) => {
  const { id } = state.inspection;
  const inspection = { ...state.inspection, deletedAt: context.now };
  return decide({ ...state, inspection }, deleteResponse('inspections', { id, deleted: true }), {
    operations: [createOperation(context, id, 'inspection.delete', {})],
    events: [{ type: 'inspection.deleted', inspectionId: id }],
  });
};

function newInspection(
  id: string,
  { tasks, vehicle, ...fields }: Omit<CreateInspection, 'images'>,
  context: RuleContext,
): InspectionState {
  const { user, now } = context;
  return {
    inspection: {
      id,
      createdAt: now,
      ownerId: user.id,
      creatorId: user.id,
      ...(user.organizationId !== undefined && { organizationId: user.organizationId }),
      ...fields,
    },
    ...(vehicle && { vehicle: { id: context.newId(), ...vehicle } }),
    tasks: TASK_NAMES.flatMap((name) => (tasks[name] ? [newTask(id, name, tasks[name], context)] : [])),
    images: [],
    damages: [],
    parts: [],
    views: [],
    severityResults: [],
    wheelAnalysis: [],
    documents: [],
  };
}

function newTask(
  inspectionId: string,
  name: TaskName,
  { status, ...options }: NonNullable<CreateTasks[TaskName]>,
  context: RuleContext,
): Task {
  return {
    id: context.newId(),
    name,
    inspectionId,
    status: 'NOT_STARTED',
    confidencePreExecutionStatus: 'NOT_STARTED',
    createdAt: context.now,
    images: [],
    ...(name === 'damage_detection' && { damageScoreThreshold: DEFAULT_DAMAGE_SCORE_THRESHOLD }),
    ...options,
    ...(status === 'TODO' && { startsWithFirstImage: true as const }),
  };
}

/** A start is a separate operation. It is sent after the images that the task needs. */
function removeTaskStarts(input: Omit<CreateInspection, 'images'>): Omit<CreateInspection, 'images'> {
  const tasks = Object.entries(input.tasks).map(([name, options]) => [
    name,
    { ...options, status: 'NOT_STARTED' },
  ]);
  return { ...input, tasks: Object.fromEntries(tasks) as CreateTasks };
}

function usesTask(task: TaskName): (image: { tasks: { name: TaskName }[] }) => boolean {
  return (image) => image.tasks.some(({ name }) => name === task);
}
