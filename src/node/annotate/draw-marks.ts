import sharp from 'sharp';
import { createOverlay, type Mark } from './overlay.ts';

/** The longer side of the result, in pixels: sharp on any screen, and a tenth of the size of a phone's photo. */
const MAX_SIDE = 2000;

/** Returns the upright photo as JPEG with the marks drawn on it. Marks are in pixels of the upright photo. */
export async function drawMarks(photo: ArrayBuffer, marks: readonly Mark[]): Promise<Buffer> {
  const image = sharp(photo).autoOrient();
  const { autoOrient } = await image.metadata();
  const scale = Math.min(1, MAX_SIDE / Math.max(autoOrient.width, autoOrient.height));
  const size = {
    width: Math.max(1, Math.round(autoOrient.width * scale)),
    height: Math.max(1, Math.round(autoOrient.height * scale)),
  };
  const svg = createOverlay(
    marks.map((mark) => scaleMark(mark, scale)),
    size,
  );
  return await image
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: '#727272' })
    .toColourspace('srgb')
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

function scaleMark({ box, polygons, ...mark }: Mark, scale: number): Mark {
  return {
    ...mark,
    box: {
      x: box.x * scale,
      y: box.y * scale,
      width: box.width * scale,
      height: box.height * scale,
    },
    polygons: polygons.map((ring) => ring.map(([x, y]): [number, number] => [x * scale, y * scale])),
  };
}
