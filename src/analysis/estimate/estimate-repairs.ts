import type { Damage, Part } from '../../domain/records/damage.ts';
import type {
  EstimatedCost,
  PartOperation,
  RepairEstimate,
  ReviewItem,
  ReviewReason,
  SeverityLevel,
} from '../../domain/records/repair-estimate.ts';
import type { SeverityResult } from '../../domain/records/severity.ts';
import type { Vehicle } from '../../domain/records/vehicle.ts';
import { type MeasuredImage, type MeasuredView, measureDamageSize } from './damage-size.ts';
import { mergeSeverities } from './merge-severities.ts';
import { getPartKind, PART_KINDS, type PartKind } from './part-kinds.ts';
import { pricePart } from './price-part.ts';
import { findVehicleClass, type PriceTable } from './pricing.ts';
import { assessPartSeverity, isRepairable } from './severity.ts';

/** The records that an estimate is computed from, without deleted ones. */
export interface EstimateInput {
  vehicle?: Pick<Vehicle, 'vehicleType'>;
  images: readonly MeasuredImage[];
  parts: readonly Pick<Part, 'id' | 'partType'>[];
  damages: readonly Pick<
    Damage,
    'id' | 'damageType' | 'partType' | 'partOrigin' | 'confidence' | 'confirmedAt'
  >[];
  views: readonly MeasuredView[];
  severityResults: readonly SeverityResult[];
}

/** Damages of lower confidence are left for a user to review, unless a user created or confirmed them. */
export const REVIEW_THRESHOLD = 0.5;

interface EstimateOutput {
  /** By part id. A part without an operation is missing. */
  operations: ReadonlyMap<string, PartOperation>;
  estimate: Omit<RepairEstimate, 'createdBy' | 'createdAt'>;
}

type InputDamage = EstimateInput['damages'][number];
type Doubt = Extract<ReviewReason, 'low_confidence' | 'guessed_part'>;

/** Returns the severity of every damaged part, by part id. Damages of any confidence count. */
export function assessSeverities(input: EstimateInput): Map<string, SeverityLevel> {
  const levels = input.parts.flatMap((part): [string, SeverityLevel][] => {
    const kind = getPartKind(part.partType);
    const level = kind && assessPart(part, kind, findDamages(part, input), input);
    return level ? [[part.id, level]] : [];
  });
  return new Map(levels);
}

/** Returns the repair operation and cost of each part, and the total estimate. */
export function estimateRepairs(input: EstimateInput, prices: PriceTable): EstimateOutput {
  const vehicleClass = findVehicleClass(input.vehicle?.vehicleType, prices);
  const operations = new Map<string, PartOperation>();
  const toReview = input.damages
    .filter(({ damageType, partType }) => isRepairable(damageType) && !getPartKind(partType))
    .map((damage): ReviewItem => toReviewItem(damage, 'no_part'));
  for (const part of input.parts) {
    const kind = getPartKind(part.partType);
    if (!kind) continue;
    const all = findDamages(part, input);
    // A severity that a user corrected counts only while the part has a damage. One that a user created always counts.
    const { severityIds, ...severity } = mergeSeverities(
      part.partType,
      input.severityResults.filter(
        (one) => one.isUserModified && (all.length > 0 || one.createdBy === 'user'),
      ),
    );
    // If a user has set a severity, they have reviewed the part.
    const damages = severityIds.length > 0 ? all : all.filter((damage) => !findDoubt(damage));
    const price = (counted: readonly InputDamage[]) => {
      const level =
        severity.level ?? assessPart(part, kind, counted, input) ?? (severityIds.length > 0 ? 1 : undefined);
      if (level === undefined) return undefined;
      const damageTypes = counted.map(({ damageType }) => damageType);
      const { material } = PART_KINDS[kind];
      const toPrice = { ...severity, partType: part.partType, material, damageTypes, level, vehicleClass };
      return { priced: pricePart(toPrice, prices) };
    };
    const uncertain = all.filter((damage) => !damages.includes(damage));
    const ifConfirmed = uncertain.length > 0 ? price(all)?.priced : undefined;
    toReview.push(
      ...uncertain.map((damage) => toReviewItem(damage, findDoubt(damage) ?? 'low_confidence', ifConfirmed)),
    );
    const assessed = price(damages);
    if (!assessed) continue;
    const damageIds = damages.map(({ id }) => id);
    if (assessed.priced) operations.set(part.id, { ...assessed.priced, damageIds, severityIds });
    else if (damages.length > 0) toReview.push(...damages.map((damage) => toReviewItem(damage, 'no_price')));
    else toReview.push({ partType: part.partType, reason: 'no_price' });
  }
  const priced = [...operations.values()];
  return {
    operations,
    estimate: {
      ...sumCosts(priced, prices.currency),
      damageIds: priced.flatMap(({ damageIds }) => damageIds),
      toReview,
      vehicleClass,
      pricingVersion: prices.version,
    },
  };
}

function toReviewItem({ id, partType }: InputDamage, reason: ReviewReason, cost?: EstimatedCost): ReviewItem {
  const ifConfirmed = cost && { totalCost: cost.totalCost, range: cost.range, currency: cost.currency };
  return { damageId: id, partType, reason, ...(ifConfirmed && { ifConfirmed }) };
}

function assessPart(
  part: EstimateInput['parts'][number],
  kind: PartKind,
  damages: readonly InputDamage[],
  { images, views }: EstimateInput,
): SeverityLevel | undefined {
  const partViews = views.filter((view) => view.damageId === part.id);
  return assessPartSeverity(
    damages.map(({ id, damageType }) => ({
      damageType,
      size: measureDamageSize({
        images,
        views: views.filter((view) => view.damageId === id),
        partViews,
        kind,
      }),
    })),
  );
}

function findDamages({ partType }: { partType: string }, { damages }: EstimateInput): InputDamage[] {
  return damages.filter((damage) => damage.partType === partType && isRepairable(damage.damageType));
}

/** Returns why a damage is not priced until a person confirms it. */
function findDoubt({ confidence = 1, confirmedAt, partOrigin }: InputDamage): Doubt | undefined {
  if (confirmedAt !== undefined) return undefined;
  if (confidence < REVIEW_THRESHOLD) return 'low_confidence';
  return partOrigin === 'guessed' ? 'guessed_part' : undefined;
}

function sumCosts(costs: readonly EstimatedCost[], currency: string): EstimatedCost {
  const sum = (pick: (cost: EstimatedCost) => number) => costs.reduce((total, cost) => total + pick(cost), 0);
  return {
    totalCost: sum(({ totalCost }) => totalCost),
    range: { low: sum(({ range }) => range.low), high: sum(({ range }) => range.high) },
    currency,
  };
}
