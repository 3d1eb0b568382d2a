import type { DeviceResults, PartSeverity, PhotoDetectionLimit } from '../domain/outbox/device-results.ts';
import type { Damage, Part } from '../domain/records/damage.ts';
import type { Document } from '../domain/records/document.ts';
import type { Image } from '../domain/records/image.ts';
import type { SeverityResult } from '../domain/records/severity.ts';
import type { Vehicle } from '../domain/records/vehicle.ts';
import type { View } from '../domain/records/view.ts';
import type { WheelAnalysis } from '../domain/records/wheel-analysis.ts';
import { UNKNOWN_TIME } from './lenient.ts';

/** The records of an inspection that results of a device complete. */
export interface CompletedRecords {
  images: readonly Pick<Image, 'id' | 'detectionLimit'>[];
  damages: readonly Omit<Damage, 'parts'>[];
  parts: readonly Omit<Part, 'damageIds'>[];
  views: readonly View[];
  severityResults: readonly SeverityResult[];
  wheelAnalysis: readonly WheelAnalysis[];
  documents: readonly Document[];
  vehicle?: Vehicle;
}

/**
 * Completes the service's records with the results of the device.
 *
 * They never contradict later changes at the service: evidence applies to the damage it names, a severity only while its
 * part has the same damages, an estimate only while it has the same damages and user severities. Wheels, documents and
 * detection limits apply only if the service has none of its own. Photos that the device did not list follow those that it did.
 */
export function applyDeviceResults<R extends CompletedRecords>(records: R, results: DeviceResults): R {
  const present = records.damages.filter(({ deletedAt }) => deletedAt === undefined);
  const withSeverities = applySeverities(records.severityResults, results.severities, present);
  const { estimate } = results;
  const isEstimateCurrent =
    estimate !== undefined &&
    hasSameIds(listEstimatedDamages(estimate.total), present) &&
    hasSameSeverities(results, records.severityResults);
  return {
    ...records,
    images: orderImages(records.images, results.imageOrder).map((image) =>
      applyDetectionLimit(image, results.detectionLimits),
    ),
    damages: records.damages.map((damage) => applyEvidence(damage, results.damages)),
    views: applyViews(records, results),
    severityResults: withSeverities,
    ...(records.wheelAnalysis.length === 0 && { wheelAnalysis: results.wheelAnalysis }),
    ...(records.documents.length === 0 && { documents: results.documents }),
    ...(isEstimateCurrent && {
      parts: records.parts.map(({ partOperation: _own, ...part }) => {
        const found = estimate.operations.find(({ partType }) => partType === part.partType);
        return { ...part, ...(found && { partOperation: found.operation }) };
      }),
      vehicle: { ...(records.vehicle ?? { id: 'vehicle' }), repairEstimate: estimate.total },
    }),
  };
}

function orderImages<T extends { id: string }>(images: readonly T[], imageOrder: readonly string[]): T[] {
  const positions = new Map(imageOrder.map((id, index) => [id, index]));
  const positionOf = ({ id }: T) => positions.get(id) ?? positions.size;
  return [...images].sort((a, b) => positionOf(a) - positionOf(b));
}

function applyDetectionLimit<T extends CompletedRecords['images'][number]>(
  image: T,
  limits: readonly PhotoDetectionLimit[],
): T {
  const found = limits.find(({ imageId }) => imageId === image.id);
  if (!found || image.detectionLimit) return image;
  const { imageId: _imageId, ...detectionLimit } = found;
  return { ...image, detectionLimit };
}

function applyEvidence<T extends { id: string }>(record: T, evidence: readonly { id: string }[]): T {
  const found = evidence.find(({ id }) => id === record.id);
  return found ? { ...record, ...found } : record;
}

/** Views of parts are added if the service has none of its own. */
function applyViews(
  { parts, views }: CompletedRecords,
  { views: evidence, partViews }: DeviceResults,
): View[] {
  const partIds = new Map(parts.map(({ id, partType }) => [partType, id]));
  const ofParts = new Set(partIds.values());
  const added = views.some(({ damageId }) => ofParts.has(damageId))
    ? []
    : partViews.flatMap(({ partType, ...view }, index): View[] => {
        const damageId = partIds.get(partType);
        const isNew = { id: `device:${index}`, polygons: [], createdAt: UNKNOWN_TIME };
        return damageId === undefined ? [] : [{ ...view, ...isNew, damageId }];
      });
  return [...views.map((view) => applyEvidence(view, evidence)), ...added];
}

/** A severity of the device replaces that of the service's model. A user's severity stays beside it. */
function applySeverities(
  severities: readonly SeverityResult[],
  fromDevice: readonly PartSeverity[],
  damages: CompletedRecords['damages'],
): SeverityResult[] {
  const current = fromDevice.filter(({ label, damageIds }) =>
    hasSameIds(
      damageIds,
      damages.filter(({ partType }) => partType === label),
    ),
  );
  const isReplaced = ({ label, createdBy: by, isUserModified }: SeverityResult) =>
    by !== 'user' && !isUserModified && current.some((one) => one.label === label);
  const replaced = severities.filter(isReplaced);
  return [
    ...severities.filter((one) => !isReplaced(one)),
    ...current.map(({ label, createdBy: by, value }): SeverityResult => {
      const own = replaced.find((one) => one.label === label);
      return {
        id: own?.id ?? `device:${label}`,
        label,
        isUserModified: false,
        relatedItemType: 'part',
        ...(own?.relatedItemId !== undefined && { relatedItemId: own.relatedItemId }),
        createdBy: by,
        value: { customSeverity: value },
      };
    }),
  ];
}

function listEstimatedDamages({
  damageIds,
  toReview,
}: NonNullable<DeviceResults['estimate']>['total']): string[] {
  return [...damageIds, ...toReview.flatMap(({ damageId }) => damageId ?? [])];
}

function hasSameIds(expected: readonly string[], actual: readonly { id: string }[]): boolean {
  const set = new Set(expected);
  return set.size === actual.length && actual.every((one) => set.has(one.id));
}

function hasSameSeverities({ userSeverities }: DeviceResults, actual: readonly SeverityResult[]): boolean {
  const ofUsers = actual.filter(({ createdBy: by, isUserModified }) => by === 'user' || isUserModified);
  const toText = ({ level, pricing, repairOperation }: SeverityResult['value']['customSeverity']) =>
    JSON.stringify([level, pricing, repairOperation]);
  const expected = new Map(userSeverities.map(({ id: severityId, value }) => [severityId, toText(value)]));
  return (
    expected.size === ofUsers.length &&
    ofUsers.every((one) => expected.get(one.id) === toText(one.value.customSeverity))
  );
}
