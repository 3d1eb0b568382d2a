import type { DamageType } from '../../spec/enums.ts';
import type { WheelFacts } from './wheel-facts.ts';
import type { HeadChances } from './wheel-heads.ts';

export interface WheelDamage {
  damageType: Extract<DamageType, 'hubcap_scratch' | 'missing_hubcap' | 'misshape'>;
  /** What it lies on. */
  on: 'hubcap' | 'wheel';
  confidence: number;
}

/**
 * What a wheel's state means in terms of damages of at least `threshold` confidence. The specification has no type
 * for a flat tyre; it is a wheel that has lost its shape.
 */
export function wheelDamages(facts: WheelFacts, chances: HeadChances, threshold: number): WheelDamage[] {
  const { hubcapCondition, hubcapOverRim } = facts;
  const missing = (chances.missing_hubcap?.yes ?? 0) * (chances.face?.visible ?? 0);
  const damages: WheelDamage[] = [];
  if (hubcapCondition.prediction === 'DAMAGED')
    damages.push({ damageType: 'hubcap_scratch', on: 'hubcap', confidence: hubcapCondition.confidence });
  if (hubcapOverRim.prediction !== 'HUBCAP_OVER_RIM')
    damages.push({ damageType: 'missing_hubcap', on: 'hubcap', confidence: missing });
  damages.push({ damageType: 'misshape', on: 'wheel', confidence: chances.flat_tyre?.yes ?? 0 });
  return damages.filter(({ confidence }) => confidence >= threshold);
}
