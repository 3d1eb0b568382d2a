import { assessQuality } from '../../../src/analysis/quality/assess-quality.ts';
import { qualityCompliance } from '../../../src/analysis/quality/quality-compliance.ts';
import { QUALITY_DECODE_SIDE } from '../../../src/inference/tasks/photo-pipeline.ts';
import { decodeForModels } from '../../../src/node/photo/decode-for-models.ts';

/** Of the frames that become photos. */
export const PHOTO_WIDTH = 1280;

/** Returns whether the assessment of stored photos rejects one. */
export async function isRejected(photo: ArrayBuffer): Promise<boolean> {
  const { original, ...pixels } = await decodeForModels(photo, QUALITY_DECODE_SIDE);
  return qualityCompliance(assessQuality(pixels, original)).is_compliant !== true;
}
