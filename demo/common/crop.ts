import type { Image, View } from 'kerbside';

/** A part of a photo, in its pixels. */
export interface CropRegion {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Width over height of every crop. */
const ASPECT = 4 / 3;
/** The surroundings of a damage show where it is: this share of its size on every side. */
const MARGIN = 0.6;
/** Smaller crops show only paint. A share of the photo's shorter side. */
const MIN_SIZE = 0.22;

/** Returns the part of a photo to show for a damage: the damage with its surroundings, inside the photo. */
export function getCropRegion(
  { boundingBox: { xmin, ymin, width, height } }: Pick<View, 'boundingBox'>,
  { imageWidth, imageHeight }: Pick<Image, 'imageWidth' | 'imageHeight'>,
): CropRegion {
  const smallest = MIN_SIZE * Math.min(imageWidth, imageHeight);
  const grown = 1 + 2 * MARGIN;
  const wanted = Math.max(width * grown, height * grown * ASPECT, smallest * ASPECT);
  const scale = Math.min(1, imageWidth / wanted, imageHeight / (wanted / ASPECT));
  const size = { width: Math.round(wanted * scale), height: Math.round((wanted / ASPECT) * scale) };
  const place = (center: number, length: number, limit: number) =>
    Math.round(Math.min(Math.max(0, center - length / 2), limit - length));
  return {
    x: Math.max(0, place(xmin + width / 2, size.width, imageWidth)),
    y: Math.max(0, place(ymin + height / 2, size.height, imageHeight)),
    ...size,
  };
}

/** Returns a view in pixels of the crop. */
export function toCropView(view: View, { x, y }: CropRegion): View {
  const { boundingBox, polygons } = view;
  return {
    ...view,
    boundingBox: { ...boundingBox, xmin: boundingBox.xmin - x, ymin: boundingBox.ymin - y },
    polygons: polygons.map((ring) => ring.map(([px, py]): [number, number] => [px - x, py - y])),
  };
}
