import type { Analyzer } from '../domain/task/analyzer.ts';
import type { RuleContext } from './rule.ts';
import type { InspectionState } from './state.ts';

/**
 * Assesses how serious damaged parts are and what their repair costs.
 *
 * `repairEstimates()` of `kerbside/estimate` creates it. It is an option of `openKerbside`, so that apps without
 * estimates do not bundle its tables.
 */
export interface Estimator {
  /**
   * Returns an analyzer that runs the task `repair_estimate`.
   *
   * @param others - Runs all other tasks. Without it, they are not supported.
   */
  createAnalyzer(others?: Analyzer): Analyzer;
  /**
   * Returns the changed inspection with severities and an estimate that match it. Runs within every commit.
   *
   * @param before - The inspection before the change.
   * @param after - The inspection after it.
   */
  applyEstimates(before: InspectionState, after: InspectionState, context: RuleContext): InspectionState;
}
