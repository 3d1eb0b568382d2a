import { KerbsideError } from '../../errors.ts';
import { decodePhoto } from './decode-photo.ts';

/** Draws a photo smaller, upright, as a JPEG. */
export type ScalePhoto = (
  photo: ArrayBuffer,
  size: { width: number; height: number },
  quality: number,
) => Promise<Blob>;

/** With the browser's own decoder and canvas. What can not be decoded here (HEIC in most browsers) throws. */
export const scalePhotoInBrowser: ScalePhoto = async (photo, { width, height }, quality) => {
  const decoded = await decodePhoto(photo, Math.max(width, height));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new KerbsideError('unsupported', 'This browser gives no canvas to scale photos on.');
  const pixels = new ImageData(new Uint8ClampedArray(decoded.data), decoded.width, decoded.height);
  // Decoders may come out a little under the size asked for; views are scaled by the size that was planned.
  if (decoded.width === width && decoded.height === height) context.putImageData(pixels, 0, 0);
  else {
    const bitmap = await createImageBitmap(pixels);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
  }
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
};

export function canScalePhotos(): boolean {
  return typeof OffscreenCanvas !== 'undefined' && typeof createImageBitmap !== 'undefined';
}
