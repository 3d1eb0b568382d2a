export interface Summary {
  runs: number;
  /** Milliseconds. */
  median: number;
  p90: number;
  p99: number;
}

export function summary(samples: readonly number[]): Summary {
  const sorted = [...samples].sort((a, b) => a - b);
  const [median, p90, p99] = [0.5, 0.9, 0.99].map((share) => quantile(sorted, share)) as [
    number,
    number,
    number,
  ];
  return { runs: sorted.length, median, p90, p99 };
}

function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
  const value = below + (above - below) * (at - Math.floor(at));
  return Math.round(value * 1000) / 1000;
}

/**
 * Measures several functions alternately, so that other load of the machine affects all of them equally. The order is
 * reversed in every other round. The first rounds are warm-up.
 */
export async function interleaved<Name extends string>(
  ways: Record<Name, (round: number) => Promise<unknown>>,
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<Record<Name, Summary>> {
  const names = Object.keys(ways) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const start = performance.now();
      await ways[name](round);
      const took = performance.now() - start;
      if (round >= 0) samples[name].push(took);
    }
  }
  return Object.fromEntries(names.map((name) => [name, summary(samples[name])])) as Record<Name, Summary>;
}
