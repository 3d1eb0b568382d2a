import type { DeviceResults } from '../../domain/outbox/device-results.ts';
import type { RepairEstimate } from '../../domain/records/repair-estimate.ts';
import { scaleDetectionLimit } from '../upload/scale-detection-limit.ts';
import { scaleRegion } from '../upload/scale-region.ts';

interface RemoteIds {
  has(localId: string): boolean;
  getRemoteId(localId: string): string;
  getScale(imageId: string): number;
}

/**
 * Returns the results of the device with the service's ids, and boxes in pixels of the uploaded photos. What refers to records
 * that the service does not have is left out.
 */
export function toRemoteDeviceResults(results: DeviceResults, ids: RemoteIds): DeviceResults {
  const toRemote = (localIds: readonly string[]) =>
    localIds.filter((id) => ids.has(id)).map((id) => ids.getRemoteId(id));
  const withRemoteId = <T extends { id: string }>(records: readonly T[]) =>
    records.flatMap((one) => toRemote([one.id]).map((id) => ({ ...one, id })));
  const onRemoteImage = <T extends { imageId: string }>(records: readonly T[]) =>
    records.flatMap((one) => toRemote([one.imageId]).map((imageId) => ({ ...one, imageId })));
  const { estimate } = results;
  return {
    imageOrder: toRemote(results.imageOrder),
    detectionLimits: onRemoteImage(
      results.detectionLimits.map((limit) => scaleDetectionLimit(limit, ids.getScale(limit.imageId))),
    ),
    damages: withRemoteId(results.damages),
    views: withRemoteId(results.views),
    partViews: onRemoteImage(results.partViews.map((view) => scaleRegion(view, ids.getScale(view.imageId)))),
    severities: results.severities.map((one) => ({ ...one, damageIds: toRemote(one.damageIds) })),
    userSeverities: withRemoteId(results.userSeverities),
    ...(estimate && {
      estimate: {
        total: toRemoteTotal(estimate.total, toRemote),
        operations: estimate.operations.map(({ partType, operation }) => ({
          partType,
          operation: {
            ...operation,
            damageIds: toRemote(operation.damageIds),
            severityIds: toRemote(operation.severityIds),
          },
        })),
      },
    }),
    wheelAnalysis: onRemoteImage(
      results.wheelAnalysis.map((wheel) => scaleRegion(wheel, ids.getScale(wheel.imageId))),
    ),
    documents: onRemoteImage(results.documents),
  };
}

function toRemoteTotal(
  total: RepairEstimate,
  toRemote: (ids: readonly string[]) => string[],
): RepairEstimate {
  return {
    ...total,
    damageIds: toRemote(total.damageIds),
    toReview: total.toReview.flatMap((item) =>
      item.damageId === undefined
        ? [item]
        : toRemote([item.damageId]).map((damageId) => ({ ...item, damageId })),
    ),
  };
}
