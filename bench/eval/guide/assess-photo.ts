import { PhotoPipeline } from '../../../src/inference/tasks/photo-pipeline.ts';
import { decodeForModels } from '../../../src/node/photo/decode-for-models.ts';

/** Of photos and of the frames that become photos. */
export const PHOTO_WIDTH = 1280;

/** Returns whether the assessment of stored photos rejects one. */
export async function isRejected(photo: ArrayBuffer): Promise<boolean> {
  const pipeline = new PhotoPipeline<{ id: string }>((_, longerSide) =>
    decodeForModels(photo, longerSide({ width: PHOTO_WIDTH, height: PHOTO_WIDTH })),
  );
  return (await pipeline.assessQuality({ id: 'photo' })).is_compliant !== true;
}
