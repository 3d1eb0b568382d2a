import type { DamageType } from '../../domain/enums.ts';
import type { SeverityLevel } from '../../domain/records/repair-estimate.ts';
import { SEVERITY_RULES, type SeverityRule, SIZE_THRESHOLDS } from './severity-rules.ts';

export interface SizedDamage {
  damageType: DamageType;
  /** The fraction of its part that it covers, 0 to 1. 0 without a view. */
  size: number;
}

/** Returns whether a damage type needs repair. Dirt, reflections, shadows and the car's curves do not. */
export function isRepairable(type: DamageType): boolean {
  return SEVERITY_RULES[type] !== undefined;
}

/** Returns the severity of the worst damage of a part. Many damages of one type raise it by a level. */
export function assessPartSeverity(damages: readonly SizedDamage[]): SeverityLevel | undefined {
  const levels = damages.flatMap(({ damageType, size }) => {
    const rule = SEVERITY_RULES[damageType];
    if (!rule) return [];
    const count = damages.filter((other) => other.damageType === damageType).length;
    return [Math.min(3, levelBySize(rule, size) + (count >= rule.many ? 1 : 0))];
  });
  return levels.length === 0 ? undefined : (Math.max(...levels) as SeverityLevel);
}

/** Returns the severity of one damage by its size, without regard to how many there are. */
export function levelBySize(rule: SeverityRule, size: number): SeverityLevel {
  const { medium, large } = rule.sizes ?? SIZE_THRESHOLDS;
  if (size >= large) return rule.large;
  return size >= medium ? rule.medium : rule.small;
}
