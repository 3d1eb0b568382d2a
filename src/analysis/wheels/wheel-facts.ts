import type { HubcapOverRim, RimMaterial, WheelAspect, WheelCondition } from '../../domain/enums.ts';
import type { Predicted, WheelAnalysis } from '../../domain/wheel-analysis.ts';
import type { HeadChances } from './wheel-heads.ts';

export type WheelFacts = Pick<
  WheelAnalysis,
  | 'rimCondition'
  | 'rimMaterial'
  | 'rimVisualAspect'
  | 'hubcapOverRim'
  | 'hubcapCondition'
  | 'hubcapVisualAspect'
>;

/** A label that is less likely than this is not given: the answer is UNKNOWN. */
const LEAST_CONFIDENCE = 0.6;

/**
 * The analyser's chances in the specification's terms. What a hubcap hides cannot be told, so a covered rim is
 * UNKNOWN; where there is no hubcap its fields are NOT_APPLICABLE. UNKNOWN carries the chance that it is the right
 * thing to say: that the wheel's face is hidden, or that the best label is wrong.
 */
export function wheelFacts(chances: HeadChances): WheelFacts {
  const chance = (head: string, label: string) => chances[head]?.[label] ?? 0;
  const visible = chance('face', 'visible');
  const hubcap = chance('covering', 'hubcap');
  const cover = pick<HubcapOverRim>(visible, { HUBCAP_OVER_RIM: hubcap, RIM_ONLY: 1 - hubcap });
  const material = pick<RimMaterial>(visible, {
    ALU: chance('covering', 'alloy'),
    STEEL: chance('covering', 'steel'),
  });
  const condition = pick<WheelCondition>(visible, {
    NOT_DAMAGED: chance('condition', 'not_damaged'),
    DAMAGED: chance('condition', 'damaged'),
  });
  const aspect = pick<WheelAspect>(visible, {
    CLASSIC: chance('aspect', 'classic'),
    BICOLOR: chance('aspect', 'bicolor'),
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

/** The likeliest label, given that the face shows; UNKNOWN where none is likely enough. */
function pick<Label extends string>(
  visible: number,
  labels: Partial<Record<Exclude<Label, 'UNKNOWN' | 'NOT_APPLICABLE'>, number>>,
): Predicted<Label | 'UNKNOWN'> {
  const entries = Object.entries(labels) as [Label, number][];
  const [prediction, chance] = entries.reduce((best, entry) => (entry[1] > best[1] ? entry : best));
  const confidence = visible * chance;
  return confidence >= LEAST_CONFIDENCE
    ? { prediction, confidence }
    : { prediction: 'UNKNOWN', confidence: 1 - confidence };
}
