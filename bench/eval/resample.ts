import type { Random } from '../../test/fixtures/random.ts';
import { averagePrecision, mean } from './average-precision.ts';
import type { Match } from './match.ts';

/** The contribution of a photo to the curve of a type. */
export interface PhotoResult {
  matches: readonly Match[];
  counted: number;
}

export type Interval = readonly [low: number, high: number];

const ROUNDS = 200;
const OUTSIDE = 0.025;

/**
 * Returns the 95 % confidence intervals of the figures by bootstrap: photos are drawn with replacement.
 * `results` has one list per type, in the order of the photos: each sample uses the same photos for all types.
 */
export function resample(results: ReadonlyMap<string, readonly PhotoResult[]>, random: Random) {
  const photos = Math.max(0, ...[...results.values()].map(({ length }) => length));
  const curves = [...results].map(([type, list]) => ({
    type,
    list,
    ranked: ranking(list),
    drawn: [] as number[],
  }));
  const means: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const times = new Uint16Array(photos);
    for (let draw = 0; draw < photos; draw += 1) {
      const photo = Math.floor(random.next() * photos);
      times[photo] = (times[photo] ?? 0) + 1;
    }
    const values = curves.flatMap(({ list, ranked, drawn }) => {
      const counted = list.reduce((sum, result, photo) => sum + result.counted * (times[photo] ?? 0), 0);
      const matches = ranked.flatMap(({ match, photo }) => Array<Match>(times[photo] ?? 0).fill(match));
      const value = averagePrecision(matches, counted);
      if (value === undefined) return [];
      drawn.push(value);
      return [value];
    });
    means.push(mean(values));
  }
  return {
    mean: interval(means),
    perType: new Map(curves.map(({ type, drawn }) => [type, interval(drawn)])),
  };
}

/** The same for any figure of any items, for example of crops or of photos. */
export function resampleFigure<Item>(
  items: readonly Item[],
  figure: (drawn: readonly Item[]) => number,
  random: Random,
): Interval {
  const values = Array.from({ length: ROUNDS }, () =>
    figure(items.flatMap(() => items[Math.floor(random.next() * items.length)] ?? [])),
  );
  return interval(values.filter((value) => !Number.isNaN(value)));
}

function ranking(list: readonly PhotoResult[]) {
  return list
    .flatMap(({ matches }, photo) => matches.map((match) => ({ match, photo })))
    .sort((a, b) => b.match.confidence - a.match.confidence);
}

function interval(values: readonly number[]): Interval {
  const sorted = values.toSorted((a, b) => a - b);
  const outside = Math.floor(sorted.length * OUTSIDE);
  return [sorted[outside] ?? 0, sorted.at(-1 - outside) ?? 0];
}
