import * as v from 'valibot';
import { DAMAGE_TYPES, type DamageType, PART_TYPES, type PartType } from './enums.ts';
import { object } from './fields.ts';
import type { PartOperation } from './repair-estimate.ts';

/** Input of `damages.createOne`. */
export interface CreateDamage {
  damageType: DamageType;
  /** `ignore` if the part is unknown. */
  partType: PartType;
}

/** The origin of a record: a user, or a model with its version and the engine that ran it. */
export type CreatedBy = 'user' | { model: string; version: string; engine: string };

/** A damage of the vehicle. Views show where it is. */
export interface Damage {
  id: string;
  damageType: DamageType;
  partType: PartType;
  /** Ids of the parts that it is on. Empty if the part is unknown (`ignore`). */
  parts: string[];
  /** ISO 8601. */
  createdAt: string;
  createdBy: CreatedBy;
  /** 0 to 1. Only if a model created it. */
  confidence?: number;
  /** ISO 8601. */
  deletedAt?: string;
}

/** A damaged part of the vehicle. */
export interface Part {
  id: string;
  partType: PartType;
  damageIds: string[];
  createdBy: CreatedBy;
  /** The repair and its costs. Present once the task `repair_estimate` is done. */
  partOperation?: PartOperation;
}

export const createDamageSchema = object({
  damageType: v.picklist(DAMAGE_TYPES),
  partType: v.picklist(PART_TYPES),
});
