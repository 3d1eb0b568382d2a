import type {
  DamageEvidence,
  DeviceResults,
  PartSeverity,
  ViewEvidence,
} from '../domain/outbox/device-results.ts';
import type { Operation } from '../domain/outbox/operation.ts';
import type { SeverityResult } from '../domain/records/severity.ts';
import type { View } from '../domain/records/view.ts';
import { createOperation } from './create-operation.ts';
import type { RuleContext } from './rule.ts';
import type { DamageRecord, InspectionState } from './state.ts';
import { hideDeleted } from './to-entities.ts';

/** Returns what this inspection contains that the API has no request for. Ids are the state's. */
export function selectDeviceResults(state: InspectionState): DeviceResults {
  const visible = hideDeleted(state, false);
  const { images, damages, views, severityResults, parts, vehicle, wheelAnalysis, documents } = visible;
  const ofModels = views.filter(({ createdBy }) => createdBy !== 'user');
  const partTypes = new Map(parts.map(({ id, partType }) => [id, partType]));
  const total = vehicle?.repairEstimate;
  const operations = parts.flatMap(({ partType, partOperation: operation }) =>
    operation ? [{ partType, operation }] : [],
  );
  return {
    imageOrder: images.map(({ id }) => id),
    detectionLimits: images.flatMap(({ id, detectionLimit }) =>
      detectionLimit ? [{ imageId: id, ...detectionLimit }] : [],
    ),
    damages: damages.filter(hasEvidence).map(toEvidence),
    views: ofModels.filter(({ damageId }) => !partTypes.has(damageId)).map(toViewEvidence),
    partViews: ofModels.flatMap(({ damageId, imageId, boundingBox, createdBy }) => {
      const partType = partTypes.get(damageId);
      return partType ? [{ partType, imageId, boundingBox, createdBy }] : [];
    }),
    severities: severityResults.filter(isFromModel).map((one) => toPartSeverity(one, damages)),
    userSeverities: severityResults
      .filter((one) => !isFromModel(one))
      .map(({ id, value }) => ({ id, value: value.customSeverity })),
    ...(total && { estimate: { total, operations } }),
    wheelAnalysis: [...wheelAnalysis],
    documents: [...documents],
  };
}

/**
 * Returns the operation that sends the results, if the change altered them, or if a new inspection has any.
 *
 * A user's severity or a photo alone is no reason: it has an operation of its own. Neither is a new time of the estimate,
 * which every calculation sets.
 */
export function createResultsOperations(
  before: InspectionState | undefined,
  after: InspectionState,
  context: RuleContext,
): Operation[] {
  if (before && !mayDiffer(before, after)) return [];
  if ((before ? toComparable(before) : NO_RESULTS) === toComparable(after)) return [];
  return [createOperation(context, after.inspection.id, 'inspection.results', {})];
}

/** Rules keep the records that they do not change. */
function mayDiffer(before: InspectionState, after: InspectionState): boolean {
  return (
    RESULT_RECORDS.some((key) => before[key] !== after[key]) ||
    after.images.some(
      ({ detectionLimit }, index) => detectionLimit !== before.images[index]?.detectionLimit,
    ) ||
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

function toComparable(state: InspectionState): string {
  return toText(selectDeviceResults(state));
}

const NO_RESULTS = toText({
  imageOrder: [],
  detectionLimits: [],
  damages: [],
  views: [],
  partViews: [],
  severities: [],
  userSeverities: [],
  wheelAnalysis: [],
  documents: [],
});

function toText({ imageOrder: _order, userSeverities: _sent, estimate, ...results }: DeviceResults): string {
  return JSON.stringify({
    ...results,
    ...(estimate && { estimate: { ...estimate, total: { ...estimate.total, createdAt: '' } } }),
  });
}

/** A user's own damage has none: the service records by itself that a user created it. */
function hasEvidence({ createdBy, correctedFrom, confirmedAt }: DamageRecord): boolean {
  return createdBy !== 'user' || correctedFrom !== undefined || confirmedAt !== undefined;
}

function toEvidence(damage: DamageRecord): DamageEvidence {
  const { id, partOrigin, createdBy, confidence, correctedFrom, confirmedAt } = damage;
  return {
    id,
    ...(partOrigin && { partOrigin }),
    createdBy,
    ...(confidence !== undefined && { confidence }),
    ...(correctedFrom && { correctedFrom }),
    ...(confirmedAt !== undefined && { confirmedAt }),
  };
}

function toViewEvidence({ id, createdBy, confidence }: View): ViewEvidence {
  return { id, createdBy, ...(confidence !== undefined && { confidence }) };
}

function isFromModel({ createdBy, isUserModified }: SeverityResult): boolean {
  return createdBy !== 'user' && !isUserModified;
}

function toPartSeverity(
  { label, createdBy, value }: SeverityResult,
  damages: readonly DamageRecord[],
): PartSeverity {
  const damageIds = damages.filter(({ partType }) => partType === label).map(({ id }) => id);
  return { label, createdBy, value: value.customSeverity, damageIds };
}
