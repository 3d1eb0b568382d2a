import type { DamageType } from '../../domain/enums.ts';
import type { SeverityLevel } from '../../domain/repair-estimate.ts';
import { SEVERITY_RULES, type SeverityRule, SIZES } from './severity-rules.ts';

export interface SizedDamage {
  damageType: DamageType;
  /** Share of its part that it covers, 0 to 1; 0 where it is seen nowhere. */
  size: number;
}

/** Dirt, reflections, shadows and the car's own curves are seen, but need no repair. */
export function isRepairable(type: DamageType): boolean {
  return SEVERITY_RULES[type] !== undefined;
}

/** How bad a part is: as bad as its worst damage, and a level worse where one type is there many times. */
export function partSeverity(damages: readonly SizedDamage[]): SeverityLevel | undefined {
  const levels = damages.flatMap(({ damageType, size }) => {
    const rule = SEVERITY_RULES[damageType];
    if (!rule) return [];
    const count = damages.filter((other) => other.damageType === damageType).length;
    return [Math.min(3, levelBySize(rule, size) + (count >= rule.many ? 1 : 0))];
  });
  return levels.length === 0 ? undefined : (Math.max(...levels) as SeverityLevel);
}

function levelBySize(rule: SeverityRule, size: number): SeverityLevel {
  if (size >= SIZES.large) return rule.large;
  return size >= SIZES.medium ? rule.medium : rule.small;
}
