import * as v from 'valibot';
import type { ProgressStatus, TaskName } from '../domain/enums.ts';
import type { Operation } from '../domain/outbox/operation.ts';
import { type NormalizedResponse, normalizedResponse } from '../domain/records/entities.ts';
import type { CreateImage } from '../domain/records/image.ts';
import {
  type CreateInspection,
  type PdfInputData,
  pdfInputDataSchema,
} from '../domain/records/inspection.ts';
import type { CreateTasks, Task, UpdateTask } from '../domain/records/task.ts';
import { createDamageOperations, createOperation } from './create-operation.ts';
import { createResultsOperations } from './device-results.ts';
import { renewIds } from './renew-ids.ts';
import { type Decision, decide, type RuleContext, type StoredPhoto } from './rule.ts';
import type { DamageRecord, ImageRecord, InspectionState } from './state.ts';
import { hideDeleted, toInspection } from './to-entities.ts';

/** An inspection that was made elsewhere. */
export interface ForeignInspection {
  state: InspectionState;
  photos: readonly StoredPhoto[];
}

export interface CopyOptions {
  /** The id of the copy. */
  id: string;
  /** Whether the copy is created at the remote service. */
  send: boolean;
  /** Whether the related inspection is on this device. If not, its id means nothing here, and the copy has none. */
  keepsRelated: boolean;
}

const FINISHED: readonly ProgressStatus[] = ['DONE', 'IN_REVIEW', 'VALIDATED'];
const STARTED: readonly ProgressStatus[] = ['TODO', 'IN_PROGRESS'];

/**
 * Copies an inspection that was made elsewhere: new ids, this user as the owner, and operations that create all of it
 * at the remote service.
 *
 * The copy has no connection to the original. Its operations come from its records, so that no one who made or changed
 * the original decides which remote objects they reach. Callbacks are left out for the same reason: they decide where
 * the service sends results.
 */
export function copyInspection(
  original: ForeignInspection,
  { id, send, keepsRelated }: CopyOptions,
  context: RuleContext,
): Decision<NormalizedResponse> {
  const renewed = renewIds(original.state, id, () => context.newId());
  const newImageIds = new Map(
    original.state.images.map((image, index) => [image.id, renewed.images[index]?.id ?? '']),
  );
  const photos = original.photos.map((photo) => ({
    ...photo,
    inspectionId: id,
    imageId: newImageIds.get(photo.imageId) ?? '',
  }));
  const state: InspectionState = {
    ...renewed,
    inspection: toOwnInspection(renewed.inspection, keepsRelated, context),
    tasks: renewed.tasks.map(toOwnTask),
  };
  const hasPhoto = new Set(photos.map(({ imageId }) => imageId));
  return decide(state, normalizedResponse({ inspections: { [id]: toInspection(state) } }, id), {
    photos,
    operations:
      send && state.inspection.deletedAt === undefined
        ? createAllOperations(hideDeleted(state, false), hasPhoto, context)
        : [],
    events: [{ type: 'inspection.imported', inspectionId: id }],
  });
}

function toOwnInspection(
  inspection: InspectionState['inspection'],
  keepsRelated: boolean,
  { user }: RuleContext,
): InspectionState['inspection'] {
  const { organizationId: _organization, relatedInspectionId: related, ...rest } = inspection;
  return {
    ...rest,
    ownerId: user.id,
    creatorId: user.id,
    ...(user.organizationId !== undefined && { organizationId: user.organizationId }),
    ...(keepsRelated && related !== undefined && { relatedInspectionId: related }),
  };
}

/** The service that reviewed the original does not review the copy, so IN_REVIEW would never end. */
function toOwnTask({ callbacks: _callbacks, ...task }: Task): Task {
  return task.status === 'IN_REVIEW' ? { ...task, status: 'DONE' } : task;
}

/** Returns operations that create an inspection without deleted records at the service, in causal order. */
function createAllOperations(
  state: InspectionState,
  hasPhoto: ReadonlySet<string>,
  context: RuleContext,
): Operation[] {
  const { inspection, tasks } = state;
  const { id } = inspection;
  const { input, pdfData } = toCreateInput(state);
  const images = state.images.filter((image) => hasPhoto.has(image.id));
  const taskNames = new Set(tasks.map(({ name }) => name));
  return [
    createOperation(context, id, 'inspection.create', { input }),
    ...(pdfData ? [createOperation(context, id, 'inspection.pdf_data', { input: pdfData })] : []),
    ...images.map((image) =>
      createOperation(context, id, 'image.add', {
        imageId: image.id,
        input: toImageInput(image, taskNames),
      }),
    ),
    ...listDamagesToSend(state).flatMap((damage) => {
      const isSent = ({ damageId, imageId }: { damageId: string; imageId: string }) =>
        damageId === damage.id && hasPhoto.has(imageId);
      return createDamageOperations(damage, state.views.filter(isSent), id, context);
    }),
    ...state.severityResults
      .filter(({ isUserModified }) => isUserModified)
      .map(({ id: severityId, label, value }) =>
        createOperation(context, id, 'severity.create', {
          severityId,
          input: { label, ...value.customSeverity },
        }),
      ),
    ...tasks.flatMap((task) =>
      listTaskUpdates(task).map((update) =>
        createOperation(context, id, 'task.update', { taskName: task.name, input: update }),
      ),
    ),
    ...createResultsOperations(undefined, state, context),
  ];
}

function toCreateInput({ inspection, vehicle, tasks }: InspectionState): {
  input: Omit<CreateInspection, 'images'>;
  pdfData: PdfInputData | undefined;
} {
  const { id, createdAt, deletedAt, ownerId, creatorId, organizationId, additionalData, ...fields } =
    inspection;
  const { pdf_data, ...ownData } = additionalData ?? {};
  const pdfData = v.safeParse(pdfInputDataSchema, pdf_data);
  const sentData = pdfData.success ? ownData : additionalData;
  const { id: _vehicleId, repairEstimate: _estimate, ...vehicleInput } = vehicle ?? { id: '' };
  return {
    input: {
      ...fields,
      ...(sentData && Object.keys(sentData).length > 0 && { additionalData: sentData }),
      ...(vehicle && { vehicle: vehicleInput }),
      tasks: Object.fromEntries(tasks.map((task) => [task.name, toTaskInput(task)])) as CreateTasks,
    },
    pdfData: pdfData.success ? (pdfData.output as PdfInputData) : undefined,
  };
}

/** Returns the options that the task was created with. Its start is a separate operation. */
function toTaskInput(task: Task): NonNullable<CreateTasks[TaskName]> {
  const { id, name, inspectionId, createdAt, startedAt, doneAt, images, errorMessages, ...rest } = task;
  const {
    status: _status,
    arguments: _arguments,
    startsWithFirstImage: _starts,
    confidencePreExecution: _pre,
    confidencePreExecutionStatus: _preStatus,
    confidencePostExecution: _post,
    ...options
  } = rest;
  return { ...options, status: 'NOT_STARTED' };
}

/**
 * The parameters of a requested quality assessment are not part of the record, so the copy requests the default ones. The
 * photo is rotated already.
 */
function toImageInput(image: ImageRecord, taskNames: ReadonlySet<TaskName>): CreateImage {
  const { id, name, damageArea, additionalData, imageType, detailedViewpoint } = image;
  const { image_quality_assessment: quality, coverage_360: coverage } = image.compliances;
  return {
    ...(name !== id && { name }),
    tasks: image.tasks.filter((task) => taskNames.has(task.name)),
    ...(damageArea !== undefined && { damageArea }),
    ...(additionalData && { additionalData }),
    imageType,
    ...(detailedViewpoint && { detailedViewpoint }),
    ...((quality || coverage) && {
      compliances: {
        ...(quality && { imageQualityAssessment: {} }),
        ...(coverage && {
          coverage360: { ...(coverage.sight_id !== undefined && { sightId: coverage.sight_id }) },
        }),
      },
    }),
  };
}

/** If the service is asked to detect damages, the models' ones are left to it. */
function listDamagesToSend({ damages, tasks }: InspectionState): DamageRecord[] {
  const isDetectedThere = tasks.some(
    ({ name, status }) => name === 'damage_detection' && STARTED.includes(status),
  );
  return damages.filter(({ createdBy }) => createdBy === 'user' || !isDetectedThere);
}

/** A finished task is sent as done elsewhere, with its results: the service does not run it again. */
function listTaskUpdates({ status, arguments: given }: Task): UpdateTask[] {
  const withArguments = given && { arguments: given };
  if (STARTED.includes(status)) return [{ status: 'TODO', ...withArguments }];
  if (FINISHED.includes(status)) {
    return [{ status: 'DONE', ...withArguments }, ...(status === 'VALIDATED' ? [{ status } as const] : [])];
  }
  return given ? [{ status: 'NOT_STARTED', arguments: given }] : [];
}
