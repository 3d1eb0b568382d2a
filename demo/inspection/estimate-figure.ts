import { isUnpriced, type RepairEstimate } from 'kerbside';
import type { App } from '../app.ts';

/** Formats the total of an estimate and its range. */
export function formatEstimate(
  { names, messages: { results } }: Pick<App, 'names' | 'messages'>,
  estimate: RepairEstimate | undefined,
): { sum: string; range?: string } {
  if (!estimate) return { sum: '–', range: results.noEstimate };
  if (isUnpriced(estimate)) return { sum: results.toReview };
  const { totalCost, range, currency } = estimate;
  const money = (amount: number) => names.money(amount, currency);
  return { sum: money(totalCost), range: results.range(money(range.low), money(range.high)) };
}
