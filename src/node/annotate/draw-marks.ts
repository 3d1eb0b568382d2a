import sharp from 'sharp';
import { createOverlay, type Mark } from './overlay.ts';

/** Longer side of what is written: sharp on any screen, and a tenth of what a phone takes. */
const LONGEST_SIDE = 2000;

/** The photo upright, as JPEG, with the marks (in pixels of the upright photo) drawn on it. */
export async function drawMarks(photo: ArrayBuffer, marks: readonly Mark[]): Promise<Buffer> {
  const image = sharp(photo).autoOrient();
  const { autoOrient } = await image.metadata();
  const scale = Math.min(1, LONGEST_SIDE / Math.max(autoOrient.width, autoOrient.height));
  const size = {
    width: Math.max(1, Math.round(autoOrient.width * scale)),
    height: Math.max(1, Math.round(autoOrient.height * scale)),
  };
  const svg = createOverlay(
    marks.map((mark) => scaled(mark, scale)),
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

function scaled({ box, polygons, ...mark }: Mark, scale: number): Mark {
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
