import { assessQuality } from '../../analysis/quality/assess-quality.ts';
import { qualityCompliance } from '../../analysis/quality/quality-compliance.ts';
import type { ComplianceResult } from '../../domain/image.ts';
import type { DecodedPhoto } from '../../photo/decode/decode-photo.ts';

/** Longer side at which photo quality is judged: that of a phone's preview. */
export const QUALITY_SIDE = 640;

export function judgePhoto({ original, ...pixels }: DecodedPhoto): ComplianceResult {
  return qualityCompliance(assessQuality(pixels, original));
}
