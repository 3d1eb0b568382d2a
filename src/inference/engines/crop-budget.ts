import type { DetectorEntry } from '../../analysis/model-manifest.ts';

/**
 * Returns on how many crops of a photo a detector can run within the budget.
 *
 * @param photoMs How long it runs on a whole photo, at all scales. The time of a crop follows from its pixels.
 */
export function countCropsWithin(
  budgetMs: number,
  { maxCrops = 0, input, secondArea = 0 }: Pick<DetectorEntry, 'maxCrops' | 'input' | 'secondArea'>,
  photoMs: number | undefined,
): number {
  if (photoMs === undefined || secondArea === 0) return 0;
  const cropMs = (photoMs * secondArea) / (input.area + secondArea);
  const affordable = Math.floor((budgetMs - photoMs) / Math.max(cropMs, Number.MIN_VALUE));
  return Math.max(0, Math.min(maxCrops, affordable));
}
