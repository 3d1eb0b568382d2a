import type { ComplianceReason } from '../../domain/enums.ts';
import type { ComplianceResult } from '../../domain/records/image.ts';
import type { QualityAssessment } from './assess-quality.ts';
import { QUALITY_THRESHOLDS, type QualityThresholds } from './thresholds.ts';

interface QualityCheck {
  score: keyof QualityAssessment & keyof QualityThresholds;
  code: ComplianceReason;
  /** Tells the photographer what is wrong and what to do. */
  text: string;
}

/** In the order of the service's reasons. */
const CHECKS: readonly QualityCheck[] = [
  {
    score: 'lowResolution',
    code: 'LOW_RESOLUTION',
    text: 'the photo is too small; choose a higher camera resolution',
  },
  {
    score: 'blurriness',
    code: 'BLURRINESS',
    text: 'the photo is blurry; hold still and let the camera focus',
  },
  {
    score: 'underexposure',
    code: 'UNDEREXPOSURE',
    text: 'the photo is too dark; find more light or use the flash',
  },
  {
    score: 'overexposure',
    code: 'OVEREXPOSURE',
    text: 'the photo is too bright; avoid direct sun on the vehicle',
  },
  {
    score: 'lensFlare',
    code: 'LENS_FLARE',
    text: 'light shines into the lens; turn away from it or shade the lens',
  },
];

/**
 * Converts an assessment to the service's compliance result. A photo is not compliant if a score exceeds its threshold.
 *
 * @param thresholds Replaces single values of `QUALITY_THRESHOLDS`.
 */
export function qualityCompliance(
  assessment: QualityAssessment,
  thresholds: Partial<QualityThresholds> = {},
): ComplianceResult {
  const limits = { ...QUALITY_THRESHOLDS, ...thresholds };
  const reasons = CHECKS.filter(({ score }) => assessment[score] > limits[score]).map(
    ({ code, text }) => `${code}--${text}`,
  );
  return {
    status: 'DONE',
    is_compliant: reasons.length === 0,
    reasons,
    details: {
      blurriness_score: assessment.blurriness,
      underexposure_score: assessment.underexposure,
      overexposure_score: assessment.overexposure,
      lens_flare_score: assessment.lensFlare,
      low_resolution_score: assessment.lowResolution,
    },
  };
}
