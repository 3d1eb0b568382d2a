import type { DamageType, PartType, RepairOperation } from '../../domain/enums.ts';
import { toMinorUnits } from '../../domain/money.ts';
import type { PartOperation, SeverityLevel } from '../../domain/repair-estimate.ts';
import { chooseOperation, getLabourHours } from './operation.ts';
import type { LabourHours } from './operation-rules.ts';
import type { Material } from './part-kinds.ts';
import { findPartPrice, type PriceTable } from './pricing.ts';

interface PartToPrice {
  partType: PartType;
  material: Material;
  damageTypes: readonly DamageType[];
  level: SeverityLevel;
  vehicleClass: string;
  /** A price that a user set, in major units. Takes precedence. */
  pricing?: number;
  repairOperation?: RepairOperation;
}

type PricedPart = Omit<PartOperation, 'damageIds' | 'severityIds'>;

/** Returns the operation and the cost of a part. If a part to replace has no price, returns undefined. */
export function pricePart(part: PartToPrice, prices: PriceTable): PricedPart | undefined {
  const { level, material, pricing } = part;
  const name = chooseOperation(part.damageTypes, level, material, part.repairOperation);
  const hours = getLabourHours(name, level, material);
  const labour = Math.round(
    (hours.body + hours.fitting) * prices.labourPerHour + hours.paint * prices.paintPerHour,
  );
  const partPrice = name === 'replace' ? findPartPrice(part.partType, part.vehicleClass, prices) : 0;
  if (partPrice === undefined && pricing === undefined) return undefined;
  const piecesOemCost = partPrice ?? 0;
  return {
    name,
    severity: level,
    labourDetails: toLabourDetails(hours, level),
    piecesOemCost,
    currency: prices.currency,
    ...(pricing === undefined
      ? { totalCost: labour + piecesOemCost, range: computeRange(labour, piecesOemCost, prices) }
      : toExactCost(toMinorUnits(pricing, prices.currency))),
  };
}

function computeRange(labour: number, pieces: number, { spread }: PriceTable): PartOperation['range'] {
  const deviation = Math.round(labour * spread.labour + pieces * spread.parts);
  return { low: labour + pieces - deviation, high: labour + pieces + deviation };
}

/** A price that a user set has no uncertainty. */
function toExactCost(totalCost: number): Pick<PartOperation, 'totalCost' | 'range'> {
  return { totalCost, range: { low: totalCost, high: totalCost } };
}

function toLabourDetails(
  { body, fitting, paint }: LabourHours,
  level: SeverityLevel,
): PartOperation['labourDetails'] {
  const atLevel = (one: SeverityLevel, hours: number) => (one === level ? hours : 0);
  return {
    t1: atLevel(1, body),
    t2: atLevel(2, body),
    t3: atLevel(3, body),
    m1: atLevel(1, fitting),
    m2: atLevel(2, fitting),
    m3: atLevel(3, fitting),
    paintHours: paint,
    labourHours: body + fitting,
  };
}
