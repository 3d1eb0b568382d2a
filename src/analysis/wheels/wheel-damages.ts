import type { DamageType } from '../../domain/enums.ts';
import type { WheelFacts } from './wheel-facts.ts';
import type { HeadConfidences } from './wheel-heads.ts';

interface WheelDamage {
  damageType: Extract<DamageType, 'hubcap_scratch' | 'missing_hubcap' | 'misshape' | 'scratch'>;
  /** The part it lies on. */
  on: 'hubcap' | 'wheel';
  confidence: number;
}

/**
 * Returns the damages of a wheel with a confidence of at least `threshold`. The specification has no type for a flat
 * tyre or a damaged rim. A flat tyre becomes `misshape`, a damaged rim becomes a `scratch` on the wheel, as kerbs
 * cause them.
 */
export function findWheelDamages(
  facts: WheelFacts,
  confidences: HeadConfidences,
  threshold: number,
): WheelDamage[] {
  const { hubcapCondition, hubcapOverRim, rimCondition } = facts;
  const missing = (confidences.missing_hubcap?.yes ?? 0) * (confidences.face?.visible ?? 0);
  const damages: WheelDamage[] = [];
  if (hubcapCondition.prediction === 'DAMAGED')
    damages.push({ damageType: 'hubcap_scratch', on: 'hubcap', confidence: hubcapCondition.confidence });
  if (hubcapOverRim.prediction !== 'HUBCAP_OVER_RIM')
    damages.push({ damageType: 'missing_hubcap', on: 'hubcap', confidence: missing });
  if (rimCondition.prediction === 'DAMAGED')
    damages.push({ damageType: 'scratch', on: 'wheel', confidence: rimCondition.confidence });
  damages.push({ damageType: 'misshape', on: 'wheel', confidence: confidences.flat_tyre?.yes ?? 0 });
  return damages.filter(({ confidence }) => confidence >= threshold);
}
