import * as v from 'valibot';
import type { Checked } from './check.ts';
import type { CreatedBy } from './damage.ts';
import { PART_TYPES, type PartType, REPAIR_OPERATIONS, type RepairOperation } from './enums.ts';
import { notNegative, object } from './fields.ts';

const level = v.picklist([1, 2, 3]);

export const createSeverity = object({
  label: v.picklist(PART_TYPES),
  pricing: v.optional(notNegative),
  level: v.optional(level),
  repairOperation: v.optional(v.picklist(REPAIR_OPERATIONS)),
});
export type CreateSeverity = Checked<typeof createSeverity>;

/** `pricing: null` takes the price back; a field left out keeps its value. */
export const updateSeverity = object({
  pricing: v.optional(v.nullable(notNegative)),
  level: v.optional(level),
  repairOperation: v.optional(v.picklist(REPAIR_OPERATIONS)),
});
export type UpdateSeverity = Checked<typeof updateSeverity>;

export interface SeverityResult {
  id: string;
  label: PartType;
  isUserModified: boolean;
  relatedItemType: 'part' | 'damage' | 'comment';
  relatedItemId?: string;
  createdBy: CreatedBy;
  value: { customSeverity: { level?: 1 | 2 | 3; pricing?: number; repairOperation?: RepairOperation } };
}
