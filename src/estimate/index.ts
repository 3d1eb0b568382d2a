/**
 * Severities and repair estimates, as an option of `openKerbside`. Start at {@link repairEstimates}.
 *
 * @packageDocumentation
 */
import { assessSeverities, estimateRepairs } from '../analysis/estimate/estimate-repairs.ts';
import { EXAMPLE_PRICING } from '../analysis/estimate/example-pricing.ts';
import { type PriceTableInput, priceTableSchema } from '../analysis/estimate/pricing.ts';
import { RULES_VERSION } from '../analysis/estimate/severity-rules.ts';
import { check } from '../domain/check.ts';
import type { Analyzer } from '../domain/task/analyzer.ts';
import { KerbsideError } from '../errors.ts';
import { applyEstimates, type RepairRules } from '../rules/apply-estimates.ts';
import type { Estimator } from '../rules/estimator.ts';

export { EXAMPLE_PRICING } from '../analysis/estimate/example-pricing.ts';
export { type MergedSeverity, mergeSeverities } from '../analysis/estimate/merge-severities.ts';
export type { PartKind } from '../analysis/estimate/part-kinds.ts';
export type { PriceTable, PriceTableInput, VehicleClassInput } from '../analysis/estimate/pricing.ts';
export { formatMoney, toMajorUnits, toMinorUnits } from '../domain/money.ts';
export type * from '../domain/records/repair-estimate.ts';
export type { Estimator } from '../rules/estimator.ts';

/** Options of {@link repairEstimates}. */
export interface RepairEstimatesOptions {
  /**
   * The workshop's prices.
   *
   * @default EXAMPLE_PRICING, an example table that is not a quote
   */
  pricing?: PriceTableInput;
}

/**
 * Adds severities and repair estimates on this device. The task `repair_estimate` then runs here.
 *
 * @returns The `estimator` option of `openKerbside`.
 * @throws `invalid_input` if the price table is invalid.
 * @example
 * ```ts
 * import { openKerbside } from 'kerbside';
 * import { repairEstimates } from 'kerbside/estimate';
 *
 * const kerbside = await openKerbside({ user, models, estimator: repairEstimates({ pricing }) });
 * ```
 */
export function repairEstimates({ pricing = EXAMPLE_PRICING }: RepairEstimatesOptions = {}): Estimator {
  const prices = check(priceTableSchema, pricing, 'pricing');
  const rules: RepairRules = {
    createdBy: { model: 'repair-rules', version: RULES_VERSION, engine: 'rules' },
    hasCustomPrices: pricing !== EXAMPLE_PRICING,
    severities: assessSeverities,
    estimate: (state) => estimateRepairs(state, prices),
  };
  return {
    applyEstimates: (before, after, context) => applyEstimates(before, after, context, rules),
    createAnalyzer: (others) => createEstimateAnalyzer(rules.createdBy, others),
  };
}

/** The task needs no model and no photo: `applyEstimates` creates the estimate in the commit that ends the task. */
function createEstimateAnalyzer(createdBy: RepairRules['createdBy'], others?: Analyzer): Analyzer {
  const assess = others?.assess?.bind(others);
  const assessCoverage = others?.assessCoverage?.bind(others);
  const reanalyze = others?.reanalyze?.bind(others);
  return {
    async supports(task) {
      if (task === 'repair_estimate') return true;
      return others !== undefined && (await others.supports?.(task)) !== false;
    },
    async analyze(request) {
      if (request.task.name === 'repair_estimate') return { createdBy };
      if (others) return others.analyze(request);
      throw new KerbsideError('unsupported', `No analyzer is configured for the task ${request.task.name}.`);
    },
    ...(reanalyze && { reanalyze }),
    ...(assess && { assess }),
    ...(assessCoverage && { assessCoverage }),
  };
}
