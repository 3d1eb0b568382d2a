import type { Calibration } from '../../src/analysis/detection/detections.ts';

/** The raw score of a detection and whether it is correct. */
export interface Outcome {
  score: number;
  right: boolean;
}

/** Scores of exactly 0 and 1 have infinite logits. */
const LARGEST_LOGIT = 40;
/** The number of detections from which a type's own line outweighs the line of all types. */
const PRIOR_WEIGHT = 4;

/**
 * Platt scaling: the most likely line on the logit, by Newton's method. With few outcomes it stays near `prior`, the
 * line of all types.
 */
export function fitCalibration(
  outcomes: readonly Outcome[],
  prior: Calibration = { slope: 1, offset: 0 },
): Calibration {
  let { slope, offset } = prior;
  for (let round = 0; round < 50; round += 1) {
    // Gradient and curvature of the penalised log likelihood.
    let gradSlope = PRIOR_WEIGHT * (slope - prior.slope);
    let gradOffset = PRIOR_WEIGHT * (offset - prior.offset);
    let [curveSlope, curveBoth, curveOffset] = [PRIOR_WEIGHT, 0, PRIOR_WEIGHT];
    for (const { score, right } of outcomes) {
      const logit = Math.max(-LARGEST_LOGIT, Math.min(LARGEST_LOGIT, Math.log(score / (1 - score))));
      const chance = 1 / (1 + Math.exp(-(slope * logit + offset)));
      const weight = chance * (1 - chance);
      gradSlope += (chance - (right ? 1 : 0)) * logit;
      gradOffset += chance - (right ? 1 : 0);
      curveSlope += weight * logit * logit;
      curveBoth += weight * logit;
      curveOffset += weight;
    }
    const scale = curveSlope * curveOffset - curveBoth * curveBoth;
    const stepSlope = (curveOffset * gradSlope - curveBoth * gradOffset) / scale;
    const stepOffset = (curveSlope * gradOffset - curveBoth * gradSlope) / scale;
    slope -= stepSlope;
    offset -= stepOffset;
    if (Math.abs(stepSlope) + Math.abs(stepOffset) < 1e-9) break;
  }
  // A decreasing line would reverse the ranking. It results only from very few outliers.
  return slope > 0.1 ? { slope, offset } : prior;
}

/** The confidence with the highest F1: 2 hits / (detections + truths). No threshold separates equal confidences. */
export function bestThreshold(
  outcomes: readonly { confidence: number; right: boolean }[],
  counted: number,
): { threshold: number; f1: number } {
  let hits = 0;
  let best = { threshold: 0.3, f1: 0 };
  const ranked = [...outcomes].sort((a, b) => b.confidence - a.confidence);
  for (const [index, { confidence, right }] of ranked.entries()) {
    if (right) hits += 1;
    if (ranked[index + 1]?.confidence === confidence) continue;
    const f1 = (2 * hits) / (index + 1 + counted);
    if (f1 > best.f1) best = { threshold: confidence, f1 };
  }
  return best;
}
