/**
 * What a recogniser says of a line: for each of its columns, from left to right, the probability of no sign (first)
 * and of every sign of its alphabet.
 */
export interface SignColumns {
  data: Float32Array;
  count: number;
  signs: readonly string[];
}

/** Which sign a sign is taken for, or undefined where it says nothing here. */
export type Folding = (sign: string) => string | undefined;

/**
 * The columns in terms of what can be there: each sign's probability goes to the one it is folded to, or to "no
 * sign". So `O` speaks for `0` where there are only digits, and a small letter for its capital.
 */
export function foldColumns({ data, count, signs }: SignColumns, folding: Folding): SignColumns {
  const targets = signs.map(folding);
  const kept = [...new Set(targets.filter((sign) => sign !== undefined))];
  const places = targets.map((sign) => (sign === undefined ? 0 : kept.indexOf(sign) + 1));
  const [from, to] = [signs.length + 1, kept.length + 1];
  const folded = new Float32Array(count * to);
  for (let column = 0; column < count; column += 1) {
    folded[column * to] = data[column * from] ?? 0;
    places.forEach((place, index) => {
      const at = column * to + place;
      folded[at] = (folded[at] ?? 0) + (data[column * from + index + 1] ?? 0);
    });
  }
  return { data: folded, count, signs: kept };
}
