import type { DamageType, PartType, RepairOperation } from '../../domain/enums.ts';
import { minorUnitsOf } from '../../domain/money.ts';
import type { PartOperation, SeverityLevel } from '../../domain/repair-estimate.ts';
import { hoursFor, operationFor } from './operation.ts';
import type { Hours } from './operation-rules.ts';
import type { Material } from './part-kinds.ts';
import { type PriceTable, partPrice } from './pricing.ts';

export interface PartToPrice {
  partType: PartType;
  material: Material;
  damageTypes: readonly DamageType[];
  level: SeverityLevel;
  vehicleClass: string;
  /** A person's own. */
  pricing?: number;
  repairOperation?: RepairOperation;
}

type PricedPart = Omit<PartOperation, 'damageIds' | 'severityIds'>;

/** What is to be done to a part and what it costs; nothing where the table has no price for a part to replace. */
export function pricePart(part: PartToPrice, prices: PriceTable): PricedPart | undefined {
  const { level, material, pricing } = part;
  const name = operationFor(part.damageTypes, level, material, part.repairOperation);
  const hours = hoursFor(name, level, material);
  const labour = Math.round(
    (hours.body + hours.fitting) * prices.labourPerHour + hours.paint * prices.paintPerHour,
  );
  const listed = name === 'replace' ? partPrice(part.partType, part.vehicleClass, prices) : 0;
  if (listed === undefined && pricing === undefined) return undefined;
  const piecesOemCost = listed ?? 0;
  return {
    name,
    severity: level,
    labourDetails: labourDetails(hours, level),
    piecesOemCost,
    currency: prices.currency,
    ...(pricing === undefined
      ? { totalCost: labour + piecesOemCost, range: rangeOf(labour, piecesOemCost, prices) }
      : exactly(minorUnitsOf(pricing, prices.currency))),
  };
}

function rangeOf(labour: number, pieces: number, { spread }: PriceTable): PartOperation['range'] {
  const off = Math.round(labour * spread.labour + pieces * spread.parts);
  return { low: labour + pieces - off, high: labour + pieces + off };
}

/** A price that a person gave is what it is. */
function exactly(totalCost: number): Pick<PartOperation, 'totalCost' | 'range'> {
  return { totalCost, range: { low: totalCost, high: totalCost } };
}

function labourDetails(
  { body, fitting, paint }: Hours,
  level: SeverityLevel,
): PartOperation['labourDetails'] {
  const at = (degree: SeverityLevel, hours: number) => (degree === level ? hours : 0);
  return {
    t1: at(1, body),
    t2: at(2, body),
    t3: at(3, body),
    m1: at(1, fitting),
    m2: at(2, fitting),
    m3: at(3, fitting),
    paintHours: paint,
    labourHours: body + fitting,
  };
}
