import { QUALITY_THRESHOLDS, type QualityThresholds } from '../analysis/quality/thresholds.ts';
import type { FrameReader } from '../inference/frames/frame-reader.ts';

/** The width at which a photo is checked: enough for the quality checks, a fraction of the memory. */
const CHECKED_WIDTH = 1280;
const SCORES = Object.keys(QUALITY_THRESHOLDS) as (keyof QualityThresholds)[];

/**
 * Returns whether the quality checks reject a photo. A camera takes its photo some time after the frame on which the guide
 * decided: the hand may move meanwhile. A photo that cannot be checked is not poor; the assessment after it says more.
 */
export async function isPoorPhoto(
  photo: Blob,
  reader: Pick<FrameReader, 'look'>,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const picture = await createImageBitmap(photo, { resizeWidth: CHECKED_WIDTH, resizeQuality: 'medium' });
    const { quality } = await reader.look(picture, signal);
    return SCORES.some((score) => quality[score] > QUALITY_THRESHOLDS[score]);
  } catch {
    return false;
  }
}
