import * as v from 'valibot';
import { PART_TYPES, type PartType, REPAIR_OPERATIONS, type RepairOperation } from '../enums.ts';
import { notNegative, object } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import type { CreatedBy } from './created-by.ts';
import type { SeverityLevel } from './repair-estimate.ts';

/** Input of `severities.createOne`. */
export interface CreateSeverity {
  /** The part. */
  label: PartType;
  /** The repair costs of the part, in major units (euros, not cents) of the price table's currency. At most 10^11. */
  pricing?: number;
  /** 1 is light, 3 is heavy. */
  level?: SeverityLevel;
  /** Whether the part is repaired or replaced. */
  repairOperation?: RepairOperation;
}

/** Input of `severities.updateOne`. Fields that are left out keep their value. */
export interface UpdateSeverity {
  /** `null` removes the price. */
  pricing?: number | null;
  /** 1 is light, 3 is heavy. */
  level?: SeverityLevel;
  /** Whether the part is repaired or replaced. */
  repairOperation?: RepairOperation;
}

/** How serious the damage of a part is: the model's assessment or the user's. */
export interface SeverityResult {
  /** The severity's id. */
  id: string;
  /** The part. */
  label: PartType;
  /** True if a user created or changed it. */
  isUserModified: boolean;
  /** The subject of the severity. */
  relatedItemType: 'part' | 'damage' | 'comment';
  /** The id of the part or damage. */
  relatedItemId?: string;
  /** A user or a model. */
  createdBy: CreatedBy;
  /** The level, the price in major units and the repair. */
  value: { customSeverity: { level?: SeverityLevel; pricing?: number; repairOperation?: RepairOperation } };
}

/** In major units. */
export const price = v.pipe(notNegative, v.maxValue(LIMITS.price, `a number of at most ${LIMITS.price}`));

const level = v.picklist([1, 2, 3]);

export const createSeveritySchema = object({
  label: v.picklist(PART_TYPES),
  pricing: v.optional(price),
  level: v.optional(level),
  repairOperation: v.optional(v.picklist(REPAIR_OPERATIONS)),
});

export const updateSeveritySchema = object({
  pricing: v.optional(v.nullable(price)),
  level: v.optional(level),
  repairOperation: v.optional(v.picklist(REPAIR_OPERATIONS)),
});
