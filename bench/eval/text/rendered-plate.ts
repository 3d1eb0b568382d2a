import sharp from 'sharp';
import { drawnText, drawnWidth } from '../../../test/fixtures/drawn-text.ts';
import { addGrain } from '../../../test/fixtures/grain.ts';
import type { Random } from '../../../test/fixtures/random.ts';

type Choices = readonly [string, ...string[]];

/** The plates of one country or region: sizes in millimetres, patterns (A is a letter, 0 a digit), what stands beside the number. */
interface PlateLayout {
  width: number;
  height: number;
  letterHeight: number;
  patterns: Choices;
  letters: string;
  /** The letters in a blue band at the left. */
  band?: string;
  /** Texts above and below the number. One of each is drawn. */
  above?: Choices;
  below?: Choices;
  /** Whether the text above stands in a blue band. */
  isBandAbove?: boolean;
}

const ALL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const NO_IOQ = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const DEALERS = ['', '', 'AUTOHAUS WEBER', 'GARAGE DU LAC', 'MOTOR SPORT CENTRE'] as const;
const EU = { width: 520, height: 110, letterHeight: 75, below: DEALERS } as const;
const MERCOSUR = { width: 400, height: 130, letterHeight: 65, letters: ALL, isBandAbove: true } as const;
const AMERICAN = { width: 305, height: 152, letterHeight: 68 } as const;

/** By ISO 3166 code. The number after a code tells two layouts of one country apart. */
export const PLATE_LAYOUTS: Readonly<Record<string, PlateLayout>> = {
  DE: { ...EU, band: 'D', letters: ALL, patterns: ['AA AA 000', 'A AA 0000', 'AAA A 00', 'AA A 0000'] },
  FR: { ...EU, band: 'F', letters: 'ABCDEFGHJKLMNPQRSTVWXYZ', patterns: ['AA-000-AA'] },
  ES: { ...EU, band: 'E', letters: 'BCDFGHJKLMNPRSTVWXYZ', patterns: ['0000 AAA'] },
  GB: { ...EU, letters: 'ABCDEFGHJKLMNOPRSTUVWXYZ', patterns: ['AA00 AAA', 'A000 AAA'] },
  HU: { ...EU, band: 'H', letters: ALL, patterns: ['AAA-000', 'AA AA-000'] },
  PL: { ...EU, band: 'PL', letters: ALL.replace('Q', ''), patterns: ['AA 00000', 'AAA 0000', 'AAA 0A00'] },
  BR: { ...MERCOSUR, above: ['BRASIL'], patterns: ['AAA0A00'] },
  'BR-2': { ...MERCOSUR, isBandAbove: false, above: ['SP-CAMPINAS', 'RJ-NITEROI'], patterns: ['AAA-0000'] },
  AR: { ...MERCOSUR, above: ['REPUBLICA ARGENTINA'], patterns: ['AA 000 AA'] },
  'AR-2': {
    width: 294,
    height: 129,
    letterHeight: 60,
    letters: ALL,
    above: ['ARGENTINA'],
    patterns: ['AAA 000'],
  },
  AU: {
    width: 372,
    height: 134,
    letterHeight: 72,
    letters: ALL,
    below: ['VICTORIA', 'NSW'],
    patterns: ['AAA 000', '0AA 0AA'],
  },
  CO: {
    width: 330,
    height: 160,
    letterHeight: 80,
    letters: ALL,
    below: ['BOGOTA D.C.', 'MEDELLIN'],
    patterns: ['AAA 000'],
  },
  MX: {
    ...AMERICAN,
    letters: NO_IOQ,
    above: ['JALISCO', 'PUEBLA'],
    below: ['MEXICO'],
    patterns: ['AAA-000-A', 'A-000-AAA'],
  },
  CA: {
    ...AMERICAN,
    letters: ALL.replace('I', ''),
    above: ['ONTARIO', 'QUEBEC'],
    below: ['YOURS TO DISCOVER'],
    patterns: ['AAAA 000', 'A00 AAA'],
  },
  US: {
    ...AMERICAN,
    letters: NO_IOQ,
    above: ['CALIFORNIA', 'TEXAS', 'OHIO', 'MISSOURI'],
    below: ['SHOW-ME STATE', 'DMV.CA.GOV', 'THE LONE STAR STATE', ''],
    patterns: ['0AAA000', 'AAA-0000', 'AAA 000', 'AA0 A0A', 'A00 0000'],
  },
};

/** Draws the number of a plate, with its gaps and dashes. */
export function drawPlateNumber({ patterns, letters }: PlateLayout, random: Random): string {
  const draw = (signs: string) => signs[Math.floor(random.next() * signs.length)] ?? '';
  return random.pick(patterns).replace(/[A0]/g, (kind) => draw(kind === 'A' ? letters : '0123456789'));
}

/** Renders a plate on a car: turned, tilted, small, blurred, with grain, compressed. */
export async function renderPlate(number: string, layout: PlateLayout, random: Random): Promise<Buffer> {
  const turned = await sharp(Buffer.from(drawPlate(number, layout, random)))
    .affine(
      [
        [random.between(0.72, 1), random.between(-0.05, 0.05)],
        [random.between(-0.08, 0.08), 1],
      ],
      { background: '#3a3f45' },
    )
    .png()
    .toBuffer();
  const { width = 0 } = await sharp(turned).metadata();
  const { data, info } = await sharp(turned)
    .resize({ width: Math.round(width * random.between(0.2, 0.5)) })
    .blur(random.between(0.4, 0.9))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  addGrain(data, 3, { seed: Math.floor(random.next() * 2 ** 31), amplitude: random.between(2, 12) });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: Math.round(random.between(50, 85)) })
    .toBuffer();
}

function drawPlate(number: string, layout: PlateLayout, random: Random): string {
  const { width, height, letterHeight, band, above, below, isBandAbove } = layout;
  const [marginX, marginY] = [0.35 * width, 0.6 * height];
  const left = band === undefined ? 0 : 42;
  const top = isBandAbove ? 30 : 0;
  const middle = isBandAbove ? top + (height - top) / 2 : height / 2;
  const drawn = drawnWidth(number, letterHeight);
  const squeeze = ((width - left) * random.between(0.82, 0.92)) / drawn;
  const line = (text: string, x: number, y: number, size: number, fill: string) =>
    `<text x="${x}" y="${y}" font-family="Liberation Sans Narrow, DejaVu Sans Condensed, sans-serif" font-weight="bold" font-size="${size}" fill="${fill}" text-anchor="middle">${text}</text>`;
  const centre = left + (width - left) / 2;
  const parts = [
    `<rect width="${width}" height="${height}" rx="8" fill="#f1f0ea" stroke="#333" stroke-width="3"/>`,
    band === undefined
      ? ''
      : `<rect width="40" height="${height}" rx="6" fill="#17399b"/>${line(band, 20, height - 14, 26, '#fff')}`,
    isBandAbove ? `<rect width="${width}" height="${top}" rx="6" fill="#17399b"/>` : '',
    above
      ? line(
          random.pick(above),
          width / 2,
          isBandAbove ? 22 : 0.15 * height,
          isBandAbove ? 20 : 0.14 * height,
          isBandAbove ? '#fff' : '#333',
        )
      : '',
    below ? line(random.pick(below), width / 2, height - 5, 0.11 * height, '#333') : '',
    `<g transform="translate(${centre - (drawn * squeeze) / 2} ${middle - letterHeight / 2}) scale(${squeeze} 1)">${drawnText(number, { x: 0, y: 0, height: letterHeight, weight: random.between(2, 3) })}</g>`,
  ];
  const [full, tall] = [width + 2 * marginX, height + 2 * marginY];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${full}" height="${tall}"><rect width="100%" height="100%" fill="#3a3f45"/>
<g transform="translate(${marginX} ${marginY})">${parts.join('')}</g></svg>`;
}
