/**
 * Compares two inspections of one vehicle: what is new, worse, the same or gone, what is charged, and the customer's
 * signature. Start at {@link createComparisons}.
 *
 * @packageDocumentation
 */
import { createReportWorker } from '../worker/report-worker.ts';
import type { ComparisonSource, Comparisons } from './comparison.ts';
import { createComparisonsWith } from './create-comparisons.ts';
import type { alignMethods } from './worker-methods.ts';

export type { ReviewedDamage } from '../analysis/compare/review-comparison.ts';
export type { Charges, PartCharge } from '../analysis/compare/sum-charges.ts';
export type { Comparison, ComparisonSource, Comparisons, SignatureInput } from './comparison.ts';

/** Options of {@link createComparisons}. */
export interface ComparisonsOptions {
  /**
   * Folder URL of the built workers (`dist/workers/`), or a function that creates the report worker (`report.js`): it aligns
   * photos, too.
   */
  workers: string | (() => Worker);
}

/**
 * Creates the comparisons of a device.
 *
 * @param api - The result of `openKerbside`.
 * @example
 * ```ts
 * import { createComparisons } from 'kerbside/compare';
 *
 * const comparisons = createComparisons(kerbside, { workers: '/kerbside/workers/' });
 * const comparison = await comparisons.getOne(checkInId);
 * ```
 */
export function createComparisons(api: ComparisonSource, { workers }: ComparisonsOptions): Comparisons {
  const { client, preload } = createReportWorker<typeof alignMethods>(workers);
  return createComparisonsWith({
    api,
    aligner: {
      findFeatures: (photo) => client.run((worker) => worker.findFeatures(photo)),
      alignPhotos: (from, to) => client.run((worker) => worker.alignPhotos(from, to)),
      preload,
      close: () => client.close(),
    },
    now: Date.now,
  });
}
