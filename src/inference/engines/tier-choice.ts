import { type DetectorEntry, selectVariant } from '../../analysis/model-manifest.ts';
import { errorMessage, isKerbsideError } from '../../errors.ts';
import type { DamageTiers } from '../task-models.ts';

/** The time that a damage model may take for a photo, in milliseconds, if the app sets no other. */
export const DEFAULT_BUDGET_MS = 1_500;

/** The damage model that runs on this device. `reason` is a text for people. */
export interface TierChoice {
  model: DetectorEntry;
  reason: string;
}

/** Returns how long a detector runs on a photo, in milliseconds. Undefined if no engine can run it. */
type MeasurePhotoMs = (model: DetectorEntry) => Promise<number | undefined>;

/**
 * Chooses the large damage model if it is fast enough, otherwise the small one.
 *
 * The large one is only fetched if the time of the small one lets expect that it is fast enough, and only used if it then
 * is. If it cannot be fetched, the small one runs, and the next choice tries again.
 *
 * @throws KerbsideError `aborted`
 */
export async function chooseTier(
  [small, large]: DamageTiers,
  measure: MeasurePhotoMs,
  budgetMs: number,
): Promise<TierChoice> {
  if (!large) return { model: small, reason: 'the only damage model' };
  const useSmall = (reason: string) => ({ model: small, reason: `${large.name} ${reason}` });
  try {
    const smallMs = await measure(small);
    if (smallMs === undefined) return useSmall('is not tried: no engine can run the small model');
    const expectedMs = expectMs(small, large, smallMs);
    if (expectedMs > budgetMs)
      return useSmall(`would take about ${formatMs(expectedMs)} a photo, over the budget of ${budgetMs} ms`);
    const largeMs = await measure(large);
    if (largeMs === undefined) return useSmall('is not used: no engine can run it');
    if (largeMs > budgetMs)
      return useSmall(`takes ${formatMs(largeMs)} a photo, over the budget of ${budgetMs} ms`);
    const reason = `${large.name} takes ${formatMs(largeMs)} a photo, within the budget of ${budgetMs} ms`;
    return { model: large, reason };
  } catch (error) {
    if (isKerbsideError(error, 'aborted') || !isKerbsideError(error)) throw error;
    return useSmall(`cannot be tried: ${errorMessage(error)}`);
  }
}

/**
 * Returns whether the large damage model can be expected to run within the budget, by the time of the small one. Fetches
 * nothing but the small one.
 */
export async function expectsLarge(
  [small, large]: DamageTiers,
  measure: MeasurePhotoMs,
  budgetMs: number,
): Promise<boolean> {
  if (!large) return false;
  const smallMs = await measure(small);
  return smallMs !== undefined && expectMs(small, large, smallMs) <= budgetMs;
}

function expectMs(small: DetectorEntry, large: DetectorEntry, smallMs: number): number {
  return smallMs * (countWork(large) / countWork(small));
}

/** Returns a number that grows with the time of a run: the weights of a model, times the pixels it runs on. */
function countWork(model: DetectorEntry): number {
  const { input, secondArea = 0 } = model;
  return selectVariant(model, 'int8').bytes * (input.area + secondArea);
}

function formatMs(ms: number): string {
  return `${ms.toFixed(0)} ms`;
}
