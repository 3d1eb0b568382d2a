import sharp from 'sharp';
import { KerbsideError } from '../../errors.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import { requirePhotoHeader } from '../../photo/header/read-header.ts';

/**
 * What src/photo/decode/decode-photo.ts does in a browser: RGBA pixels, upright, the longer side at most `maxSide`,
 * never enlarged. The rest of the way (scaling, layout, model) is the browsers' own code.
 */
export async function uprightPhoto(bytes: ArrayBuffer, maxSide: number): Promise<DecodedPhoto> {
  const { type, width, height } = requirePhotoHeader(bytes);
  try {
    const { data, info } = await sharp(bytes, { failOn: 'error' })
      .autoOrient()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength);
    return { width: info.width, height: info.height, data: pixels, original: { width, height } };
  } catch (cause) {
    throw undecodable(type, cause);
  }
}

export function undecodable(type: string, cause: unknown): KerbsideError {
  const reason =
    type === 'image/heic'
      ? 'sharp, which decodes photos here, was built without HEIC; save the photo as JPEG'
      : `${firstLine(cause)}; copy the file again, or take the photo again`;
  return new KerbsideError('photo_invalid', `This ${type} photo can not be decoded: ${reason}.`, {
    details: { reason: 'undecodable', type },
    cause,
  });
}

function firstLine(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.split('\n')[0] ?? message;
}
