import type { PartType } from '../../domain/enums.ts';
import type { DetectionLimit } from '../../domain/records/detection-limit.ts';
import type { Document } from '../../domain/records/document.ts';
import type { Entities } from '../../domain/records/entities.ts';
import type { Image } from '../../domain/records/image.ts';
import type { PartOperation, RepairEstimate } from '../../domain/records/repair-estimate.ts';
import type { SeverityResult } from '../../domain/records/severity.ts';
import type { Task } from '../../domain/records/task.ts';
import type { Vehicle } from '../../domain/records/vehicle.ts';
import type { View } from '../../domain/records/view.ts';
import type { WheelAnalysis } from '../../domain/records/wheel-analysis.ts';
import type { NewerDamage } from '../../rules/merge-damages.ts';
import type { PartRecord } from '../../rules/state.ts';
import type { RemoteIdMap } from '../outbox/remote-id-map.ts';
import { scaleDetectionLimit } from '../upload/scale-detection-limit.ts';
import { scaleRegion } from '../upload/scale-region.ts';

export interface RemoteEstimate {
  estimate: RepairEstimate;
  /** The repair of each part. */
  operations: ReadonlyMap<PartType, PartOperation>;
}

/**
 * The service's results with local image ids and coordinates in pixels of the originals. Other ids are remote. Lists are
 * in order of id.
 */
export interface RemoteResults {
  tasks: Task[];
  /** By image. Undefined for an image that the service has no limit for. */
  detectionLimits: ReadonlyMap<string, DetectionLimit | undefined>;
  damages: NewerDamage[];
  parts: PartRecord[];
  severityResults: SeverityResult[];
  wheelAnalysis: WheelAnalysis[];
  documents: Document[];
  vehicle?: Omit<Vehicle, 'repairEstimate'>;
  estimate?: RemoteEstimate;
}

export function readRemoteResults(entities: Entities, ids: RemoteIdMap): RemoteResults {
  const views = sortById(entities.views).flatMap((view) => toLocalView(view, ids) ?? []);
  const [remoteVehicle] = sortById(entities.vehicles);
  const { repairEstimate: estimate, ...vehicle } = remoteVehicle ?? {};
  const parts = sortById(entities.parts);
  const operations = new Map(
    parts.flatMap(({ partType, partOperation }) => (partOperation ? [[partType, partOperation]] : [])),
  );
  return {
    tasks: sortById(entities.tasks),
    detectionLimits: new Map(sortById(entities.images).flatMap((image) => toLocalLimit(image, ids))),
    damages: sortById(entities.damages)
      .filter(isPresent)
      .map(({ parts: _derived, ...damage }) => ({
        ...damage,
        views: views.filter((view) => isPresent(view) && view.damageId === damage.id),
      })),
    parts: parts.map(({ damageIds: _derived, partOperation: _estimated, ...part }) => part),
    severityResults: sortById(entities.severityResults),
    wheelAnalysis: sortById(entities.wheelAnalysis).flatMap((wheel) => {
      const imageId = ids.getLocalId(wheel.imageId);
      return imageId === undefined ? [] : [{ ...wheel, imageId }];
    }),
    documents: sortById(entities.documents).map((one) => ({
      ...one,
      imageId: ids.getLocalId(one.imageId) ?? '',
    })),
    ...(remoteVehicle && { vehicle: { ...vehicle, id: remoteVehicle.id } }),
    ...(estimate && { estimate: { estimate, operations } }),
  };
}

/** Returns undefined for a view on an image that this device does not have. */
function toLocalView(view: View, ids: RemoteIdMap): View | undefined {
  const imageId = ids.getLocalId(view.imageId);
  if (imageId === undefined) return undefined;
  return { ...scaleRegion(view, 1 / ids.getScale(imageId)), imageId };
}

function toLocalLimit(
  { id, detectionLimit }: Image,
  ids: RemoteIdMap,
): [imageId: string, limit: DetectionLimit | undefined][] {
  const imageId = ids.getLocalId(id);
  if (imageId === undefined) return [];
  return [[imageId, detectionLimit && scaleDetectionLimit(detectionLimit, 1 / ids.getScale(imageId))]];
}

function sortById<T extends { id: string }>(records: Record<string, T>): T[] {
  return Object.values(records).sort((a, b) => (a.id < b.id ? -1 : 1));
}

function isPresent(record: { deletedAt?: string }): boolean {
  return record.deletedAt === undefined;
}
