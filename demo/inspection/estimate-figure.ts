import type { RepairEstimate } from 'kerbside';
import { isUnpriced } from '../../src/domain/repair-estimate.ts';
import type { App } from '../app.ts';

/** An estimate at a glance: its sum, and how far off that may be. */
export function estimateFigure(
  { names, words: { results } }: Pick<App, 'names' | 'words'>,
  estimate: RepairEstimate | undefined,
): { sum: string; range?: string } {
  if (!estimate) return { sum: '–', range: results.noEstimate };
  if (isUnpriced(estimate)) return { sum: results.toReview };
  const { totalCost, range, currency } = estimate;
  const money = (amount: number) => names.money(amount, currency);
  return { sum: money(totalCost), range: results.range(money(range.low), money(range.high)) };
}
