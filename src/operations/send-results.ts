import type { Operation } from '../domain/outbox/operation.ts';
import { loadChunk } from '../platform/load-chunk.ts';
import { createOperation } from '../rules/create-operation.ts';
import type { RuleContext } from '../rules/rule.ts';
import type { InspectionState } from '../rules/state.ts';

const loadComparison = () => loadChunk('compares results', () => import('../rules/device-results.ts'));

/**
 * Returns the operation that sends the results of this device, if a change altered them.
 *
 * What compares them is loaded with the first change of a result: an app that only records has none. If it cannot be loaded, the
 * results are sent, which is right in any case.
 */
export async function sendChangedResults(
  before: InspectionState,
  after: InspectionState,
  context: RuleContext,
  load = loadComparison,
): Promise<Operation[]> {
  if (!mayDiffer(before, after)) return [];
  const comparison = await load().catch(() => undefined);
  if (comparison) return comparison.createResultsOperations(before, after, context);
  return [createOperation(context, after.inspection.id, 'inspection.results', {})];
}

/** Rules keep the records that they do not change. */
function mayDiffer(before: InspectionState, after: InspectionState): boolean {
  return (
    RESULT_RECORDS.some((key) => before[key] !== after[key]) ||
    before.vehicle?.repairEstimate !== after.vehicle?.repairEstimate
  );
}

const RESULT_RECORDS = [
  'damages',
  'views',
  'parts',
  'severityResults',
  'wheelAnalysis',
  'documents',
] as const;
