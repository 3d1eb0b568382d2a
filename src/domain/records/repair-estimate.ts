import type { PartType } from '../enums.ts';
import type { CreatedBy } from './created-by.ts';

/** Operations of a workshop on a part, from light to heavy. */
export const PART_OPERATIONS = ['polish', 'paint', 'dent_repair', 'replace'] as const;
/** One of {@link PART_OPERATIONS}. */
export type PartOperationName = (typeof PART_OPERATIONS)[number];

/** How serious the damage of a part is: 1 is light, 3 is heavy. */
export type SeverityLevel = 1 | 2 | 3;

/** Labour in hours. `t` is body work and `m` is fitting, each for the severity levels 1 to 3. */
export interface LabourDetails {
  /** Body work of level 1. */
  t1: number;
  /** Body work of level 2. */
  t2: number;
  /** Body work of level 3. */
  t3: number;
  /** Fitting of level 1. */
  m1: number;
  /** Fitting of level 2. */
  m2: number;
  /** Fitting of level 3. */
  m3: number;
  /** Painting. */
  paintHours: number;
  /** Body work and fitting. */
  labourHours: number;
}

/** An amount in minor units of its currency (cents), with its range. */
export interface EstimatedCost {
  /** The most likely amount. */
  totalCost: number;
  /** The least and the greatest likely amount. */
  range: { low: number; high: number };
  /** ISO 4217 code. */
  currency: string;
}

/** The repair of one part, and its basis. Costs are in minor units. */
export interface PartOperation extends EstimatedCost {
  /** The operation of the workshop. */
  name: PartOperationName;
  /** How serious the damage of the part is. */
  severity: SeverityLevel;
  /** The hours of work. */
  labourDetails: LabourDetails;
  /** The price of the new part. */
  piecesOemCost: number;
  /** The damages that it repairs. */
  damageIds: string[];
  /** The user's severities that set its level, price or operation. */
  severityIds: string[];
}

/** Why a damage is not priced and a person has to assess it. */
export const REVIEW_REASONS = ['low_confidence', 'guessed_part', 'no_part', 'no_price'] as const;
/** One of {@link REVIEW_REASONS}. */
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** A damage that the total of an estimate does not include. */
export interface ReviewItem {
  /** Absent for a part that a user gave a severity. */
  damageId?: string;
  /** The part. */
  partType: PartType;
  /** Why it is not included. */
  reason: ReviewReason;
  /** `low_confidence` and `guessed_part`: what the repair of the part costs if a user confirms the damage. */
  ifConfirmed?: EstimatedCost;
}

/** The repair costs of all parts, and their basis. */
export interface RepairEstimate extends EstimatedCost {
  /** The damages that the total includes. */
  damageIds: string[];
  /** Damages that the total does not include, and why. */
  toReview: ReviewItem[];
  /** The vehicle class whose prices apply. */
  vehicleClass: string;
  /** The version of the price table. */
  pricingVersion: string;
  /** The rules, or the remote service. */
  createdBy: CreatedBy;
  /** ISO 8601. */
  createdAt: string;
}

/** Returns true if there are damages but none has a price. Do not show the total then: 0 would look like good news. */
export function isUnpriced({ totalCost, toReview }: RepairEstimate): boolean {
  return totalCost === 0 && toReview.length > 0;
}
