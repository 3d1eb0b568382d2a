import * as v from 'valibot';
import {
  byId,
  type Entities,
  emptyEntities,
  type Kinds,
  normalizedResponse,
  type Page,
} from '../domain/entities.ts';
import { id, type JsonObject } from '../domain/fields.ts';
import type { Paging } from '../domain/paging.ts';
import { fromWireImage, toWireImage, wireImage } from './image.ts';
import { entitiesFromWire, toWireInspection, wireInspection } from './inspection.ts';
import { decoded, maybe, or } from './read-response.ts';

/** A page of a list: `{data, paging}`. */
export function toWireInspectionPage({ result, entities, paging }: Page<'inspections'>): JsonObject {
  return { data: result.map((one) => toWireInspection(one, entities)), paging };
}

export function toWireImagePage({ data, paging }: Page<'images'>): JsonObject {
  return { data: data.map((image) => toWireImage(image)), paging };
}

const link = or(v.nullable(v.string()), null);
const paging = v.object({
  cursors: or(v.object({ before: maybe(id), after: maybe(id) }), {}),
  previous: link,
  next: link,
});
const pageOf = <S extends v.GenericSchema>(record: S) => v.object({ data: v.array(record), paging });

export function fromWireInspectionPage(json: unknown): Page<'inspections'> {
  const { data, paging } = decoded(pageOf(wireInspection), json, 'page');
  const entities = emptyEntities();
  for (const inspection of data) addTo(entities, entitiesFromWire(inspection));
  const result = data.map((inspection) => inspection.id);
  return page(entities, 'inspections', result, paging);
}

export function fromWireImagePage(json: unknown, inspectionId: string): Page<'images'> {
  const { data, paging } = decoded(pageOf(wireImage), json, 'page');
  const images = byId(data.map((image) => fromWireImage(image, inspectionId)));
  const result = data.map((image) => image.id);
  return page({ ...emptyEntities(), images }, 'images', result, paging);
}

export function fromWireCount(json: unknown): number {
  return decoded(v.object({ total: v.number() }), json, 'count').total;
}

function page<K extends 'inspections' | 'images'>(
  entities: Entities,
  kind: K,
  result: string[],
  paging: Paging,
): Page<K> {
  const records: Record<string, Kinds[K]> = entities[kind];
  const data = result.flatMap((one) => records[one] ?? []);
  return { ...normalizedResponse(entities, result), data, paging };
}

function addTo(entities: Entities, more: Entities): void {
  for (const [kind, records] of Object.entries(more))
    Object.assign(entities[kind as keyof Entities], records);
}
