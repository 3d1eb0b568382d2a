import type { DamageType, RepairOperation } from '../../domain/enums.ts';
import { PART_OPERATIONS, type PartOperationName, type SeverityLevel } from '../../domain/repair-estimate.ts';
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
