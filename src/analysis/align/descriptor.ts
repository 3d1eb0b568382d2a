import type { FloatImage } from './pyramid.ts';

/** Words of 32 bits per descriptor. */
export const DESCRIPTOR_WORDS = 8;
/** Pixels around a point that its descriptor reads. */
export const DESCRIPTOR_RADIUS = 14;

/**
 * Pairs of offsets, drawn once with a fixed seed (BRIEF, Calonder et al. 2010). Not rotated: photos are stored upright.
 */
const PAIRS = createPairs(DESCRIPTOR_WORDS * 32);

/** Returns the descriptor of a point: each bit tells which of two pixels near it is brighter. Light hardly changes that. */
export function describePoint({ width, data }: FloatImage, x: number, y: number): number[] {
  const words: number[] = [];
  const center = y * width + x;
  for (let word = 0; word < DESCRIPTOR_WORDS; word++) {
    let bits = 0;
    for (let bit = 0; bit < 32; bit++) {
      const at = 4 * (word * 32 + bit);
      const one = data[center + (PAIRS[at + 1] ?? 0) * width + (PAIRS[at] ?? 0)] ?? 0;
      const other = data[center + (PAIRS[at + 3] ?? 0) * width + (PAIRS[at + 2] ?? 0)] ?? 0;
      bits = (bits << 1) | Number(one < other);
    }
    words.push(bits >>> 0);
  }
  return words;
}

/**
 * Returns the number of bits in which two descriptors differ, 0 to 256. Stops after half of them if more than `limit`
 * differ there.
 */
export function countDifferentBits(
  a: Uint32Array,
  i: number,
  b: Uint32Array,
  j: number,
  limit = Infinity,
): number {
  const [from, to] = [i * DESCRIPTOR_WORDS, j * DESCRIPTOR_WORDS];
  let count = 0;
  for (let word = 0; word < DESCRIPTOR_WORDS; word++) {
    if (word === DESCRIPTOR_WORDS / 2 && count > limit) return count;
    let bits = (a[from + word] as number) ^ (b[to + word] as number);
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

function createPairs(count: number): Int8Array {
  let state = 42;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  // The mean of three is nearly normal: most comparisons are near the point.
  const offset = () => Math.round(((next() + next() + next()) / 1.5 - 1) * DESCRIPTOR_RADIUS);
  return Int8Array.from({ length: 4 * count }, offset);
}
