import * as v from 'valibot';
import { id, type JsonObject } from '../domain/fields.ts';
import type { Paging } from '../domain/paging.ts';
import {
  byId,
  type Entities,
  emptyEntities,
  type Kinds,
  normalizedResponse,
  type Page,
} from '../domain/records/entities.ts';
import { decodeResponse } from './decode-response.ts';
import { fromWireImage, toWireImage, wireImage } from './image.ts';
import { entitiesFromWire, toWireInspection, wireInspection } from './inspection.ts';
import { fieldWithDefault, optionalField } from './lenient.ts';

/** A page of a list on the wire. */
interface WirePage extends JsonObject {
  data: JsonObject[];
  paging: Paging;
}

/** Converts a page of a list to `{ data, paging }`. */
export function toWireInspectionPage({ result, entities, paging }: Page<'inspections'>): WirePage {
  return { data: result.map((one) => toWireInspection(one, entities)), paging };
}

export function toWireImagePage({ data, paging }: Page<'images'>): WirePage {
  return { data: data.map((image) => toWireImage(image)), paging };
}

const link = fieldWithDefault(v.nullable(v.string()), null);
const paging = v.object({
  cursors: fieldWithDefault(v.object({ before: optionalField(id), after: optionalField(id) }), {}),
  previous: link,
  next: link,
});
const pageOf = <S extends v.GenericSchema>(record: S) => v.object({ data: v.array(record), paging });
export const wireInspectionPage = pageOf(wireInspection);
export const wireImagePage = pageOf(wireImage);

export function fromWireInspectionPage(json: unknown): Page<'inspections'> {
  const { data, paging } = decodeResponse(wireInspectionPage, json, 'page');
  const entities = emptyEntities();
  for (const inspection of data) mergeInto(entities, entitiesFromWire(inspection));
  const result = data.map((inspection) => inspection.id);
  return createPage(entities, 'inspections', result, paging);
}

export function fromWireImagePage(json: unknown, inspectionId: string): Page<'images'> {
  const { data, paging } = decodeResponse(wireImagePage, json, 'page');
  const images = byId(data.map((image) => fromWireImage(image, inspectionId)));
  const result = data.map((image) => image.id);
  return createPage({ ...emptyEntities(), images }, 'images', result, paging);
}

export const wireCount = v.object({ total: v.number() });

export function fromWireCount(json: unknown): number {
  return decodeResponse(wireCount, json, 'count').total;
}

function createPage<K extends 'inspections' | 'images'>(
  entities: Entities,
  kind: K,
  result: string[],
  paging: Paging,
): Page<K> {
  const records: Record<string, Kinds[K]> = entities[kind];
  const data = result.flatMap((one) => records[one] ?? []);
  return { ...normalizedResponse(entities, result), data, paging };
}

function mergeInto(entities: Entities, more: Entities): void {
  for (const [kind, records] of Object.entries(more))
    Object.assign(entities[kind as keyof Entities], records);
}
