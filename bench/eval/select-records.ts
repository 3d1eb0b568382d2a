import type { EvalArguments } from './arguments.ts';

/** Returns the records of `--split` and `--set`, at most `--limit`, spread evenly. */
export function selectRecords<T extends { split?: string; set: string }>(
  records: readonly T[],
  { split, set, limit }: Pick<EvalArguments, 'split' | 'set' | 'limit'>,
): T[] {
  const matching = records.filter(
    (record) => (split ?? record.split) === record.split && (set ?? record.set) === record.set,
  );
  return limit === undefined ? matching : spread(matching, limit);
}

/** Returns at most `count` items, spread evenly. */
export function spread<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, items.length / count);
  return items.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
}
