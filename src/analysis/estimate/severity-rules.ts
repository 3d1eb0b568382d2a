import type { DamageType } from '../../domain/enums.ts';
import type { SeverityLevel } from '../../domain/records/repair-estimate.ts';

/** Stored with each estimate. Increase it with every change of a rule, a size or an hour. */
export const RULES_VERSION = '1.2.0';

/** The fraction of its part from which a damage is medium or large. */
interface SizeThresholds {
  readonly medium: number;
  readonly large: number;
}

/** For types without thresholds of their own. */
export const SIZE_THRESHOLDS: SizeThresholds = { medium: 0.05, large: 0.25 };

export interface SeverityRule {
  /** Level 1: cosmetic. 2: needs repair. 3: the part is lost, or nearly. */
  small: SeverityLevel;
  medium: SeverityLevel;
  large: SeverityLevel;
  /** Fitted on graded damages (`npm run eval -- severity`), for the types that have enough of them. */
  sizes?: SizeThresholds;
  /** From this many damages of the type on one part, the severity is one level higher. */
  many: number;
}

/** The severity of a part by the type, size and number of its damages. Types without a row need no repair. */
export const SEVERITY_RULES: { readonly [Type in DamageType]?: SeverityRule } = {
  scratch: { small: 1, medium: 2, large: 2, many: 3, sizes: { medium: 0.04, large: 0.25 } },
  scattered_scratches: { small: 1, medium: 2, large: 2, many: 3 },
  hubcap_scratch: { small: 1, medium: 1, large: 2, many: 3 },
  paint_peeling: { small: 1, medium: 2, large: 2, many: 3 },
  rustiness: { small: 1, medium: 2, large: 3, many: 3 },
  dent: { small: 1, medium: 2, large: 3, many: 3, sizes: { medium: 0.005, large: 0.33 } },
  body_crack: { small: 2, medium: 2, large: 3, many: 2 },
  misshape: { small: 2, medium: 2, large: 3, many: 2 },
  missing_hubcap: { small: 2, medium: 2, large: 2, many: 2 },
  missing_piece: { small: 3, medium: 3, large: 3, many: 2 },
  broken_light: { small: 3, medium: 3, large: 3, many: 2 },
  broken_glass: { small: 3, medium: 3, large: 3, many: 2 },
  smash: { small: 3, medium: 3, large: 3, many: 2 },
};
