import type { CreatedBy } from './damage.ts';
import type { PartType } from './enums.ts';

/** What a workshop does to a part, the lighter before the heavier. */
export const PART_OPERATIONS = ['polish', 'paint', 'dent_repair', 'replace'] as const;
export type PartOperationName = (typeof PART_OPERATIONS)[number];

export type SeverityLevel = 1 | 2 | 3;

/** Hours. `t` is body work and `m` fitting, each at three degrees of difficulty: those of the severity. */
export interface LabourDetails {
  t1: number;
  t2: number;
  t3: number;
  m1: number;
  m2: number;
  m3: number;
  paintHours: number;
  /** Body work and fitting together. */
  labourHours: number;
}

/** An amount in minor units of its currency (cents), with the bounds it may turn out at. */
export interface EstimatedCost {
  totalCost: number;
  range: { low: number; high: number };
  /** ISO 4217. */
  currency: string;
}

/** What is to be done to one part, and what it rests on. Costs are in minor units. */
export interface PartOperation extends EstimatedCost {
  name: PartOperationName;
  severity: SeverityLevel;
  labourDetails: LabourDetails;
  piecesOemCost: number;
  damageIds: string[];
  /** A person's severities that set its level, price or operation. */
  severityIds: string[];
}

/** Why a damage is left to a person instead of being priced. */
export const REVIEW_REASONS = ['low_confidence', 'no_part', 'no_price'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** The sum over all parts, and what it rests on. */
export interface RepairEstimate extends EstimatedCost {
  /** Damages that are in the sum. */
  damageIds: string[];
  /** What is not, and why: somebody has to look at it. Without a damage, a part that a person gave a severity. */
  toReview: { damageId?: string; partType: PartType; reason: ReviewReason }[];
  vehicleClass: string;
  pricingVersion: string;
  createdBy: CreatedBy;
  createdAt: string;
}

/** Nothing has a price, and something should: a sum of 0 would look like good news. */
export function isUnpriced({ totalCost, toReview }: RepairEstimate): boolean {
  return totalCost === 0 && toReview.length > 0;
}
