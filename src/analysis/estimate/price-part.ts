import type { DamageType, PartType, RepairOperation } from '../../domain/enums.ts';
import { toMinorUnits } from '../../domain/money.ts';
import {
  PART_OPERATIONS,
  type PartOperation,
  type PartOperationName,
  type SeverityLevel,
} from '../../domain/records/repair-estimate.ts';
import {
  type LabourHours,
  OPERATION_RULES,
  OPERATION_WITHOUT_DAMAGE,
  POSSIBLE_OPERATIONS,
  REPAIR_HOURS,
  REPLACE_HOURS,
  WHEEL_PAINT_HOURS,
} from './operation-rules.ts';
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

/**
 * Returns the most extensive operation that the damages of a part require.
 *
 * @param byUser Takes precedence over the rules. With `repair`, the part is never replaced.
 */
export function chooseOperation(
  types: readonly DamageType[],
  level: SeverityLevel,
  material: Material,
  byUser?: RepairOperation,
): PartOperationName {
  if (byUser === 'replace') return 'replace';
  const possible = POSSIBLE_OPERATIONS[material];
  const rules = types.flatMap((type) => OPERATION_RULES[type] ?? []);
  const required = (rules.length > 0 ? rules : [OPERATION_WITHOUT_DAMAGE]).map((rule) => rule[level]);
  const name = mostExtensive(required.map((one) => (possible.includes(one) ? one : 'replace')));
  return byUser === 'repair' && name === 'replace' ? mostExtensive(possible.slice(0, -1)) : name;
}

export function getLabourHours(
  name: PartOperationName,
  level: SeverityLevel,
  material: Material,
): LabourHours {
  if (name === 'replace') return REPLACE_HOURS[material];
  if (name === 'paint' && material === 'wheel') return WHEEL_PAINT_HOURS[level];
  return REPAIR_HOURS[name][level];
}

function mostExtensive(names: readonly PartOperationName[]): PartOperationName {
  return PART_OPERATIONS.findLast((name) => names.includes(name)) ?? 'replace';
}
