import sharp from 'sharp';
import { KerbsideError } from '../../errors.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import { requirePhotoHeader } from '../../photo/header/read-header.ts';

/**
 * Decodes a photo to upright RGBA pixels with a longer side of at most `maxSide`, as src/photo/decode/decode-photo.ts does
 * in a browser. Never enlarges. The steps that follow (scaling, layout, model) use the same code as a browser.
 *
 * @throws `photo_invalid` if the photo cannot be decoded.
 */
export async function decodeUpright(bytes: ArrayBuffer, maxSide: number): Promise<DecodedPhoto> {
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
    throw undecodableError(type, cause);
  }
}

export function undecodableError(type: string, cause: unknown): KerbsideError {
  const reason =
    type === 'image/heic'
      ? 'the installed sharp does not support HEIC; save the photo as JPEG'
      : `${getFirstLine(cause)}; copy the file again, or take the photo again`;
  return new KerbsideError('photo_invalid', `This ${type} photo cannot be decoded: ${reason}.`, {
    details: { reason: 'undecodable', type },
    cause,
  });
}

function getFirstLine(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.split('\n')[0] ?? message;
}
