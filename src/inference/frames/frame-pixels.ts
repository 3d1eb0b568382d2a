import type { Size } from '../../analysis/geometry/size.ts';
import { KerbsideError } from '../../errors.ts';
import { type DecodedPhoto, fitWithin } from '../../photo/decoded-photo.ts';

/** A frame of a camera. `VideoFrame` moves between threads without a copy; not every browser has it. */
export type CameraFrame = VideoFrame | ImageBitmap;

const JPEG_QUALITY = 0.92;

/** Draws frames scaled down and returns their pixels. Uses one canvas for all. */
export class FrameCanvas {
  #canvas: OffscreenCanvas | undefined;

  /** Returns the pixels of a frame. Does not close it. */
  draw(frame: CameraFrame, maxSide: number): DecodedPhoto {
    const original = getFrameSize(frame);
    const { width, height } = fitWithin(original, maxSide);
    this.#canvas ??= new OffscreenCanvas(width, height);
    if (this.#canvas.width !== width || this.#canvas.height !== height)
      Object.assign(this.#canvas, { width, height });
    // Pixels are read after each drawing: a canvas on the GPU would wait for it.
    const context = requireContext(this.#canvas.getContext('2d', { willReadFrequently: true, alpha: false }));
    context.imageSmoothingQuality = 'medium';
    context.drawImage(frame, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    return { data, width, height, original };
  }
}

/** Returns a frame as a JPEG at full size. Does not close it. */
export async function encodeFrame(frame: CameraFrame): Promise<Blob> {
  const { width, height } = getFrameSize(frame);
  const canvas = new OffscreenCanvas(width, height);
  requireContext(canvas.getContext('2d', { alpha: false })).drawImage(frame, 0, 0);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
}

function getFrameSize(frame: CameraFrame): Size {
  return 'displayWidth' in frame
    ? { width: frame.displayWidth, height: frame.displayHeight }
    : { width: frame.width, height: frame.height };
}

function requireContext(
  context: OffscreenCanvasRenderingContext2D | null,
): OffscreenCanvasRenderingContext2D {
  if (context) return context;
  throw new KerbsideError('unsupported', 'This browser cannot draw camera frames in a worker.');
}
