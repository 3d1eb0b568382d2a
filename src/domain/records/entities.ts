import { KerbsideError } from '../../errors.ts';
import type { Paging } from '../paging.ts';
import type { Damage, Part } from './damage.ts';
import type { Document } from './document.ts';
import type { Image } from './image.ts';
import type { Inspection } from './inspection.ts';
import type { SeverityResult } from './severity.ts';
import type { Task } from './task.ts';
import type { Vehicle } from './vehicle.ts';
import type { View } from './view.ts';
import type { WheelAnalysis } from './wheel-analysis.ts';

/** The record type of each kind. */
export interface Kinds {
  inspections: Inspection;
  images: Image;
  tasks: Task;
  vehicles: Vehicle;
  damages: Damage;
  parts: Part;
  views: View;
  severityResults: SeverityResult;
  wheelAnalysis: WheelAnalysis;
  documents: Document;
}
/** The name of a kind of record. */
export type Kind = keyof Kinds;

/** One map per kind of record, keyed by id. Maps without records are empty, never absent. */
export type Entities = { [K in Kind]: Record<string, Kinds[K]> };

/** The specification's normalized response. */
export interface NormalizedResponse<Result = string> {
  /** The records of the response. */
  entities: Entities;
  /** The id of the main record, or the ids. */
  result: Result;
}

/** A page of a list. */
export interface Page<K extends 'inspections' | 'images'> extends NormalizedResponse<string[]> {
  /** The records of the page, in list order. */
  data: Kinds[K][];
  /** The position of the page in the list. */
  paging: Paging;
}

/** A deleted record. */
export interface Deleted {
  /** The record's id. */
  id: string;
  /** Always true. */
  deleted: true;
}

/** The response of a delete: the deleted record as `{ id, deleted: true }`, by its kind. */
export interface DeleteResponse<K extends Kind, Removed extends Deleted = Deleted> {
  /** The deleted record in the map of its kind. The other maps are empty. */
  entities: Omit<Entities, K> & Record<K, Record<string, Removed>>;
  /** The deleted record's id. */
  id: string;
  /** Always true. */
  deleted: true;
  /** The deleted record's id. */
  result: string;
}

export function emptyEntities(): Entities {
  return {
    inspections: {},
    images: {},
    tasks: {},
    vehicles: {},
    damages: {},
    parts: {},
    views: {},
    severityResults: {},
    wheelAnalysis: {},
    documents: {},
  };
}

export function byId<T extends { id: string }>(records: readonly T[]): Record<string, T> {
  return Object.fromEntries(records.map((record) => [record.id, record]));
}

export function normalizedResponse<Result = string>(
  entities: Partial<Entities>,
  result: Result,
): NormalizedResponse<Result> {
  return { entities: { ...emptyEntities(), ...entities }, result };
}

export function deleteResponse<K extends Kind, Removed extends Deleted>(
  kind: K,
  removed: Removed,
): DeleteResponse<K, Removed> {
  const entities: unknown = { ...emptyEntities(), [kind]: { [removed.id]: removed } };
  return {
    entities: entities as DeleteResponse<K, Removed>['entities'],
    id: removed.id,
    deleted: true,
    result: removed.id,
  };
}

/**
 * Returns the record that a response is about, without its map: `entities[kind][result]`.
 *
 * @param response - The response of a call about one record.
 * @param kind - The kind of that record.
 * @throws `not_found` if the response has no such record, for example because it is about another kind.
 * @example
 * ```ts
 * const task = getRecord(await kerbside.tasks.getOne(id, 'damage_detection'), 'tasks');
 * console.log(task.status);
 * ```
 */
export function getRecord<K extends Kind>({ entities, result }: NormalizedResponse, kind: K): Kinds[K] {
  return requireRecord(entities[kind], result, kind);
}

/**
 * Returns the records that a response lists, in their order.
 *
 * @param response - The response of a call that lists records.
 * @param kind - The kind of those records.
 * @throws `not_found` if the response has no such records.
 * @example
 * ```ts
 * const tasks = getRecords(await kerbside.tasks.getMany(id), 'tasks');
 * ```
 */
export function getRecords<K extends Kind>(
  { entities, result }: NormalizedResponse<string[]>,
  kind: K,
): Kinds[K][] {
  return result.map((id) => requireRecord(entities[kind], id, kind));
}

function requireRecord<T>(records: Record<string, T>, id: string, kind: Kind): T {
  const record = Object.hasOwn(records, id) ? records[id] : undefined;
  if (record) return record;
  throw new KerbsideError('not_found', `The response has no record ${id} in entities.${kind}.`, {
    details: { kind, id },
  });
}
