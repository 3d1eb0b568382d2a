import type { Polygon } from '../../domain/records/view.ts';
import { placeLabels, type Rectangle } from './place-labels.ts';
import { FONT_DESCENT, FONT_HEIGHT, measureText, renderText } from './stroke-font.ts';

/** A damage or a wheel to draw, in pixels of the picture. */
export interface Mark {
  /** Determines the colour, and the text if there is no label. */
  type: string;
  label?: string;
  confidence?: number;
  box: Rectangle;
  polygons: readonly Polygon[];
}

/** Returns an SVG of the picture's size: outlines below boxes below labels, the most confident mark on top. */
export function createOverlay(marks: readonly Mark[], picture: { width: number; height: number }): string {
  const { width, height } = picture;
  // The annotated photo is viewed as a whole, so line and letter sizes are relative to its longer side.
  const unit = Math.max(1.1, Math.max(width, height) / 700);
  const byConfidence = [...marks].sort((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0));
  const texts = byConfidence.map(getLabelText);
  const places = placeLabels(
    byConfidence.map(({ box }, index) => ({ box, size: measureLabel(texts[index] ?? '', unit) })),
    picture,
  );
  const drawn = byConfidence.map((mark, index) => ({ mark, text: texts[index] ?? '', place: places[index] }));
  const bottomUp = drawn.reverse();
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" stroke-linejoin="round">`,
    ...bottomUp.map(({ mark }) => renderOutlines(mark, unit)),
    ...bottomUp.map(({ mark }) => renderBox(mark, unit)),
    ...bottomUp.map(({ mark, text, place }) => (place ? renderLabel(mark, text, place, unit) : '')),
    '</svg>',
  ].join('\n');
}

function renderOutlines({ type, polygons }: Mark, unit: number): string {
  if (polygons.length === 0) return '';
  const path = polygons
    .map((ring) => `M${ring.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`)
    .join('');
  const colour = getTypeColour(type);
  return `<path d="${path}" fill="${colour}" fill-opacity="0.22" stroke="${INK}" stroke-opacity="0.55" stroke-width="${2.4 * unit}"/>
<path d="${path}" fill="none" stroke="${colour}" stroke-width="${1.2 * unit}"/>`;
}

/** Draws a light line inside a dark one: it is visible on any paint. */
function renderBox({ type, box }: Mark, unit: number): string {
  const shape = `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="${2 * unit}" fill="none"`;
  return `${shape} stroke="${INK}" stroke-opacity="0.7" stroke-width="${4 * unit}"/>
${shape} stroke="${getTypeColour(type)}" stroke-width="${2 * unit}"/>`;
}

const PADDING = 3.5;
const LETTER = 1.05;

function getLabelText({ type, label: text = type.replaceAll('_', ' '), confidence }: Mark): string {
  return confidence === undefined ? text : `${text} ${Math.round(confidence * 100)}%`;
}

function measureLabel(text: string, unit: number) {
  const letter = LETTER * unit;
  return {
    width: measureText(text) * letter + 2 * PADDING * 1.4 * unit,
    height: (FONT_HEIGHT + FONT_DESCENT) * letter + PADDING * 1.6 * unit,
  };
}

function renderLabel({ type }: Mark, text: string, place: Rectangle, unit: number): string {
  const [x, y] = [place.x + PADDING * 1.4 * unit, place.y + PADDING * unit];
  return `<rect x="${place.x}" y="${place.y}" width="${place.width}" height="${place.height}" rx="${2.5 * unit}" fill="${getTypeColour(type)}" stroke="${INK}" stroke-opacity="0.7" stroke-width="${unit}"/>
<g transform="translate(${x} ${y}) scale(${LETTER * unit})" fill="none" stroke="${INK}" stroke-width="1.5" stroke-linecap="round">${renderText(text)}</g>`;
}

/**
 * A colour for each damage type. All are light: they contrast with dark paint, their dark border contrasts with light
 * paint, and dark letters are readable on each of them.
 */
const COLOURS: Readonly<Record<string, string>> = {
  scratch: '#ffd400',
  scattered_scratches: '#ffd400',
  dent: '#35d0ff',
  body_crack: '#ff8a5c',
  broken_glass: '#c9a6ff',
  broken_light: '#ffa51f',
  missing_piece: '#ff8fd0',
  misshape: '#62e58b',
  paint_peeling: '#c4f23a',
  smash: '#ff7f7f',
  rustiness: '#e3ad6f',
  hubcap_scratch: '#5eead4',
  missing_hubcap: '#9fb8ff',
};
const OTHER = '#dfe3ea';

export const INK = '#14161a';

export function getTypeColour(type: string): string {
  return COLOURS[type] ?? OTHER;
}

/** Returns the WCAG contrast ratio of two `#rrggbb` colours: 1 to 21. */
export function contrastRatio(a: string, b: string): number {
  const [dark = 0, light = 0] = [computeLuminance(a), computeLuminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function computeLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
