import type { EvalArguments } from './arguments.ts';
import { spread } from './spread.ts';

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
