import * as v from 'valibot';
import type { Checked } from './check.ts';
import { DAMAGE_TYPES, type DamageType, PART_TYPES, type PartType } from './enums.ts';
import { object } from './fields.ts';
import type { PartOperation } from './repair-estimate.ts';

export const createDamage = object({
  damageType: v.picklist(DAMAGE_TYPES),
  partType: v.picklist(PART_TYPES),
});
export type CreateDamage = Checked<typeof createDamage>;

/** Who made a record: a person through the API, or a model (with its version and engine). */
export type CreatedBy = 'user' | { model: string; version: string; engine: string };

export interface Damage {
  id: string;
  damageType: DamageType;
  partType: PartType;
  /** Ids of the parts it lies on. Empty where no part can be told (`ignore`). */
  parts: string[];
  createdAt: string;
  createdBy: CreatedBy;
  /** From 0 to 1, where a model made it. */
  confidence?: number;
  deletedAt?: string;
}

export interface Part {
  id: string;
  partType: PartType;
  damageIds: string[];
  createdBy: CreatedBy;
  /** What is to be done to it and what that costs, once `repair_estimate` is done. */
  partOperation?: PartOperation;
}
