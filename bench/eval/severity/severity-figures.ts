import { levelBySize } from '../../../src/analysis/estimate/severity.ts';
import { SEVERITY_RULES } from '../../../src/analysis/estimate/severity-rules.ts';
import type { DamageType } from '../../../src/domain/enums.ts';
import type { SeverityLevel } from '../../../src/domain/records/repair-estimate.ts';
import { mean } from '../average-precision.ts';
import type { GradedDamage } from './severity-records.ts';

export type SeverityRuleFunction = (damage: GradedDamage) => SeverityLevel | undefined;

/** The rule that ships. */
export const SHIPPED_RULE: SeverityRuleFunction = ({ damageType, size }) => {
  const rule = SEVERITY_RULES[damageType];
  return rule && levelBySize(rule, size);
};

export interface SeverityFigures {
  damages: number;
  accuracy: number;
  /** Mean over the levels, so that common ones do not hide rare ones. */
  balanced: number;
  /** How many levels it is off, on average. */
  error: number;
  /** Agreement beyond chance, with squared weights: 0 for chance, 1 for none but right levels. */
  kappa: number;
}

export function severityFigures(
  damages: readonly GradedDamage[],
  rule: SeverityRuleFunction,
): SeverityFigures {
  const judged = damages.flatMap((damage) => {
    const said = rule(damage);
    return said ? [{ real: damage.level, said }] : [];
  });
  const levels = ([1, 2, 3] as const).filter((level) => judged.some(({ real }) => real === level));
  const right = (of: typeof judged) => mean(of.map(({ real, said }) => (real === said ? 1 : 0)));
  return {
    damages: judged.length,
    accuracy: right(judged),
    balanced: mean(levels.map((level) => right(judged.filter(({ real }) => real === level)))),
    error: mean(judged.map(({ real, said }) => Math.abs(real - said))),
    kappa: weightedKappa(judged),
  };
}

/** Cohen's kappa with squared weights. */
function weightedKappa(judged: readonly { real: number; said: number }[]): number {
  const seen = mean(judged.map(({ real, said }) => (real - said) ** 2));
  const [real, said] = [judged.map((one) => one.real), judged.map((one) => one.said)];
  // The mean square of a difference of independent values, from their moments.
  const square = (values: readonly number[]) => mean(values.map((value) => value ** 2));
  const expected = square(real) + square(said) - 2 * mean(real) * mean(said);
  return expected === 0 ? 0 : 1 - seen / expected;
}

const CANDIDATES = 100;

/** Returns the size thresholds of a type with the best agreement with the grades. */
export function fitSizes(
  damages: readonly GradedDamage[],
  type: DamageType,
): { medium: number; large: number } {
  const some = damages.filter(({ damageType }) => damageType === type);
  const sizes = some.map(({ size }) => size).sort((a, b) => a - b);
  const candidates = Array.from(
    { length: CANDIDATES },
    (_, index) => sizes[Math.floor((index / CANDIDATES) * sizes.length)] ?? 0,
  );
  let best = { kappa: Number.NEGATIVE_INFINITY, medium: 0, large: 0 };
  for (const medium of candidates)
    for (const large of candidates.filter((size) => size >= medium)) {
      const { kappa } = severityFigures(some, ({ size }) => (size >= large ? 3 : size >= medium ? 2 : 1));
      if (kappa > best.kappa) best = { kappa, medium, large };
    }
  return { medium: best.medium, large: best.large };
}
