import type { Analyzer } from '../domain/analyzer.ts';
import type { Context } from './rule-context.ts';
import type { InspectionState } from './state.ts';

/**
 * Judges how bad damaged parts are and what their repair costs. It is handed in (see `kerbside/estimate`),
 * so that apps without estimates carry none of its tables.
 */
export interface Estimator {
  /** An analyzer that runs `repair_estimate`, and leaves every other task to this one. */
  analyzer(others?: Analyzer): Analyzer;
  /** The inspection as a change leaves it, with severities and estimate that fit it. Runs inside every commit. */
  settled(before: InspectionState, after: InspectionState, context: Context): InspectionState;
}
