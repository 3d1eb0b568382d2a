import { unzlibSync } from 'fflate';
import { NOTO_SANS } from './noto-sans.ts';
import { readTrueType, type TrueTypeFont } from './true-type.ts';

/** Unpacks the fonts of the library. */
export function loadFonts(): Record<'regular' | 'bold', TrueTypeFont> {
  const load = (packed: string) => readTrueType(unzlibSync(fromBase64(packed)));
  return { regular: load(NOTO_SANS.regular), bold: load(NOTO_SANS.bold) };
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
