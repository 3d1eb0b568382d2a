import { TASK_NAMES } from '../../../src/domain/enums.ts';
import {
  type ModelDamage,
  type ModelImage,
  type ModelInspection,
  type ModelTask,
  statusOf,
} from './model.ts';

/** Computes the responses of the specification from the model, without times. */

const TIMES = ['createdAt', 'startedAt', 'doneAt'];

/** Removes times from a response. Of `deletedAt`, only its presence remains. */
export function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !TIMES.includes(key))
      .map(([key, member]) => [key, key === 'deletedAt' ? typeof member : withoutTimes(member)]),
  );
}

export const deletedAtOf = ({ deleted }: { deleted: boolean }) => (deleted ? { deletedAt: 'string' } : {});

/** Removes deleted records and views of deleted records, unless `withDeleted`. */
export function filterDeleted(inspection: ModelInspection, withDeleted: boolean): ModelInspection {
  if (withDeleted) return inspection;
  const images = inspection.images.filter((image) => !image.deleted);
  const damages = inspection.damages.filter((damage) => !damage.deleted);
  const views = inspection.views.filter(
    (view) =>
      !view.deleted &&
      images.some(({ id }) => id === view.imageId) &&
      damages.some(({ id }) => id === view.damageId),
  );
  return { ...inspection, images, damages, views };
}

export function expectedEntities(full: ModelInspection, withDeleted = false) {
  const inspection = filterDeleted(full, withDeleted);
  const { tasks, images, damages, parts, views, severities, vehicle } = inspection;
  return {
    inspections: { [inspection.id]: inspectionEntity(inspection) },
    images: map(images, (image) => imageEntity(inspection, image)),
    tasks: map(tasks, (task) => taskEntity(inspection, task)),
    vehicles: vehicle ? { [vehicle.id]: vehicle } : {},
    damages: map(damages, (damage) => damageEntity(inspection, damage)),
    parts: map(parts, ({ id, partType }) => ({
      id,
      partType,
      createdBy: 'user',
      damageIds: ids(damages.filter((damage) => damage.partType === partType)),
    })),
    views: map(views, ({ deleted, ...view }) => ({
      ...view,
      createdBy: 'user',
      ...deletedAtOf({ deleted }),
    })),
    severityResults: map(severities, (severity) => ({
      id: severity.id,
      label: severity.label,
      isUserModified: true,
      relatedItemType: 'part',
      ...relatedPart(inspection, severity.label),
      createdBy: 'user',
      value: { customSeverity: severity.value },
    })),
    wheelAnalysis: {},
    documents: {},
  };
}

function inspectionEntity(inspection: ModelInspection) {
  const { owner, vehicle, additionalData } = inspection;
  return {
    id: inspection.id,
    ownerId: owner.id,
    creatorId: owner.id,
    organizationId: owner.organizationId,
    ...inspection.fields,
    ...(additionalData && { additionalData }),
    ...(inspection.deleted && { deleted: true, deletedAt: 'string' }),
    status: statusOf(inspection.tasks),
    images: ids(inspection.images),
    tasks: ids(inspection.tasks),
    damages: ids(inspection.damages),
    parts: ids(inspection.parts),
    severityResults: ids(inspection.severities),
    wheelAnalysis: [],
    documents: [],
    ...(vehicle && { vehicle: vehicle.id }),
  };
}

export function imageEntity(inspection: ModelInspection, image: ModelImage) {
  const { id, name, photo, tasks } = image;
  return {
    id,
    name,
    path: `/inspections/${inspection.id}/images/${id}`,
    imageWidth: photo.width,
    imageHeight: photo.height,
    binarySize: photo.bytes.length,
    mimetype: 'image/jpeg',
    sha256: photo.sha256,
    rotateImageBeforeUpload: 'NO_ROTATION',
    imageType: 'unknown',
    tasks: tasks.map((task) => ({ name: task })),
    compliances: {},
    inspection: { id: inspection.id },
    views: ids(inspection.views.filter((view) => view.imageId === id)),
    ...(image.fileKey !== undefined && { acquisition: { fileKey: image.fileKey } }),
    ...deletedAtOf(image),
  };
}

export function taskEntity(inspection: ModelInspection, task: ModelTask) {
  return {
    id: task.id,
    name: task.name,
    inspectionId: inspection.id,
    status: task.status,
    confidencePreExecutionStatus: 'NOT_STARTED',
    images: task.images.map((imageId) => ({ imageId })),
    ...(task.name === 'damage_detection' && { damageScoreThreshold: 0.3 }),
    ...(task.startsWithFirstImage && { startsWithFirstImage: true }),
    ...(task.arguments && { arguments: task.arguments }),
  };
}

export function damageEntity(inspection: ModelInspection, damage: ModelDamage) {
  const { deleted: _deleted, ...fields } = damage;
  const parts = ids(inspection.parts.filter(({ partType }) => partType === damage.partType));
  const partOrigin = damage.partType === 'ignore' ? {} : { partOrigin: 'stated' };
  return { ...fields, ...partOrigin, parts, createdBy: 'user', ...deletedAtOf(damage) };
}

export function relatedPart(inspection: ModelInspection, label: string) {
  const part = inspection.parts.find(({ partType }) => partType === label);
  return part ? { relatedItemId: part.id } : {};
}

export function inTaskOrder<T extends { name: string }>(tasks: T[]): T[] {
  return TASK_NAMES.flatMap((name) => tasks.filter((task) => task.name === name));
}

function map<T extends { id: string }>(records: T[], entity: (record: T) => object): Record<string, object> {
  return Object.fromEntries(records.map((record) => [record.id, entity(record)]));
}

export function ids(records: readonly { id: string }[]): string[] {
  return records.map(({ id }) => id);
}
