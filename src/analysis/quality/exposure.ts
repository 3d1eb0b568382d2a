import { shareFrom, type Tones, toneAt } from './tones.ts';

/** JPEG leaves white a few levels below 255. */
const white = 250;

/**
 * How much light the bright parts have, of 1. The dark parts say little: tyres and black paint are dark in any
 * light. Nor do the very brightest alone: a lamp in the night is bright.
 */
export function lightOf(middle: Tones): number {
  return (toneAt(middle, 0.75) + toneAt(middle, 0.95)) / 2;
}

/** Share that is burnt out to white, where no scratch can be seen any more. */
export function clippedShare(tones: Tones): number {
  return shareFrom(tones, white);
}
