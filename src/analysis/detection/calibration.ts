/**
 * How a type's raw score becomes a confidence: a line on the logit (Platt scaling), fitted on photos that the model
 * was not trained on. A confidence of 0.3 means that about three in ten such findings are right.
 */
export interface Calibration {
  slope: number;
  offset: number;
}

/** Rising in `score` (slopes are positive), so the order of findings within a type never changes. */
export function calibrate(score: number, { slope, offset }: Calibration): number {
  const logit = Math.log(score / (1 - score));
  return 1 / (1 + Math.exp(-(slope * logit + offset)));
}

/** The raw score at which a type's confidence is `confidence`: heads are searched no lower than that. */
export function rawScoreFor(confidence: number, { slope, offset }: Calibration): number {
  const logit = (Math.log(confidence / (1 - confidence)) - offset) / slope;
  return 1 / (1 + Math.exp(-logit));
}
