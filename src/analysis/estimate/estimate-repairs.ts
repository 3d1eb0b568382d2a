import type { Damage, Part } from '../../domain/damage.ts';
import type {
  EstimatedCost,
  PartOperation,
  RepairEstimate,
  ReviewReason,
  SeverityLevel,
} from '../../domain/repair-estimate.ts';
import type { SeverityResult } from '../../domain/severity.ts';
import type { Vehicle } from '../../domain/vehicle.ts';
import { damageSize, type SeenImage, type SeenView } from './damage-size.ts';
import { kindOf, PART_KINDS, type PartKind } from './part-kinds.ts';
import { pricePart } from './price-part.ts';
import { classOf, type PriceTable } from './pricing.ts';
import { isRepairable, partSeverity } from './severity.ts';
import { saidSeverity } from './user-severity.ts';

/** What an estimate rests on. Nothing that is deleted. */
export interface EstimateFacts {
  vehicle?: Pick<Vehicle, 'vehicleType'>;
  images: readonly SeenImage[];
  parts: readonly Pick<Part, 'id' | 'partType'>[];
  damages: readonly Pick<Damage, 'id' | 'damageType' | 'partType' | 'confidence'>[];
  views: readonly SeenView[];
  severityResults: readonly SeverityResult[];
}

/** A damage that a model is less sure of is left to a person. What a person added has no confidence, and is sure. */
export const SURE_FROM = 0.5;

export interface Estimated {
  /** By part id; a part that nothing is to be done to has none. */
  operations: ReadonlyMap<string, PartOperation>;
  estimate: Omit<RepairEstimate, 'createdBy' | 'createdAt'>;
}

type FactDamage = EstimateFacts['damages'][number];

/** The severity of every damaged part, as the rules see it. All damages count, sure or not. */
export function severitiesByPart(facts: EstimateFacts): Map<string, SeverityLevel> {
  const levels = facts.parts.flatMap((part): [string, SeverityLevel][] => {
    const kind = kindOf(part.partType);
    const level = kind && levelOf(part, kind, damagesOn(part, facts), facts);
    return level ? [[part.id, level]] : [];
  });
  return new Map(levels);
}

/** What is to be done, and what it costs, part by part and in all. */
export function estimateRepairs(facts: EstimateFacts, prices: PriceTable): Estimated {
  const vehicleClass = classOf(facts.vehicle?.vehicleType, prices);
  const operations = new Map<string, PartOperation>();
  const toReview = facts.damages
    .filter(({ damageType, partType }) => isRepairable(damageType) && !kindOf(partType))
    .map((damage) => left(damage, 'no_part'));
  for (const part of facts.parts) {
    const kind = kindOf(part.partType);
    if (!kind) continue;
    const all = damagesOn(part, facts);
    // What a person made of a model's severity goes with the damage; one of their own stands without.
    const { severityIds, ...said } = saidSeverity(
      part.partType,
      facts.severityResults.filter(
        (one) => one.isUserModified && (all.length > 0 || one.createdBy === 'user'),
      ),
    );
    // Who gave the part a severity has looked at it: nothing on it is left to review.
    const damages = severityIds.length > 0 ? all : all.filter(isSure);
    const unsure = all.filter((damage) => !damages.includes(damage));
    toReview.push(...unsure.map((damage) => left(damage, 'low_confidence')));
    const level =
      said.level ?? levelOf(part, kind, damages, facts) ?? (severityIds.length > 0 ? 1 : undefined);
    if (level === undefined) continue;
    const damageTypes = damages.map(({ damageType }) => damageType);
    const { material } = PART_KINDS[kind];
    const priced = pricePart(
      { ...said, partType: part.partType, material, damageTypes, level, vehicleClass },
      prices,
    );
    const damageIds = damages.map(({ id }) => id);
    if (priced) operations.set(part.id, { ...priced, damageIds, severityIds });
    else if (damages.length > 0) toReview.push(...damages.map((damage) => left(damage, 'no_price')));
    else toReview.push({ partType: part.partType, reason: 'no_price' });
  }
  const priced = [...operations.values()];
  return {
    operations,
    estimate: {
      ...sumOf(priced, prices.currency),
      damageIds: priced.flatMap(({ damageIds }) => damageIds),
      toReview,
      vehicleClass,
      pricingVersion: prices.version,
    },
  };
}

function left({ id, partType }: FactDamage, reason: ReviewReason): RepairEstimate['toReview'][number] {
  return { damageId: id, partType, reason };
}

function levelOf(
  part: EstimateFacts['parts'][number],
  kind: PartKind,
  damages: readonly FactDamage[],
  { images, views }: EstimateFacts,
): SeverityLevel | undefined {
  const partViews = views.filter((view) => view.damageId === part.id);
  return partSeverity(
    damages.map(({ id, damageType }) => ({
      damageType,
      size: damageSize({ images, views: views.filter((view) => view.damageId === id), partViews, kind }),
    })),
  );
}

function damagesOn({ partType }: { partType: string }, { damages }: EstimateFacts): FactDamage[] {
  return damages.filter((damage) => damage.partType === partType && isRepairable(damage.damageType));
}

function isSure({ confidence = 1 }: FactDamage): boolean {
  return confidence >= SURE_FROM;
}

function sumOf(costs: readonly EstimatedCost[], currency: string): EstimatedCost {
  const sum = (pick: (cost: EstimatedCost) => number) => costs.reduce((total, cost) => total + pick(cost), 0);
  return {
    totalCost: sum(({ totalCost }) => totalCost),
    range: { low: sum(({ range }) => range.low), high: sum(({ range }) => range.high) },
    currency,
  };
}
