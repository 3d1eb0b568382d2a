import { KerbsideError } from '../../errors.ts';
import { decodePhoto } from '../../photo/decode/decode-photo.ts';
import { encodeWithin, type PhotoLimits } from './report-maker.ts';

/** In a worker: a photo upright, scaled while decoding, as JPEG. */
export async function scalePhoto(photo: ArrayBuffer, { side, bytes }: PhotoLimits): Promise<Uint8Array> {
  const { width, height, data } = await decodePhoto(photo, side);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context)
    throw new KerbsideError('unsupported', 'This browser gives a worker no canvas to scale photos on.');
  context.putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0);
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff'; // under what is transparent: JPEG would show it black
  context.fillRect(0, 0, width, height);
  return encodeWithin(bytes, async (quality) => {
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    return new Uint8Array(await blob.arrayBuffer());
  });
}
