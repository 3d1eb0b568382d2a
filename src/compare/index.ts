/**
 * Compares two inspections of one vehicle: what is new, worse, the same or gone, what is charged, and the customer's
 * signature. Start at {@link createComparisons}.
 *
 * @packageDocumentation
 */
import { resolveFolderUrl } from '../platform/folder-url.ts';
import { WorkerClient } from '../worker/worker-client.ts';
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
  const scriptUrl =
    typeof workers === 'string' ? `${resolveFolderUrl(workers, 'workers')}report.js` : undefined;
  const createWorker =
    typeof workers === 'string'
      ? () => new Worker(String(scriptUrl), { type: 'module', name: 'report' })
      : workers;
  const client = new WorkerClient<typeof alignMethods>({ createWorker, name: 'report', scriptUrl });
  return createComparisonsWith({
    api,
    aligner: {
      findFeatures: (photo) => client.run((worker) => worker.findFeatures(photo)),
      alignPhotos: (from, to) => client.run((worker) => worker.alignPhotos(from, to)),
      close: () => client.close(),
    },
    now: Date.now,
  });
}
