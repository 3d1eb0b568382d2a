import type { Damage, Part } from '../domain/records/damage.ts';
import {
  byId,
  type Entities,
  emptyEntities,
  type NormalizedResponse,
  normalizedResponse,
} from '../domain/records/entities.ts';
import type { Image } from '../domain/records/image.ts';
import type { Inspection } from '../domain/records/inspection.ts';
import { deriveInspectionStatus } from '../domain/task/task-status.ts';
import {
  type DamageRecord,
  type ImageRecord,
  type InspectionState,
  notFoundError,
  type PartRecord,
} from './state.ts';

/**
 * Returns the inspection without deleted records.
 *
 * A view is hidden with its image, and with the damage or part that it shows.
 */
export function hideDeleted(state: InspectionState, showDeleted: boolean): InspectionState {
  if (showDeleted) return state;
  const images = state.images.filter(isNotDeleted);
  const damages = state.damages.filter(isNotDeleted);
  const imageIds = idSet(images);
  const elementIds = idSet([...damages, ...state.parts]);
  const views = state.views.filter(
    (view) => isNotDeleted(view) && imageIds.has(view.imageId) && elementIds.has(view.damageId),
  );
  return { ...state, images, damages, views };
}

/**
 * Returns the inspection without deleted records, or with them if `showDeletedObjects` is true.
 *
 * @throws `not_found` if the inspection itself is deleted and `showDeletedObjects` is false.
 */
export function requireVisible(state: InspectionState, showDeletedObjects: boolean): InspectionState {
  const { id, deletedAt } = state.inspection;
  if (deletedAt && !showDeletedObjects) throw notFoundError('inspection', id, deletedAt);
  return hideDeleted(state, showDeletedObjects);
}

/** Returns all records of an inspection in the specification's form, by kind. */
export function toEntities(state: InspectionState): Entities {
  return {
    inspections: byId([toInspection(state)]),
    images: byId(state.images.map((image) => toImage(state, image))),
    tasks: byId(state.tasks),
    vehicles: state.vehicle ? byId([state.vehicle]) : {},
    damages: byId(state.damages.map((damage) => toDamage(state, damage))),
    parts: byId(state.parts.map((part) => toPart(state, part))),
    views: byId(state.views),
    severityResults: byId(state.severityResults),
    wheelAnalysis: byId(state.wheelAnalysis),
    documents: byId(state.documents),
  };
}

export function toInspectionResponse(state: InspectionState): NormalizedResponse {
  return normalizedResponse(toEntities(state), state.inspection.id);
}

/** Returns the entities of a list. With `verbose` 0, only the inspections, their images and their damages. */
export function toListEntities(states: readonly InspectionState[], verbose: number): Entities {
  const entities = emptyEntities();
  for (const state of states) {
    const { inspections, images, damages, ...rest } = toEntities(hideDeleted(state, false));
    const selected =
      verbose > 0 ? { inspections, images, damages, ...rest } : { inspections, images, damages };
    for (const [kind, records] of Object.entries(selected))
      Object.assign(entities[kind as keyof Entities], records);
  }
  return entities;
}

export function toInspection(state: InspectionState): Inspection {
  const { inspection, vehicle } = state;
  return {
    ...inspection,
    ...(inspection.deletedAt && { deleted: true }),
    status: deriveInspectionStatus(state.tasks),
    images: idsOf(state.images),
    tasks: idsOf(state.tasks),
    damages: idsOf(state.damages),
    parts: idsOf(state.parts),
    severityResults: idsOf(state.severityResults),
    wheelAnalysis: idsOf(state.wheelAnalysis),
    documents: idsOf(state.documents),
    ...(vehicle && { vehicle: vehicle.id }),
  };
}

export function toImage(state: InspectionState, image: ImageRecord): Image {
  const inspectionId = state.inspection.id;
  return {
    ...image,
    path: `/inspections/${inspectionId}/images/${image.id}`,
    inspection: { id: inspectionId },
    views: idsOf(state.views.filter((view) => view.imageId === image.id)),
  };
}

/** A damage is on one part, or on none if its part is unknown (`ignore`). */
export function toDamage(state: InspectionState, damage: DamageRecord): Damage {
  const { severityIds: _severityIds, ...fields } = damage;
  return { ...fields, parts: idsOf(state.parts.filter((part) => part.partType === damage.partType)) };
}

function toPart(state: InspectionState, part: PartRecord): Part {
  return { ...part, damageIds: idsOf(state.damages.filter((damage) => damage.partType === part.partType)) };
}

function isNotDeleted(record: { deletedAt?: string }): boolean {
  return record.deletedAt === undefined;
}

function idsOf(records: readonly { id: string }[]): string[] {
  return records.map((record) => record.id);
}

function idSet(records: readonly { id: string }[]): Set<string> {
  return new Set(idsOf(records));
}
