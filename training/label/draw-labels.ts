import sharp from 'sharp';
import type { Point } from '../../src/analysis/geometry/polygon.ts';
import type { LabelledObject } from './label-file.ts';

/** A part of a photo, in thousandths. */
export interface Region {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export const WHOLE: Region = { x0: 0, y0: 0, x1: 1000, y1: 1000 };

/** The longest side of a drawing in pixels: more is scaled down before a person or a model sees it. */
const DRAWING_SIDE = 1400;
const GRID_LINES = 10;
const COLOURS = ['#ff3b30', '#34c759', '#0a84ff', '#ffcc00', '#ff2d95', '#00c7be', '#af52de', '#ff9500'];

/** An object with its outline, if there is one. */
export interface OutlinedObject extends LabelledObject {
  /** In thousandths of the photo. */
  rings?: readonly (readonly Point[])[];
}

/**
 * Draws a region of a photo with a grid of coordinates, and the objects that are labelled so far.
 *
 * @returns a PNG
 */
export async function drawLabels(
  photo: Buffer,
  objects: readonly OutlinedObject[] = [],
  region: Region = WHOLE,
): Promise<Buffer> {
  const upright = await sharp(photo).rotate().removeAlpha().toBuffer({ resolveWithObject: true });
  const { width, height } = upright.info;
  const cut = {
    left: Math.round((region.x0 / 1000) * width),
    top: Math.round((region.y0 / 1000) * height),
    width: Math.max(1, Math.round(((region.x1 - region.x0) / 1000) * width)),
    height: Math.max(1, Math.round(((region.y1 - region.y0) / 1000) * height)),
  };
  const scale = DRAWING_SIDE / Math.max(cut.width, cut.height);
  const size = { width: Math.round(cut.width * scale), height: Math.round(cut.height * scale) };
  const toX = (x: number) => ((x - region.x0) / (region.x1 - region.x0)) * size.width;
  const toY = (y: number) => ((y - region.y0) / (region.y1 - region.y0)) * size.height;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" font-family="sans-serif" font-size="15">
${drawGrid()}${objects.map(drawObject).join('')}</svg>`;
  return sharp(upright.data)
    .extract(cut)
    .resize(size.width, size.height)
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();

  function drawGrid(): string {
    const lines = Array.from({ length: GRID_LINES + 1 }, (_, index) => index / GRID_LINES);
    const style =
      objects.length > 0 ? 'stroke="#fff" stroke-opacity=".25"' : 'stroke="#fff" stroke-opacity=".55"';
    return lines
      .map((share) => {
        const [x, y] = [
          region.x0 + share * (region.x1 - region.x0),
          region.y0 + share * (region.y1 - region.y0),
        ];
        return `<path d="M${toX(x)} 0V${size.height}M0 ${toY(y)}H${size.width}" ${style}/>
${drawText(`${Math.round(x)}`, Math.min(toX(x) + 2, size.width - 34), 14)}${drawText(`${Math.round(y)}`, 2, Math.min(toY(y) + 14, size.height - 3))}`;
      })
      .join('');
  }

  function drawObject({ label, box, rings }: OutlinedObject, index: number): string {
    const colour = COLOURS[index % COLOURS.length] as string;
    const outline = (rings ?? [])
      .map((ring) => `M${ring.map(([x, y]) => `${toX(x).toFixed(1)} ${toY(y).toFixed(1)}`).join('L')}Z`)
      .join('');
    const [x, y] = [toX(box.x0), toY(box.y0)];
    return `<rect x="${x}" y="${y}" width="${toX(box.x1) - x}" height="${toY(box.y1) - y}" fill="none" stroke="${colour}" stroke-dasharray="6 4"/>
<path d="${outline}" fill="${colour}" fill-opacity=".25" stroke="${colour}" stroke-width="2"/>${drawText(label, x + 2, y + 14, colour)}`;
  }
}

function drawText(text: string, x: number, y: number, colour = '#fff'): string {
  return `<text x="${x}" y="${y}" fill="${colour}" stroke="#000" stroke-width="3" paint-order="stroke">${text}</text>`;
}
