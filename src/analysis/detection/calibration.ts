/**
 * Maps a type's raw score to a confidence: a line on the logit (Platt scaling), fitted on photos that the model was
 * not trained on. About 3 in 10 detections with a confidence of 0.3 are correct.
 */
export interface Calibration {
  slope: number;
  offset: number;
}

/** Returns the confidence of a raw score. Slopes are positive, so the order of detections within a type is kept. */
export function calibrate(score: number, { slope, offset }: Calibration): number {
  const logit = Math.log(score / (1 - score));
  return 1 / (1 + Math.exp(-(slope * logit + offset)));
}

/** Returns the raw score that `calibrate` maps to this confidence: the score threshold when heads are decoded. */
export function toRawScore(confidence: number, { slope, offset }: Calibration): number {
  const logit = (Math.log(confidence / (1 - confidence)) - offset) / slope;
  return 1 / (1 + Math.exp(-logit));
}
