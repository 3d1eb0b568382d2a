import sharp from 'sharp';
import { EM, getCanvas, type PaintedText } from '../../report/text/picture.ts';

/** Paints a text with the fonts of this machine, which fontconfig finds. */
export async function paintText(text: string): Promise<PaintedText> {
  const { width, height, x, baseline } = getCanvas(text);
  const escaped = text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<text x="${x}" y="${baseline}" font-size="${EM}" font-family="sans-serif" text-anchor="middle">${escaped}</text></svg>`;
  const data = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  return { width, height, data };
}
