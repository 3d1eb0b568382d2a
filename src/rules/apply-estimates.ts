import type { CreatedBy } from '../domain/records/created-by.ts';
import type { PartOperation, RepairEstimate, SeverityLevel } from '../domain/records/repair-estimate.ts';
import type { SeverityResult } from '../domain/records/severity.ts';
import type { RuleContext } from './rule.ts';
import type { InspectionState, PartRecord } from './state.ts';
import { hideDeleted } from './to-entities.ts';

/** Rules and prices, applied to an inspection. `src/analysis/estimate` implements them. */
export interface RepairRules {
  createdBy: Exclude<CreatedBy, 'user'>;
  /** True if the app has its own price table. Its estimate then replaces the remote service's. */
  hasCustomPrices: boolean;
  /** Returns the severity level of each damaged part, by part id. */
  severities(state: InspectionState): ReadonlyMap<string, SeverityLevel>;
  estimate(state: InspectionState): {
    /** By part id. */
    operations: ReadonlyMap<string, PartOperation>;
    estimate: Omit<RepairEstimate, 'createdBy' | 'createdAt'>;
  };
}

/**
 * Updates severities and the estimate in the commit that changes their inputs.
 *
 * - Every damaged part has a severity from the rules, unless another model created one. A user's severity is kept beside it.
 * - While `repair_estimate` is DONE, the estimate follows every change. VALIDATED freezes it: a user has checked it.
 * - If the change itself contains a new estimate (from the remote service), that one is kept. It is replaced if the app has
 *   its own prices, or if it has other inputs: for example a damage that the user deleted here and the service still has.
 */
export function applyEstimates(
  before: InspectionState,
  after: InspectionState,
  context: RuleContext,
  rules: RepairRules,
): InspectionState {
  if (!ESTIMATE_INPUTS.some((key) => before[key] !== after[key])) return after;
  const assessed = applySeverities(after, context, rules);
  if (!isEstimateDone(after)) return assessed;
  const estimated = applyEstimate(assessed, context, rules);
  const hasNewEstimate = before.vehicle?.repairEstimate !== after.vehicle?.repairEstimate;
  return hasNewEstimate && !rules.hasCustomPrices && haveSameInputs(assessed, estimated)
    ? assessed
    : estimated;
}

const ESTIMATE_INPUTS = ['damages', 'views', 'parts', 'severityResults', 'vehicle', 'tasks'] as const;

function isEstimateDone({ tasks }: InspectionState): boolean {
  return tasks.some(({ name, status }) => name === 'repair_estimate' && status === 'DONE');
}

function applySeverities(state: InspectionState, context: RuleContext, rules: RepairRules): InspectionState {
  const levels = rules.severities(hideDeleted(state, false));
  const isFromRules = ({ createdBy, isUserModified }: SeverityResult) =>
    !isUserModified && createdBy !== 'user' && createdBy.model === rules.createdBy.model;
  const others = state.severityResults.filter((result) => !isFromRules(result));
  const fromRules = state.parts.flatMap((part): SeverityResult[] => {
    const level = levels.get(part.id);
    const hasOtherModel = others.some(
      ({ label, createdBy }) => label === part.partType && createdBy !== 'user',
    );
    if (level === undefined || hasOtherModel) return [];
    const existing = state.severityResults.find(
      (result) => isFromRules(result) && result.label === part.partType,
    );
    if (existing?.value.customSeverity.level === level) return [existing];
    return [newSeverity(part, level, existing?.id ?? context.newId(), rules.createdBy)];
  });
  const severityResults = [...others, ...fromRules].sort((a, b) => (a.id < b.id ? -1 : 1));
  const isUnchanged =
    severityResults.length === state.severityResults.length &&
    severityResults.every((result, index) => result === state.severityResults[index]);
  return isUnchanged ? state : { ...state, severityResults };
}

function newSeverity(
  part: PartRecord,
  level: SeverityLevel,
  id: string,
  createdBy: CreatedBy,
): SeverityResult {
  return {
    id,
    label: part.partType,
    isUserModified: false,
    relatedItemType: 'part',
    relatedItemId: part.id,
    createdBy,
    value: { customSeverity: { level } },
  };
}

function applyEstimate(state: InspectionState, context: RuleContext, rules: RepairRules): InspectionState {
  const { operations, estimate } = rules.estimate(selectEstimateInputs(state));
  const { createdBy } = rules;
  const parts = state.parts.map(({ partOperation: _old, ...part }): PartRecord => {
    const partOperation = operations.get(part.id);
    return { ...part, ...(partOperation && { partOperation }) };
  });
  const repairEstimate: RepairEstimate = { ...estimate, createdBy, createdAt: context.now };
  const vehicle = { ...(state.vehicle ?? { id: context.newId() }), repairEstimate };
  return { ...state, parts, vehicle };
}

/**
 * Returns the records that an estimate is based on: not the deleted ones, and not a user's severity of a part whose last
 * damage was deleted, until the part has a damage again.
 */
function selectEstimateInputs(state: InspectionState): InspectionState {
  const visible = hideDeleted(state, false);
  const ignoredIds = new Set(state.damages.flatMap(({ severityIds = [] }) => severityIds));
  const damagedParts = new Set(visible.damages.map(({ partType }) => partType));
  const severityResults = visible.severityResults.filter(
    ({ id, label }) => damagedParts.has(label) || !ignoredIds.has(id),
  );
  return { ...visible, severityResults };
}

function haveSameInputs(one: InspectionState, other: InspectionState): boolean {
  const [a, b] = [inputIdsOf(one), inputIdsOf(other)];
  return a.size === b.size && [...a].every((id) => b.has(id));
}

/** Returns the ids of the assessed damages and of the user's severities of their parts. */
function inputIdsOf({ vehicle, parts }: InspectionState): Set<string> {
  const { damageIds = [], toReview = [] } = vehicle?.repairEstimate ?? {};
  return new Set([
    ...damageIds,
    ...toReview.map(({ damageId, partType }) => damageId ?? partType),
    ...parts.flatMap(({ partOperation }) => partOperation?.severityIds ?? []),
  ]);
}
