import { estimateRepairs, severitiesByPart } from '../analysis/estimate/estimate-repairs.ts';
import { EXAMPLE_PRICING } from '../analysis/estimate/example-pricing.ts';
import { type PriceTableInput, priceTable } from '../analysis/estimate/pricing.ts';
import { RULES_VERSION } from '../analysis/estimate/severity-rules.ts';
import type { Analyzer } from '../domain/analyzer.ts';
import { check } from '../domain/check.ts';
import { KerbsideError } from '../errors.ts';
import { type Judgement, settled } from '../rules/estimates.ts';
import type { Estimator } from '../rules/estimator.ts';

export { EXAMPLE_PRICING } from '../analysis/estimate/example-pricing.ts';
export type { PriceTable, PriceTableInput } from '../analysis/estimate/pricing.ts';
export { saidSeverity } from '../analysis/estimate/user-severity.ts';
export { formatMoney, majorUnitsOf, minorUnitsOf } from '../domain/money.ts';
export type * from '../domain/repair-estimate.ts';
export type { Estimator } from '../rules/estimator.ts';

export interface RepairEstimatesOptions {
  /** A workshop's own prices; without them an example table, which is no quote. */
  pricing?: PriceTableInput;
}

/** Severities and repair estimates on this device: `openKerbside({ …, estimator: repairEstimates({ pricing }) })`. */
export function repairEstimates({ pricing = EXAMPLE_PRICING }: RepairEstimatesOptions = {}): Estimator {
  const prices = check(priceTable, pricing, 'pricing');
  const judgement: Judgement = {
    createdBy: { model: 'repair-rules', version: RULES_VERSION, engine: 'rules' },
    hasOwnPrices: pricing !== EXAMPLE_PRICING,
    severities: severitiesByPart,
    estimate: (state) => estimateRepairs(state, prices),
  };
  return {
    settled: (before, after, context) => settled(before, after, context, judgement),
    analyzer: (others) => withEstimates(judgement.createdBy, others),
  };
}

/** The task needs no model and no photo: that it ends is what makes the estimate, in the same commit. */
function withEstimates(createdBy: Judgement['createdBy'], others?: Analyzer): Analyzer {
  const assess = others?.assess?.bind(others);
  const assessCoverage = others?.assessCoverage?.bind(others);
  return {
    async supports(task) {
      if (task === 'repair_estimate') return true;
      return others !== undefined && (await others.supports?.(task)) !== false;
    },
    async analyze(request) {
      if (request.task.name === 'repair_estimate') return { createdBy };
      if (others) return others.analyze(request);
      throw new KerbsideError('unsupported', `Nothing here runs the task ${request.task.name}.`);
    },
    ...(assess && { assess }),
    ...(assessCoverage && { assessCoverage }),
  };
}
