import type { DamageType, RepairOperation } from '../../domain/enums.ts';
import { PART_OPERATIONS, type PartOperationName, type SeverityLevel } from '../../domain/repair-estimate.ts';
import {
  type Hours,
  OPERATION_RULES,
  POSSIBLE,
  REPAIR_HOURS,
  REPLACE_HOURS,
  WHEEL_PAINT_HOURS,
  WITHOUT_DAMAGE,
} from './operation-rules.ts';
import type { Material } from './part-kinds.ts';

/** The heaviest of what the damages of a part ask for; a person's "repair" or "replace" goes before it. */
export function operationFor(
  types: readonly DamageType[],
  level: SeverityLevel,
  material: Material,
  person?: RepairOperation,
): PartOperationName {
  if (person === 'replace') return 'replace';
  const possible = POSSIBLE[material];
  const rules = types.flatMap((type) => OPERATION_RULES[type] ?? []);
  const asked = (rules.length > 0 ? rules : [WITHOUT_DAMAGE]).map((rule) => rule[level]);
  const name = heaviest(asked.map((one) => (possible.includes(one) ? one : 'replace')));
  return person === 'repair' && name === 'replace' ? heaviest(possible.slice(0, -1)) : name;
}

export function hoursFor(name: PartOperationName, level: SeverityLevel, material: Material): Hours {
  if (name === 'replace') return REPLACE_HOURS[material];
  if (name === 'paint' && material === 'wheel') return WHEEL_PAINT_HOURS[level];
  return REPAIR_HOURS[name][level];
}

function heaviest(names: readonly PartOperationName[]): PartOperationName {
  return PART_OPERATIONS.findLast((name) => names.includes(name)) ?? 'replace';
}
