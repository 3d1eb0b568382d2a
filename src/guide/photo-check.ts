import { isPoor } from '../analysis/guide/photo-choice.ts';
import type { FrameReader } from '../inference/frames/frame-reader.ts';

/** The width at which a photo is checked: enough for the quality checks, a fraction of the memory. */
const CHECKED_WIDTH = 1280;

/**
 * Returns whether the quality checks reject a photo. A photo that cannot be checked is not poor; the assessment after it says
 * more.
 */
export async function isPoorPhoto(
  photo: Blob,
  reader: Pick<FrameReader, 'assess'>,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const picture = await createImageBitmap(photo, { resizeWidth: CHECKED_WIDTH, resizeQuality: 'medium' });
    return isPoor((await reader.assess(picture, signal)).quality);
  } catch {
    return false;
  }
}
