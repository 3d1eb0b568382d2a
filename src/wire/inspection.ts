import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import { INSPECTION_STATUSES } from '../domain/enums.ts';
import { entriesOf, type JsonObject } from '../domain/fields.ts';
import type { CreatedBy } from '../domain/records/created-by.ts';
import {
  byId,
  type Entities,
  type NormalizedResponse,
  normalizedResponse,
} from '../domain/records/entities.ts';
import type { Inspection } from '../domain/records/inspection.ts';
import { inspectionSchema } from '../domain/records/record-schemas.ts';
import { deriveInspectionStatus } from '../domain/task/task-status.ts';
import { additionalDataFromWire, additionalDataToWire } from './additional-data.ts';
import { fromWireDamage, toWireDamage, toWirePart, wireDamage, wirePart } from './damage.ts';
import { attributeToUser, decodeResponse, recordOrId, splitChildren } from './decode-response.ts';
import { fromWireImage, toWireImage, type WireImage, wireImage } from './image.ts';
import { responseToWire } from './key-case.ts';
import { anyObject, fieldWithDefault, lenientEntries, optionalField } from './lenient.ts';
import { fromWireWheelAnalysis, wireDocument, wireSeverity, wireWheelAnalysis } from './results.ts';
import { dropUnknownTasks, fromWireTask, toWireTask, wireTask } from './task.ts';
import { fromWireVehicle, toWireVehicle, wireVehicle } from './vehicle.ts';
import { fromWireView, toWireView } from './view.ts';

/** Converts an inspection with its records. A record that is not in `entities` is sent as its id. */
export function toWireInspection(inspectionId: string, entities: Entities): JsonObject {
  const { deleted: _deleted, ...inspection } = getRecord(entities.inspections, inspectionId);
  const each = <T>(ids: readonly string[], records: Record<string, T>, toWire: (record: T) => JsonObject) =>
    ids.map((one) => recordToWire(one, records, toWire));
  const views = Object.values(entities.views);
  const imagesOf = (elementId: string) => {
    const ids = new Set(views.filter((view) => view.damageId === elementId).map((view) => view.imageId));
    return [...ids].flatMap((imageId) => entities.images[imageId] ?? []);
  };
  return {
    ...responseToWire(inspection),
    ...(inspection.additionalData && { additional_data: additionalDataToWire(inspection.additionalData) }),
    images: each(inspection.images, entities.images, (image) =>
      toWireImage(image, (viewId) => recordToWire(viewId, entities.views, toWireView)),
    ),
    tasks: each(inspection.tasks, entities.tasks, toWireTask),
    damages: each(inspection.damages, entities.damages, (damage) =>
      toWireDamage(damage, inspection.id, imagesOf(damage.id)),
    ),
    parts: each(inspection.parts, entities.parts, (part) => toWirePart(part, imagesOf(part.id))),
    severity_results: each(inspection.severityResults, entities.severityResults, responseToWire),
    wheel_analysis: each(inspection.wheelAnalysis, entities.wheelAnalysis, responseToWire),
    documents: each(inspection.documents, entities.documents, responseToWire),
    ...(inspection.vehicle !== undefined && {
      vehicle: recordToWire(inspection.vehicle, entities.vehicles, toWireVehicle),
    }),
  };
}

const children = <S extends v.GenericSchema>(schema: S) => fieldWithDefault(v.array(recordOrId(schema)), []);

export const wireInspection = v.object({
  ...lenientEntries(entriesOf(inspectionSchema)),
  status: v.fallback(optionalField(v.picklist(INSPECTION_STATUSES)), undefined),
  additionalData: optionalField(v.pipe(anyObject, v.transform(additionalDataFromWire))),
  images: children(wireImage),
  tasks: v.pipe(
    fieldWithDefault(v.unknown(), []),
    v.transform(dropUnknownTasks),
    v.array(recordOrId(wireTask)),
  ),
  damages: children(wireDamage),
  parts: children(wirePart),
  severityResults: children(wireSeverity),
  wheelAnalysis: children(wireWheelAnalysis),
  documents: children(wireDocument),
  vehicle: optionalField(recordOrId(wireVehicle)),
});
type WireInspection = Checked<typeof wireInspection>;

/**
 * Reads an inspection with its records into a normalized response.
 *
 * @throws `remote_invalid` if the JSON does not match the wire format.
 */
export function fromWireInspection(json: unknown): NormalizedResponse {
  const inspection = decodeResponse(wireInspection, json, 'inspection');
  return normalizedResponse(entitiesFromWire(inspection), inspection.id);
}

export function entitiesFromWire(wire: WireInspection): Entities {
  const images = splitChildren(wire.images);
  const tasks = splitChildren(wire.tasks.map((task) => mapRecord(task, (one) => fromWireTask(one, wire.id))));
  const parts = splitChildren(wire.parts);
  const damages = splitChildren(
    wire.damages.map((damage) => mapRecord(damage, (one) => fromWireDamage(one, parts.records))),
  );
  const severityResults = splitChildren(wire.severityResults);
  const wheels = splitChildren(wire.wheelAnalysis.map((wheel) => mapRecord(wheel, fromWireWheelAnalysis)));
  const documents = splitChildren(wire.documents);
  const vehicle =
    wire.vehicle !== undefined && mapRecord(wire.vehicle, (one) => fromWireVehicle(one, wire.id));
  const views = images.records.flatMap((image) => damageViews(image, new Set(damages.ids)));
  const userIds = [wire.ownerId, wire.creatorId].filter((userId) => userId !== '');
  const attributeAll = <T extends { id: string; createdBy: CreatedBy }>(records: readonly T[]) =>
    byId(records.map((one) => attributeToUser(one, userIds)));
  const viewIds = new Set(views.map((view) => view.id));
  const entity: Inspection = {
    ...ownFields(wire),
    ...(wire.deletedAt !== undefined && { deleted: true }),
    status: wire.status ?? deriveInspectionStatus(tasks.records),
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
    images: byId(images.records.map((image) => fromWireImage(keepViews(image, viewIds), wire.id))),
    tasks: byId(tasks.records),
    vehicles: vehicle && typeof vehicle !== 'string' ? byId([vehicle]) : {},
    damages: attributeAll(damages.records),
    parts: byId(parts.records),
    views: attributeAll(views),
    severityResults: attributeAll(severityResults.records),
    wheelAnalysis: byId(wheels.records),
    documents: byId(documents.records),
  };
}

/** Returns the views of damages. The service also has views of parts. */
function damageViews(image: WireImage, damageIds: ReadonlySet<string>) {
  return splitChildren(image.views)
    .records.filter((view) => damageIds.has(view.elementId))
    .flatMap((view) => fromWireView(view, image.id) ?? []);
}

function keepViews(image: WireImage, viewIds: ReadonlySet<string>): WireImage {
  return { ...image, views: image.views.filter((view) => typeof view === 'string' || viewIds.has(view.id)) };
}

/** Returns the fields of an inspection without its child records. */
function ownFields(wire: WireInspection) {
  const {
    images: _images,
    tasks: _tasks,
    damages: _damages,
    parts: _parts,
    severityResults: _severities,
    wheelAnalysis: _wheels,
    documents: _documents,
    vehicle: _vehicle,
    ...fields
  } = wire;
  return fields;
}

function mapRecord<T extends object, U>(child: string | T, read: (child: T) => U): string | U {
  return typeof child === 'string' ? child : read(child);
}

function recordToWire<T>(childId: string, records: Record<string, T>, toWire: (record: T) => JsonObject) {
  const record = Object.hasOwn(records, childId) ? records[childId] : undefined;
  return record === undefined ? childId : toWire(record);
}

function getRecord<T>(records: Record<string, T>, recordId: string): T {
  const record = records[recordId];
  if (record === undefined) throw new RangeError(`Cannot encode record ${recordId}: it does not exist.`);
  return record;
}
