import sharp from 'sharp';

/**
 * Returns a photo as an upright JPEG of at most this width. A photo that is smaller keeps its size.
 *
 * @throws if sharp cannot decode the photo: its builds have no HEIC.
 */
export async function createThumbnail(photo: ArrayBuffer, width: number): Promise<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = await sharp(photo, { failOn: 'none' })
    .rotate()
    .resize({ width, withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 75 })
    .toBuffer();
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
}
