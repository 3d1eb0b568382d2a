import { findInk, type Ink, type PaintedText, type PaintText, type Picture, toPicture } from './picture.ts';
import type { SymbolText } from './symbols.ts';

/** More pictures would take minutes. */
const MAX_PICTURES = 2_000;
const BATCH_SIZE = 8;
/**
 * Characters that no font has. A machine draws a box for them, often with the number of the character. The numbers of a
 * group have other digits at each place: what their boxes share is the frame.
 */
const UNASSIGNED = [
  ['\u0378', '\u1cfc', '\u2fe1', '\uabee'],
  ['\u{1fff0}', '\u{2fa20}', '\u{3fffd}', '\u{dabcd}'],
];
/** Not all: digits at the same place share some pixels too. */
const SHARED_FRAME = 0.75;
const NEVER_DRAWN = /[\p{Cn}\p{Co}\ufffd]/u;
/** Parts of other characters. */
const ATTACHED = /[\p{M}\p{Cf}]/u;

/** The pixels that all boxes for missing characters have. */
interface Frame {
  ink: Ink;
  painted: readonly PaintedText[];
}

/**
 * Paints symbols with the fonts of this machine.
 *
 * @returns The pictures by text, without those of symbols that this machine has no font for.
 */
export async function paintSymbols(
  symbols: readonly SymbolText[],
  paint: PaintText,
): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>();
  const texts = symbols.map(({ text }) => text).filter((text) => !NEVER_DRAWN.test(text));
  if (texts.length === 0) return pictures;
  const isMissing = createMissingTest(
    paint,
    await Promise.all(UNASSIGNED.map((group) => readFrame(group, paint))),
  );
  const paintOne = async (text: string) => {
    const missing = await Promise.all([...text].filter((char) => !ATTACHED.test(char)).map(isMissing));
    const picture = missing.includes(true) ? undefined : toPicture(await paint(text));
    if (picture) pictures.set(text, picture);
  };
  const painted = texts.slice(0, MAX_PICTURES);
  for (let from = 0; from < painted.length; from += BATCH_SIZE)
    await Promise.all(painted.slice(from, from + BATCH_SIZE).map(paintOne));
  return pictures;
}

async function readFrame(group: readonly string[], paint: PaintText): Promise<Frame | undefined> {
  const painted = await Promise.all(group.map(paint));
  const ink = painted[0] && findInk(painted[0]);
  return ink && { ink, painted };
}

/** Whether this machine draws a box in place of a character. */
function createMissingTest(paint: PaintText, frames: readonly (Frame | undefined)[]) {
  const known = new Map<string, Promise<boolean>>();
  const test = async (char: string) => {
    const painted = await paint(char);
    const ink = findInk(painted);
    return !ink || frames.some((frame) => frame && hasFrame(painted, ink, frame));
  };
  return (char: string): Promise<boolean> => {
    const result = known.get(char) ?? test(char);
    known.set(char, result);
    return result;
  };
}

function hasFrame(painted: PaintedText, ink: Ink, frame: Frame): boolean {
  if (ink.columns !== frame.ink.columns || ink.rows !== frame.ink.rows) return false;
  const isInked = ({ width, data }: PaintedText, from: Ink, x: number, y: number) =>
    (data[((from.y + y) * width + from.x + x) * 4 + 3] ?? 0) >= 128;
  let [size, shared] = [0, 0];
  for (let y = 0; y < ink.rows; y += 1) {
    for (let x = 0; x < ink.columns; x += 1) {
      if (!frame.painted.every((one) => isInked(one, frame.ink, x, y))) continue;
      size += 1;
      if (isInked(painted, ink, x, y)) shared += 1;
    }
  }
  return shared >= size * SHARED_FRAME;
}
