import type { DamageType } from '../../domain/enums.ts';
import type { WheelFacts } from './wheel-facts.ts';
import type { HeadChances } from './wheel-heads.ts';

export interface WheelDamage {
  damageType: Extract<DamageType, 'hubcap_scratch' | 'missing_hubcap' | 'misshape' | 'scratch'>;
  /** What it lies on. */
  on: 'hubcap' | 'wheel';
  confidence: number;
}

/**
 * What a wheel's state means in terms of damages of at least `threshold` confidence. The specification has no type
 * for a flat tyre, nor for a damaged rim: the one is a wheel that has lost its shape, the other a scratch on the wheel,
 * as kerbs make them.
 */
export function wheelDamages(facts: WheelFacts, chances: HeadChances, threshold: number): WheelDamage[] {
  const { hubcapCondition, hubcapOverRim, rimCondition } = facts;
  const missing = (chances.missing_hubcap?.yes ?? 0) * (chances.face?.visible ?? 0);
  const damages: WheelDamage[] = [];
  if (hubcapCondition.prediction === 'DAMAGED')
    damages.push({ damageType: 'hubcap_scratch', on: 'hubcap', confidence: hubcapCondition.confidence });
  if (hubcapOverRim.prediction !== 'HUBCAP_OVER_RIM')
    damages.push({ damageType: 'missing_hubcap', on: 'hubcap', confidence: missing });
  if (rimCondition.prediction === 'DAMAGED')
    damages.push({ damageType: 'scratch', on: 'wheel', confidence: rimCondition.confidence });
  damages.push({ damageType: 'misshape', on: 'wheel', confidence: chances.flat_tyre?.yes ?? 0 });
  return damages.filter(({ confidence }) => confidence >= threshold);
}
