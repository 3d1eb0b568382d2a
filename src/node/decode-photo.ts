import sharp from 'sharp';
import { type Canvas, type CanvasRule, fitCanvas, scaledSize } from '../analysis/canvas.ts';
import { letterbox, type Pixels } from '../analysis/letterbox.ts';
import { KerbsideError } from '../errors.ts';

/** A photo as a model takes it, and how it was laid out. */
export interface ModelInput {
  tensor: { dims: readonly number[]; data: Float32Array };
  canvas: Canvas;
  /** The upright photo's own size. */
  photo: { width: number; height: number };
}

/** Decodes a photo (a file's path or its bytes) upright, scaled while decoding, onto the canvas of a model. */
export async function decodePhoto(source: string | Uint8Array, rule: CanvasRule): Promise<ModelInput> {
  try {
    const image = sharp(source, { failOn: 'error' }).autoOrient().flatten({ background: '#727272' });
    const { autoOrient: photo } = await image.metadata();
    const canvas = fitCanvas(photo.width, photo.height, rule);
    const size = scaledSize(photo.width, photo.height, canvas);
    const { data, info } = await image
      .resize({ ...size, fit: 'fill', kernel: 'linear' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels: Pixels = {
      data,
      width: info.width,
      height: info.height,
      channels: info.channels === 4 ? 4 : 3,
    };
    const tensor = { dims: [1, 3, canvas.height, canvas.width], data: letterbox(pixels, canvas) };
    return { tensor, canvas, photo };
  } catch (cause) {
    const name = typeof source === 'string' ? source : 'the photo';
    throw new KerbsideError('photo_invalid', `Could not read ${name} as a picture: ${reasonOf(cause)}`, {
      cause,
    });
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
