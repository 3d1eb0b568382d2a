import type {
  DamageType,
  HubcapOverRim,
  RimMaterial,
  WheelAspect,
  WheelCondition,
} from '../../domain/enums.ts';
import type { Predicted, WheelAnalysis } from '../../domain/records/wheel-analysis.ts';
import type { HeadConfidences } from './wheel-heads.ts';

export type WheelFacts = Pick<
  WheelAnalysis,
  | 'rimCondition'
  | 'rimMaterial'
  | 'rimVisualAspect'
  | 'hubcapOverRim'
  | 'hubcapCondition'
  | 'hubcapVisualAspect'
>;

/** If no label of a fact reaches this confidence, the fact is UNKNOWN. */
const LABEL_THRESHOLD = 0.6;

/**
 * Converts the analyser's confidences to the fields of a wheel analysis. A rim under a hubcap is UNKNOWN. If there is
 * no hubcap, its fields are NOT_APPLICABLE. The confidence of UNKNOWN is the probability that the wheel's face is hidden
 * or that the best label is wrong; of what a hubcap covers, that of the hubcap.
 */
export function deriveWheelFacts(confidences: HeadConfidences): WheelFacts {
  const confidenceOf = (head: string, label: string) => confidences[head]?.[label] ?? 0;
  const visible = confidenceOf('face', 'visible');
  const hubcap = confidenceOf('covering', 'hubcap');
  const cover = chooseLabel<HubcapOverRim>(visible, { HUBCAP_OVER_RIM: hubcap, RIM_ONLY: 1 - hubcap });
  const material = chooseLabel<RimMaterial>(visible, {
    ALU: confidenceOf('covering', 'alloy'),
    STEEL: confidenceOf('covering', 'steel'),
  });
  const condition = chooseLabel<WheelCondition>(visible, {
    NOT_DAMAGED: confidenceOf('condition', 'not_damaged'),
    DAMAGED: confidenceOf('condition', 'damaged'),
  });
  const aspect = chooseLabel<WheelAspect>(visible, {
    CLASSIC: confidenceOf('aspect', 'classic'),
    BICOLOR: confidenceOf('aspect', 'bicolor'),
  });
  const unknown = { prediction: 'UNKNOWN', confidence: cover.confidence } as const;
  const absent = { prediction: 'NOT_APPLICABLE', confidence: cover.confidence } as const;
  const isCovered = cover.prediction === 'HUBCAP_OVER_RIM';
  const isBare = cover.prediction === 'RIM_ONLY';
  return {
    hubcapOverRim: cover,
    rimMaterial: isCovered ? unknown : material,
    rimCondition: isCovered ? unknown : condition,
    rimVisualAspect: isCovered ? unknown : aspect,
    hubcapCondition: isCovered ? condition : isBare ? absent : unknown,
    hubcapVisualAspect: isCovered ? aspect : isBare ? absent : unknown,
  };
}

/** Returns the most likely label, given that the face is visible. If none is likely enough, returns UNKNOWN. */
function chooseLabel<Label extends string>(
  visible: number,
  labels: Partial<Record<Exclude<Label, 'UNKNOWN' | 'NOT_APPLICABLE'>, number>>,
): Predicted<Label | 'UNKNOWN'> {
  const entries = Object.entries(labels) as [Label, number][];
  const [prediction, ifVisible] = entries.reduce((best, entry) => (entry[1] > best[1] ? entry : best));
  const confidence = visible * ifVisible;
  return confidence >= LABEL_THRESHOLD
    ? { prediction, confidence }
    : { prediction: 'UNKNOWN', confidence: 1 - confidence };
}

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
