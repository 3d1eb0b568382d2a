import type { Damage, Part } from './damage.ts';
import type { Document } from './document.ts';
import type { Image } from './image.ts';
import type { Inspection } from './inspection.ts';
import type { Paging } from './paging.ts';
import type { SeverityResult } from './severity.ts';
import type { Task } from './task.ts';
import type { Vehicle } from './vehicle.ts';
import type { View } from './view.ts';
import type { WheelAnalysis } from './wheel-analysis.ts';

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
export type Kind = keyof Kinds;

/** One map per kind of record, keyed by id. Every map is there, empty or not. */
export type Entities = { [K in Kind]: Record<string, Kinds[K]> };

/** The specification's normalized form. */
export interface NormalizedResponse<Result = string> {
  entities: Entities;
  result: Result;
}

export interface Page<K extends 'inspections' | 'images'> extends NormalizedResponse<string[]> {
  data: Kinds[K][];
  paging: Paging;
}

export interface Deleted {
  id: string;
  deleted: true;
}

/** What a delete answers: the removed record as `{ id, deleted: true }`, under its kind. */
export interface DeleteResponse<K extends Kind, Removed extends Deleted = Deleted> {
  entities: Omit<Entities, K> & Record<K, Record<string, Removed>>;
  id: string;
  deleted: true;
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
