import type { Damage, Part } from '../domain/damage.ts';
import {
  byId,
  type Entities,
  emptyEntities,
  type NormalizedResponse,
  normalizedResponse,
} from '../domain/entities.ts';
import type { Image } from '../domain/image.ts';
import type { Inspection } from '../domain/inspection.ts';
import {
  type DamageRecord,
  type ImageRecord,
  type InspectionState,
  notFound,
  type PartRecord,
} from './state.ts';
import { inspectionStatus } from './task-states.ts';

/** The inspection without what is deleted; a view goes with its image and with the damage, or the part, it shows. */
export function visible(state: InspectionState, showDeleted: boolean): InspectionState {
  if (showDeleted) return state;
  const images = state.images.filter(isPresent);
  const damages = state.damages.filter(isPresent);
  const imageIds = idsOf(images);
  const elementIds = idsOf([...damages, ...state.parts]);
  const views = state.views.filter(
    (view) => isPresent(view) && imageIds.has(view.imageId) && elementIds.has(view.damageId),
  );
  return { ...state, images, damages, views };
}

/** Refuses an inspection that was deleted, unless deleted ones are asked for. */
export function shown(state: InspectionState, showDeletedObjects: boolean): InspectionState {
  const { id, deletedAt } = state.inspection;
  if (deletedAt && !showDeletedObjects) throw notFound('inspection', id, deletedAt);
  return visible(state, showDeletedObjects);
}

/** All records of one inspection in the specification's form, each under its kind. */
export function entitiesOf(state: InspectionState): Entities {
  return {
    inspections: byId([inspectionEntity(state)]),
    images: byId(state.images.map((image) => imageEntity(state, image))),
    tasks: byId(state.tasks),
    vehicles: state.vehicle ? byId([state.vehicle]) : {},
    damages: byId(state.damages.map((damage) => damageEntity(state, damage))),
    parts: byId(state.parts.map((part) => partEntity(state, part))),
    views: byId(state.views),
    severityResults: byId(state.severityResults),
    wheelAnalysis: byId(state.wheelAnalysis),
    documents: byId(state.documents),
  };
}

export function inspectionAnswer(state: InspectionState): NormalizedResponse {
  return normalizedResponse(entitiesOf(state), state.inspection.id);
}

/** What a listing holds: with verbose 0 only the inspections, their images and their damages. */
export function listingEntities(states: readonly InspectionState[], verbose: number): Entities {
  const entities = emptyEntities();
  for (const state of states) {
    const { inspections, images, damages, ...rest } = entitiesOf(visible(state, false));
    const kept = verbose > 0 ? { inspections, images, damages, ...rest } : { inspections, images, damages };
    for (const [kind, records] of Object.entries(kept))
      Object.assign(entities[kind as keyof Entities], records);
  }
  return entities;
}

export function inspectionEntity(state: InspectionState): Inspection {
  const { inspection, vehicle } = state;
  return {
    ...inspection,
    ...(inspection.deletedAt && { deleted: true }),
    status: inspectionStatus(state.tasks),
    images: ids(state.images),
    tasks: ids(state.tasks),
    damages: ids(state.damages),
    parts: ids(state.parts),
    severityResults: ids(state.severityResults),
    wheelAnalysis: ids(state.wheelAnalysis),
    documents: ids(state.documents),
    ...(vehicle && { vehicle: vehicle.id }),
  };
}

export function imageEntity(state: InspectionState, image: ImageRecord): Image {
  const inspectionId = state.inspection.id;
  return {
    ...image,
    path: `/inspections/${inspectionId}/images/${image.id}`,
    inspection: { id: inspectionId },
    views: ids(state.views.filter((view) => view.imageId === image.id)),
  };
}

/** A damage lies on one part; where the part can not be told (`ignore`) it lies on none. */
export function damageEntity(state: InspectionState, damage: DamageRecord): Damage {
  const { severityIds: _ours, ...shown } = damage;
  return { ...shown, parts: ids(state.parts.filter((part) => part.partType === damage.partType)) };
}

function partEntity(state: InspectionState, part: PartRecord): Part {
  return { ...part, damageIds: ids(state.damages.filter((damage) => damage.partType === part.partType)) };
}

function isPresent(record: { deletedAt?: string }): boolean {
  return record.deletedAt === undefined;
}

function ids(records: readonly { id: string }[]): string[] {
  return records.map((record) => record.id);
}

function idsOf(records: readonly { id: string }[]): Set<string> {
  return new Set(ids(records));
}
