import type { CreatedBy } from '../domain/damage.ts';
import type { PartOperation, RepairEstimate, SeverityLevel } from '../domain/repair-estimate.ts';
import type { SeverityResult } from '../domain/severity.ts';
import { visible } from './read.ts';
import type { Context } from './rule-context.ts';
import type { InspectionState, PartRecord } from './state.ts';

/** What the rules and prices say of an inspection; see src/analysis/estimate. */
export interface Judgement {
  createdBy: Exclude<CreatedBy, 'user'>;
  /** The app's own table: no other estimate stands beside it. */
  hasOwnPrices: boolean;
  /** By part id. */
  severities(state: InspectionState): ReadonlyMap<string, SeverityLevel>;
  estimate(state: InspectionState): {
    operations: ReadonlyMap<string, PartOperation>;
    estimate: Omit<RepairEstimate, 'createdBy' | 'createdAt'>;
  };
}

/**
 * Keeps severities and the estimate in step with what they rest on, in the commit that changes it.
 *
 * - Every damaged part has a severity of the rules, unless another model spoke; a person's stands beside it.
 * - While `repair_estimate` is DONE the estimate follows every change. VALIDATED freezes it: a person has checked it.
 * - An estimate that a change brings (the remote service's word) stands, unless the app has prices of its own or it rests
 *   on something else than stands here: on a damage that a person has deleted, say, and the service had not heard of it.
 */
export function settled(
  before: InspectionState,
  after: InspectionState,
  context: Context,
  judgement: Judgement,
): InspectionState {
  if (!RESTS_ON.some((key) => before[key] !== after[key])) return after;
  const judged = withSeverities(after, context, judgement);
  if (!isEstimated(after)) return judged;
  const estimated = withEstimate(judged, context, judgement);
  const wasBrought = before.vehicle?.repairEstimate !== after.vehicle?.repairEstimate;
  return wasBrought && !judgement.hasOwnPrices && restOnTheSame(judged, estimated) ? judged : estimated;
}

const RESTS_ON = ['damages', 'views', 'parts', 'severityResults', 'vehicle', 'tasks'] as const;

function isEstimated({ tasks }: InspectionState): boolean {
  return tasks.some(({ name, status }) => name === 'repair_estimate' && status === 'DONE');
}

function withSeverities(state: InspectionState, context: Context, judgement: Judgement): InspectionState {
  const levels = judgement.severities(visible(state, false));
  const isOwn = ({ createdBy, isUserModified }: SeverityResult) =>
    !isUserModified && createdBy !== 'user' && createdBy.model === judgement.createdBy.model;
  const others = state.severityResults.filter((result) => !isOwn(result));
  const own = state.parts.flatMap((part): SeverityResult[] => {
    const level = levels.get(part.id);
    const isTaken = others.some(({ label, createdBy }) => label === part.partType && createdBy !== 'user');
    if (level === undefined || isTaken) return [];
    const known = state.severityResults.find((result) => isOwn(result) && result.label === part.partType);
    if (known?.value.customSeverity.level === level) return [known];
    return [ruled(part, level, known?.id ?? context.newId(), judgement.createdBy)];
  });
  const severityResults = [...others, ...own].sort((a, b) => (a.id < b.id ? -1 : 1));
  const isSame =
    severityResults.length === state.severityResults.length &&
    severityResults.every((result, index) => result === state.severityResults[index]);
  return isSame ? state : { ...state, severityResults };
}

function ruled(part: PartRecord, level: SeverityLevel, id: string, createdBy: CreatedBy): SeverityResult {
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

function withEstimate(state: InspectionState, context: Context, judgement: Judgement): InspectionState {
  const { operations, estimate } = judgement.estimate(whatStands(state));
  const { createdBy } = judgement;
  const parts = state.parts.map(({ partOperation: _old, ...part }): PartRecord => {
    const partOperation = operations.get(part.id);
    return { ...part, ...(partOperation && { partOperation }) };
  });
  const repairEstimate: RepairEstimate = { ...estimate, createdBy, createdAt: context.now };
  const vehicle = { ...(state.vehicle ?? { id: context.newId() }), repairEstimate };
  return { ...state, parts, vehicle };
}

/** Nothing that is deleted; of what a person said of a part, not what went with the last damage there, as long as there is none. */
function whatStands(state: InspectionState): InspectionState {
  const standing = visible(state, false);
  const gone = new Set(state.damages.flatMap(({ severityIds = [] }) => severityIds));
  const damaged = new Set(standing.damages.map(({ partType }) => partType));
  const severityResults = standing.severityResults.filter(
    ({ id, label }) => damaged.has(label) || !gone.has(id),
  );
  return { ...standing, severityResults };
}

function restOnTheSame(one: InspectionState, other: InspectionState): boolean {
  const [here, there] = [whatItRestsOn(one), whatItRestsOn(other)];
  return here.size === there.size && [...here].every((id) => there.has(id));
}

/** The damages that were judged, and what a person said of their parts. */
function whatItRestsOn({ vehicle, parts }: InspectionState): Set<string> {
  const { damageIds = [], toReview = [] } = vehicle?.repairEstimate ?? {};
  return new Set([
    ...damageIds,
    ...toReview.map(({ damageId, partType }) => damageId ?? partType),
    ...parts.flatMap(({ partOperation }) => partOperation?.severityIds ?? []),
  ]);
}
