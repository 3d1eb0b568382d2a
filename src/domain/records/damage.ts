import * as v from 'valibot';
import { DAMAGE_TYPES, type DamageType, PART_TYPES, type PartType } from '../enums.ts';
import { object } from '../fields.ts';
import type { CreatedBy } from './created-by.ts';
import type { PartOperation } from './repair-estimate.ts';

/** How the part of a damage became known, the most reliable first. */
export const PART_ORIGINS = ['stated', 'seen', 'inferred', 'guessed'] as const;
/**
 * - `stated`: a person named the part, or took the photo for it.
 * - `seen`: a model saw the part at the place of the damage.
 * - `inferred`: the type of the damage and the side of the photo leave one part, or the part lies next to the damage.
 * - `guessed`: the part that is usually there on a photo of this side. Nothing on the photo shows it.
 */
export type PartOrigin = (typeof PART_ORIGINS)[number];

/** Input of `damages.createOne`. */
export interface CreateDamage {
  /** The kind of damage. */
  damageType: DamageType;
  /** `ignore` if the part is unknown. */
  partType: PartType;
}

/** Input of `damages.correctOne`. Fields that are left out keep their value. */
export interface CorrectDamage {
  /** The kind of damage. */
  damageType?: DamageType | undefined;
  /** The part that it is on. */
  partType?: PartType | undefined;
}

/** A model's detection before a user corrected it. */
export interface DamageOrigin {
  /** The model. */
  createdBy: Exclude<CreatedBy, 'user'>;
  /** 0 to 1. */
  confidence?: number;
  /** The kind of damage that the model detected. */
  damageType: DamageType;
  /** The part that the model named. */
  partType: PartType;
}

/** A damage of the vehicle. Views show where it is. */
export interface Damage {
  /** The damage's id. */
  id: string;
  /** The kind of damage. */
  damageType: DamageType;
  /** The part that it is on. `ignore` if the part is unknown. */
  partType: PartType;
  /** How the part became known. Absent if it is unknown (`ignore`), or if another service created the damage. */
  partOrigin?: PartOrigin;
  /** Ids of the parts that it is on. Empty if the part is unknown (`ignore`). */
  parts: string[];
  /** ISO 8601. */
  createdAt: string;
  /** A user or a model. */
  createdBy: CreatedBy;
  /** 0 to 1. Only if a model created it. */
  confidence?: number;
  /** The model's detection. Present if a user corrected the damage of a model; `createdBy` is then `user`. */
  correctedFrom?: DamageOrigin;
  /** When a user confirmed the damage of a model. ISO 8601. */
  confirmedAt?: string;
  /** ISO 8601. */
  deletedAt?: string;
}

/** A damaged part of the vehicle. */
export interface Part {
  /** The part's id. */
  id: string;
  /** Which part it is. */
  partType: PartType;
  /** The damages on it. */
  damageIds: string[];
  /** A user or a model. */
  createdBy: CreatedBy;
  /** The repair and its costs. Present once the task `repair_estimate` is done. */
  partOperation?: PartOperation;
}

export const createDamageSchema = object({
  damageType: v.picklist(DAMAGE_TYPES),
  partType: v.picklist(PART_TYPES),
});

export const correctDamageSchema = object({
  damageType: v.optional(v.picklist(DAMAGE_TYPES)),
  partType: v.optional(v.picklist(PART_TYPES)),
});
