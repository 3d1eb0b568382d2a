import sharp from 'sharp';
import { computeVinCheckDigit } from '../../../src/analysis/text/vin-check-digit.ts';
import { drawnText, drawnWidth } from '../../../test/fixtures/drawn-text.ts';
import { addGrain } from '../../../test/fixtures/grain.ts';
import type { Random } from '../../../test/fixtures/random.ts';

const SIGNS = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const MAKERS = ['1HG', '2T1', '3VW', '5YJ', 'LVS', 'VF1', 'WVW', 'WDB', 'ZFA', 'JTD', 'SAL', 'YV1'] as const;
const FAMILIES = [
  'monospace',
  'sans-serif',
  'Liberation Mono',
  'Liberation Sans',
  'DejaVu Sans Mono',
] as const;
const HEIGHT = 34;

/** The style of a VIN: printed in a font, drawn as strokes, or dot-peened; on paper, paint or metal. */
type Manner = 'font' | 'strokes' | 'dots';

/** A realistic number with a correct check digit. */
export function drawVin(random: Random): string {
  const draw = (count: number, signs: string) =>
    Array.from({ length: count }, () => signs[Math.floor(random.next() * signs.length)] ?? '').join('');
  const vin = random.pick(MAKERS) + draw(8, SIGNS) + draw(6, '0123456789');
  return vin.slice(0, 8) + computeVinCheckDigit(vin) + vin.slice(9);
}

/** A frontal picture in good light. */
export async function cleanPicture(vin: string, random: Random): Promise<Buffer> {
  return sharp(Buffer.from(label(vin, random)))
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** The same with random degradation: size, tilt, defocus, reflection, grain and compression. */
export async function degradedPicture(vin: string, random: Random): Promise<Buffer> {
  const turned = await sharp(Buffer.from(label(vin, random)))
    .affine(
      [
        [1, random.between(-0.06, 0.06)],
        [random.between(-0.06, 0.06), 1],
      ],
      { background: '#3a3f45' },
    )
    .png()
    .toBuffer();
  const { width = 0 } = await sharp(turned).metadata();
  const small = await sharp(turned)
    .resize({ width: Math.round(width * random.between(0.28, 0.55)) })
    .blur(random.between(0.5, 1.2))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  addGrain(small.data, 3, { seed: Math.floor(random.next() * 2 ** 31), amplitude: random.between(4, 22) });
  const { info } = small;
  const glare = Buffer.from(reflection(info.width, info.height, random));
  return sharp(small.data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .composite([{ input: glare }])
    .jpeg({ quality: Math.round(random.between(30, 60)) })
    .toBuffer();
}

function label(vin: string, random: Random): string {
  const manner: Manner = random.pick(['font', 'strokes', 'dots']);
  const [ground, ink] = random.pick([
    ['#e4e5e0', '#16181b'],
    ['#22262b', '#dfe3e6'],
    ['#8f959b', '#2a2e33'],
    ['#c9b98a', '#1d1a14'],
  ]);
  const width = Math.ceil(drawnWidth(vin, HEIGHT)) + 140;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="240">
<rect width="100%" height="100%" fill="#3a3f45"/><rect x="20" y="60" width="${width - 40}" height="120" rx="6" fill="${ground}"/>
${written(vin, manner, ink, random)}</svg>`;
}

function written(vin: string, manner: Manner, ink: string, random: Random): string {
  if (manner === 'font') {
    const family = random.pick(FAMILIES);
    const weight = random.pick(['normal', 'bold']);
    return `<text x="70" y="133" font-family="${family}" font-weight="${weight}" font-size="38" fill="${ink}">${vin}</text>`;
  }
  const weight = random.between(2, 3.2);
  const strokes = drawnText(vin, { x: 70, y: 103, height: HEIGHT, colour: ink, weight });
  return manner === 'dots' ? strokes.replace('<g ', `<g stroke-dasharray="0.01 ${weight + 0.6}" `) : strokes;
}

function reflection(width: number, height: number, random: Random): string {
  const x = random.between(0, width);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs><radialGradient id="g"><stop offset="0" stop-color="#fff" stop-opacity="${random.between(0.2, 0.8)}"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
<ellipse cx="${x}" cy="${height / 2}" rx="${width * 0.25}" ry="${height * 0.5}" fill="url(#g)"/></svg>`;
}
