import type { Box } from '../geometry/box.ts';
import type { Size } from '../geometry/size.ts';
import type { Canvas } from '../pixels/model-canvas.ts';
import type { PhotoCanvas, PixelRegion } from '../pixels/pixel-region.ts';

/** A part of a photo on which a detector runs again, and the canvas that it is scaled onto. */
export interface Crop {
  canvas: PhotoCanvas & { region: PixelRegion };
  /** The part, in pixels of the photo. */
  window: Box;
  /** Returns whether no border of the crop cuts the box. The borders of the photo do not count. */
  isWhole(box: Box): boolean;
}

/** Size and scale of all crops of a photo. */
export interface CropSize {
  /** In pixels of the decoded photo. */
  width: number;
  height: number;
  canvas: Canvas;
}

/** A decoded photo, and the size of the original. */
export interface DecodedSize extends Size {
  original: Size;
}

/**
 * The sides of a crop, relative to those of the photo.
 *
 * Measured on photos of 640 to 1,280 pixels; see models/damage-large.md.
 */
const CROP_SIDE = 0.4;
/** A crop must show the photo at so many times the scale of the whole photo. Otherwise it shows nothing new. */
const MIN_GAIN = 1.1;
/** A box that is this near to a border of its crop, relative to its side, is cut by it. */
const BORDER = 0.01;

/** Returns the longer side at which a photo must be decoded to fill the canvas of a crop. */
export function cropDecodeSide(canvas: Canvas): number {
  return Math.ceil(Math.max(canvas.width, canvas.height) / CROP_SIDE);
}

/**
 * Returns the size of the crops of a photo. Undefined if they would show no more than the whole photo on its canvas.
 *
 * A crop has the shape of the photo, so that it fits the canvas of another scale: engines have already run on that shape.
 *
 * @param finest The largest canvas of the whole photo.
 * @param canvas The canvas of the whole photo whose sides the canvas of a crop has.
 */
export function fitCrops(photo: DecodedSize, finest: Canvas, canvas: Canvas): CropSize | undefined {
  const width = Math.round(CROP_SIDE * photo.width);
  const height = Math.round(CROP_SIDE * photo.height);
  if (width < 1 || height < 1) return undefined;
  const scale = Math.min(canvas.width / width, canvas.height / height);
  const decodedScale = photo.width / photo.original.width;
  if (Math.min(1, scale) * decodedScale < MIN_GAIN * finest.scale) return undefined;
  return { width, height, canvas: { ...canvas, scale } };
}

/** Returns the crop around a point of the photo, moved inwards if it would exceed the photo. */
export function createCrop(photo: DecodedSize, size: CropSize, centre: { x: number; y: number }): Crop {
  const { original } = photo;
  const { width, height } = size;
  const toX = original.width / photo.width;
  const toY = original.height / photo.height;
  const region = {
    x: placeStart(centre.x / toX, width, photo.width),
    y: placeStart(centre.y / toY, height, photo.height),
    width,
    height,
  };
  const window = {
    x0: region.x * toX,
    y0: region.y * toY,
    x1: (region.x + width) * toX,
    y1: (region.y + height) * toY,
  };
  const marginX = BORDER * width * toX;
  const marginY = BORDER * height * toY;
  const inner = {
    x0: region.x > 0 ? window.x0 + marginX : Number.NEGATIVE_INFINITY,
    y0: region.y > 0 ? window.y0 + marginY : Number.NEGATIVE_INFINITY,
    x1: region.x + width < photo.width ? window.x1 - marginX : Number.POSITIVE_INFINITY,
    y1: region.y + height < photo.height ? window.y1 - marginY : Number.POSITIVE_INFINITY,
  };
  return {
    canvas: { ...size.canvas, region },
    window,
    isWhole: ({ x0, y0, x1, y1 }) => x0 >= inner.x0 && y0 >= inner.y0 && x1 <= inner.x1 && y1 <= inner.y1,
  };
}

/** Returns where a part of a side starts, in whole pixels. */
function placeStart(centre: number, length: number, side: number): number {
  return Math.round(Math.min(Math.max(0, centre - length / 2), side - length));
}
