import { cropPixels } from '../../analysis/pixels/pixel-region.ts';
import type { DecodedPhoto, PhotoDetail } from '../../photo/decoded-photo.ts';

/** Returns a photo whose pixels are all decoded as one of which regions are copied. */
export function toPhotoDetail(photo: DecodedPhoto): PhotoDetail {
  const { width, height } = photo;
  return { width, height, copy: async (region) => cropPixels(photo, region), close: () => {} };
}
