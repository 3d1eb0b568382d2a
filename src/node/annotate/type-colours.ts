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
