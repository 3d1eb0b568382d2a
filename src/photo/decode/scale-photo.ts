import { KerbsideError } from '../../errors.ts';
import { decodePhoto } from './decode-photo.ts';

/** Returns a photo as an upright JPEG of the given size. */
export type ScalePhoto = (
  photo: ArrayBuffer,
  size: { width: number; height: number },
  quality: number,
) => Promise<Blob>;

/**
 * Scales a photo with the browser's decoder and canvas.
 *
 * @throws `photo_invalid` if the browser cannot decode the photo (HEIC in most browsers).
 */
export const scalePhotoInBrowser: ScalePhoto = async (photo, { width, height }, quality) => {
  const decoded = await decodePhoto(photo, Math.max(width, height));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new KerbsideError('unsupported', 'This browser provides no canvas to scale photos.');
  const pixels = new ImageData(new Uint8ClampedArray(decoded.data), decoded.width, decoded.height);
  // Decoders may return a slightly smaller size. Views are scaled by the planned size, so it must be exact.
  if (decoded.width === width && decoded.height === height) context.putImageData(pixels, 0, 0);
  else {
    const bitmap = await createImageBitmap(pixels);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
  }
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
};

/** Returns whether this browser has the APIs that `scalePhotoInBrowser` uses. */
export function canScalePhotos(): boolean {
  return typeof OffscreenCanvas !== 'undefined' && typeof createImageBitmap !== 'undefined';
}
