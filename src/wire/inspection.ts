import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import type { CreatedBy } from '../domain/damage.ts';
import { byId, type Entities, type NormalizedResponse, normalizedResponse } from '../domain/entities.ts';
import { INSPECTION_STATUSES, INSPECTION_TYPES } from '../domain/enums.ts';
import { finite, id, type JsonObject } from '../domain/fields.ts';
import type { Inspection } from '../domain/inspection.ts';
import { inspectionStatus } from '../rules/task-states.ts';
import { additionalDataFromWire, additionalDataToWire } from './additional-data.ts';
import { answerToWire, isObject } from './case.ts';
import { fromWireDamage, toWireDamage, toWirePart, wireDamage, wirePart } from './damage.ts';
import { toWireDocument, wireDocument } from './document.ts';
import { fromWireImage, toWireImage, type WireImage, wireImage } from './image.ts';
import { byPerson, decoded, maybe, or, orId, split, time } from './read-response.ts';
import { toWireSeverity, wireSeverity } from './severity.ts';
import { fromWireTask, toWireTask, wireTask, withoutForeignTasks } from './task.ts';
import { fromWireVehicle, toWireVehicle, wireVehicle } from './vehicle.ts';
import { fromWireView, toWireView } from './view.ts';
import { fromWireWheelAnalysis, toWireWheelAnalysis, wireWheelAnalysis } from './wheel-analysis.ts';

/** An inspection with everything it holds; a record that the answer leaves out travels as its id. */
export function toWireInspection(inspectionId: string, entities: Entities): JsonObject {
  const { deleted: _follows, ...inspection } = present(entities.inspections, inspectionId);
  const each = <T>(ids: readonly string[], records: Record<string, T>, toWire: (record: T) => JsonObject) =>
    ids.map((one) => inFull(one, records, toWire));
  const views = Object.values(entities.views);
  const imagesOf = (damageId: string) => [
    ...new Set(views.filter((view) => view.damageId === damageId).map((view) => view.imageId)),
  ];
  return {
    ...answerToWire(inspection),
    ...(inspection.additionalData && { additional_data: additionalDataToWire(inspection.additionalData) }),
    images: each(inspection.images, entities.images, (image) =>
      toWireImage(image, (viewId) => inFull(viewId, entities.views, toWireView)),
    ),
    tasks: each(inspection.tasks, entities.tasks, toWireTask),
    damages: each(inspection.damages, entities.damages, (damage) =>
      toWireDamage(damage, inspection.id, imagesOf(damage.id)),
    ),
    parts: each(inspection.parts, entities.parts, toWirePart),
    severity_results: each(inspection.severityResults, entities.severityResults, toWireSeverity),
    wheel_analysis: each(inspection.wheelAnalysis, entities.wheelAnalysis, toWireWheelAnalysis),
    documents: each(inspection.documents, entities.documents, toWireDocument),
    ...(inspection.vehicle !== undefined && {
      vehicle: inFull(inspection.vehicle, entities.vehicles, toWireVehicle),
    }),
  };
}

const children = <S extends v.GenericSchema>(schema: S) => or(v.array(orId(schema)), []);

export const wireInspection = v.object({
  id,
  createdAt: time,
  deletedAt: maybe(v.string()),
  ownerId: or(v.string(), ''),
  creatorId: or(v.string(), ''),
  organizationId: maybe(v.string()),
  status: v.fallback(maybe(v.picklist(INSPECTION_STATUSES)), undefined),
  inspectionType: v.fallback(maybe(v.picklist(INSPECTION_TYPES)), undefined),
  accidentNature: maybe(v.string()),
  relatedInspectionId: maybe(v.string()),
  usageDuration: maybe(finite),
  damageAreas: maybe(v.array(v.object({ id: v.string(), relevantElements: or(v.array(v.string()), []) }))),
  additionalData: maybe(
    v.pipe(v.custom<JsonObject>(isObject, 'an object'), v.transform(additionalDataFromWire)),
  ),
  images: children(wireImage),
  tasks: v.pipe(or(v.unknown(), []), v.transform(withoutForeignTasks), v.array(orId(wireTask))),
  damages: children(wireDamage),
  parts: children(wirePart),
  severityResults: children(wireSeverity),
  wheelAnalysis: or(v.array(v.union([id, wireWheelAnalysis])), []),
  documents: children(wireDocument),
  vehicle: maybe(orId(wireVehicle)),
});
export type WireInspection = Checked<typeof wireInspection>;

/** The specification's normalized form: one map per kind. */
export function fromWireInspection(json: unknown): NormalizedResponse {
  const inspection = decoded(wireInspection, json, 'inspection');
  return normalizedResponse(entitiesFromWire(inspection), inspection.id);
}

export function entitiesFromWire(wire: WireInspection): Entities {
  const images = split(wire.images);
  const tasks = split(wire.tasks.map((task) => named(task, (one) => fromWireTask(one, wire.id))));
  const parts = split(wire.parts);
  const damages = split(
    wire.damages.map((damage) => named(damage, (one) => fromWireDamage(one, parts.records))),
  );
  const severityResults = split(wire.severityResults);
  const wheels = split(wire.wheelAnalysis.map((wheel) => named(wheel, fromWireWheelAnalysis)));
  const documents = split(wire.documents);
  const vehicle = wire.vehicle !== undefined && named(wire.vehicle, (one) => fromWireVehicle(one, wire.id));
  const views = images.records.flatMap((image) => viewsOf(image, new Set(damages.ids)));
  const people = [wire.ownerId, wire.creatorId].filter((person) => person !== '');
  const attributed = <T extends { id: string; createdBy: CreatedBy }>(records: readonly T[]) =>
    byId(records.map((one) => byPerson(one, people)));
  const shown = new Set(views.map((view) => view.id));
  const entity: Inspection = {
    ...record(wire),
    ...(wire.deletedAt !== undefined && { deleted: true }),
    status: wire.status ?? inspectionStatus(tasks.records),
    images: images.ids,
    tasks: tasks.ids,
    damages: damages.ids,
    parts: parts.ids,
    severityResults: severityResults.ids,
    wheelAnalysis: wheels.ids,
    documents: documents.ids,
    ...(vehicle && { vehicle: typeof vehicle === 'string' ? vehicle : vehicle.id }),
  };
  return {
    inspections: byId([entity]),
    images: byId(images.records.map((image) => fromWireImage(onlyViews(image, shown), wire.id))),
    tasks: byId(tasks.records),
    vehicles: vehicle && typeof vehicle !== 'string' ? byId([vehicle]) : {},
    damages: attributed(damages.records),
    parts: byId(parts.records),
    views: attributed(views),
    severityResults: attributed(severityResults.records),
    wheelAnalysis: byId(wheels.records),
    documents: byId(documents.records),
  };
}

/** The service also shows where parts are; a view of ours is always a damage's. */
function viewsOf(image: WireImage, damageIds: ReadonlySet<string>) {
  return split(image.views)
    .records.filter((view) => damageIds.has(view.elementId))
    .flatMap((view) => fromWireView(view, image.id) ?? []);
}

function onlyViews(image: WireImage, shown: ReadonlySet<string>): WireImage {
  return { ...image, views: image.views.filter((view) => typeof view === 'string' || shown.has(view.id)) };
}

/** What an inspection says of itself, without what it holds. */
function record(wire: WireInspection) {
  const {
    images: _images,
    tasks: _tasks,
    damages: _damages,
    parts: _parts,
    severityResults: _severities,
    wheelAnalysis: _wheels,
    documents: _documents,
    vehicle: _vehicle,
    ...own
  } = wire;
  return own;
}

function named<T extends object, U>(child: string | T, read: (child: T) => U): string | U {
  return typeof child === 'string' ? child : read(child);
}

function inFull<T>(childId: string, records: Record<string, T>, toWire: (record: T) => JsonObject) {
  const found = Object.hasOwn(records, childId) ? records[childId] : undefined;
  return found === undefined ? childId : toWire(found);
}

function present<T>(records: Record<string, T>, recordId: string): T {
  const found = records[recordId];
  if (found === undefined) throw new RangeError(`There is no record ${recordId} to encode.`);
  return found;
}
