/** The sums of the weights of rows and of columns. 255 times both is less than 2^31. */
export const ROW_WEIGHT_SUM = 2 ** 8;
export const COLUMN_WEIGHT_SUM = 2 ** 14;

/** For each output pixel, 4 adjacent input pixels: the index of the first, and the weight of each. */
export interface FourTaps {
  starts: Int32Array;
  weights: Int32Array;
  /** Whether the weights of the last two are 0 everywhere. */
  hasTwo: boolean;
}

/**
 * Returns as many groups of 4 taps as cover every input pixel; unused taps have a weight of 0. The weights of an output
 * pixel are integers with the sum `weightSum`: the pixel in the middle absorbs the rounding error.
 */
export function computeTaps(from: number, to: number, weightSum: number): FourTaps[] {
  const scale = from / to;
  const radius = Math.max(1, scale);
  const groups = Array.from({ length: Math.ceil(radius / 2) }, () => ({
    starts: new Int32Array(to),
    weights: new Int32Array(to * 4),
    hasTwo: false,
  }));
  for (let out = 0; out < to; out += 1) {
    const centre = (out + 0.5) * scale;
    const start = Math.max(0, Math.floor(centre - radius - 0.5) + 1);
    const end = Math.min(from, Math.ceil(centre + radius - 0.5));
    const triangle = (at: number) => 1 - Math.abs(at + 0.5 - centre) / radius;
    const add = (at: number, weight: number) => {
      const { weights } = groups[(at - start) >> 2] as FourTaps;
      const tap = 4 * out + ((at - start) & 3);
      weights[tap] = (weights[tap] as number) + weight;
    };
    let sum = 0;
    for (let at = start; at < end; at += 1) sum += triangle(at);
    let rest = weightSum;
    for (let at = start; at < end; at += 1) {
      const weight = Math.round((triangle(at) / sum) * weightSum);
      add(at, weight);
      rest -= weight;
    }
    add(Math.floor(centre), rest);
    for (const [index, { starts }] of groups.entries()) starts[out] = start + 4 * index;
  }
  for (const group of groups) group.hasTwo = group.weights.every((weight, at) => at % 4 < 2 || weight === 0);
  return groups;
}

/** For each output pixel: the index of the first input pixel, then `count` weights. */
export interface TapList {
  /** As many as the output pixel that needs the most. */
  count: number;
  list: Int32Array;
}

/** Returns the taps of `computeTaps` in one list. */
export function listTaps(from: number, to: number, weightSum: number): TapList {
  const groups = computeTaps(from, to, weightSum);
  const weightOf = (out: number, tap: number) => groups[tap >> 2]?.weights[4 * out + (tap & 3)] ?? 0;
  const isUsed = (tap: number) => Array.from({ length: to }).some((_, out) => weightOf(out, tap) !== 0);
  let count = 4 * groups.length;
  while (count > 1 && !isUsed(count - 1)) count -= 1;
  const list = new Int32Array(to * (1 + count));
  for (let out = 0; out < to; out += 1) {
    const at = out * (1 + count);
    list[at] = groups[0]?.starts[out] ?? 0;
    for (let tap = 0; tap < count; tap += 1) list[at + 1 + tap] = weightOf(out, tap);
  }
  return { count, list };
}
