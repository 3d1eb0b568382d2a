import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { patchedSide } from '../../../test/fixtures/patched-car.ts';

export interface BenchPhoto {
  bytes: Uint8Array<ArrayBuffer>;
  sha256: string;
}

/** Returns the nth photo of a device. No two are equal. */
export type DrawPhoto = (device: number, index: number) => BenchPhoto;

/** Draws small JPEGs (6 kB) of a car with and without a damage, for the models in patch-models.ts. */
export async function createPhotos(): Promise<DrawPhoto> {
  const draw = async (damaged: boolean) =>
    sharp(new TextEncoder().encode(patchedSide({ damaged })))
      .resize(320, 256)
      .jpeg({ quality: 60 })
      .toBuffer();
  const [damaged, clean] = [await draw(true), await draw(false)];
  return (device, index) =>
    withComment(index % 4 === 0 ? damaged : clean, `device ${device}, photo ${index}`);
}

/** Inserts a comment behind the start marker, so that photos with the same picture differ. */
function withComment(jpeg: Uint8Array, text: string): BenchPhoto {
  const bytes = new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), createComment(text), jpeg.subarray(2)]));
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function createComment(text: string): Uint8Array<ArrayBuffer> {
  const content = new TextEncoder().encode(text);
  const length = content.length + 2;
  return Uint8Array.from([0xff, 0xfe, length >> 8, length & 0xff, ...content]);
}
