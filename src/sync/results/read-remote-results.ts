import type { Document } from '../../domain/document.ts';
import type { Entities } from '../../domain/entities.ts';
import type { PartType } from '../../domain/enums.ts';
import type { PartOperation, RepairEstimate } from '../../domain/repair-estimate.ts';
import type { SeverityResult } from '../../domain/severity.ts';
import type { Task } from '../../domain/task.ts';
import type { Vehicle } from '../../domain/vehicle.ts';
import type { View } from '../../domain/view.ts';
import type { WheelAnalysis } from '../../domain/wheel-analysis.ts';
import type { DamageRecord, PartRecord } from '../../rules/state.ts';
import { scaleRegion } from '../upload/scale-region.ts';
import type { IdMap } from './id-map.ts';

export interface RemoteDamage extends DamageRecord {
  views: View[];
}

/** What the repair costs, in all and part by part. */
export interface RemoteEstimate {
  estimate: RepairEstimate;
  operations: ReadonlyMap<PartType, PartOperation>;
}

/**
 * What the service found, in this device's words: images by their local ids, places in pixels of the originals.
 * All else still has the service's ids. Lists are in order of id, whatever order the service gave them in.
 */
export interface RemoteResults {
  tasks: Task[];
  damages: RemoteDamage[];
  parts: PartRecord[];
  severityResults: SeverityResult[];
  wheelAnalysis: WheelAnalysis[];
  documents: Document[];
  vehicle?: Omit<Vehicle, 'repairEstimate'>;
  estimate?: RemoteEstimate;
}

export function readRemote(entities: Entities, ids: IdMap): RemoteResults {
  const views = listed(entities.views).flatMap((view) => onOurImage(view, ids) ?? []);
  const [known] = listed(entities.vehicles);
  const { repairEstimate: estimate, ...vehicle } = known ?? {};
  const parts = listed(entities.parts);
  const operations = new Map(
    parts.flatMap(({ partType, partOperation }) => (partOperation ? [[partType, partOperation]] : [])),
  );
  return {
    tasks: listed(entities.tasks),
    damages: listed(entities.damages)
      .filter(isPresent)
      .map(({ parts: _follow, ...damage }) => ({
        ...damage,
        views: views.filter((view) => isPresent(view) && view.damageId === damage.id),
      })),
    parts: parts.map(({ damageIds: _follow, partOperation: _estimated, ...part }) => part),
    severityResults: listed(entities.severityResults),
    wheelAnalysis: listed(entities.wheelAnalysis).flatMap((wheel) => {
      const imageId = ids.localOf(wheel.imageId);
      return imageId === undefined ? [] : [{ ...wheel, imageId }];
    }),
    documents: listed(entities.documents).map((one) => ({ ...one, imageId: ids.localOf(one.imageId) ?? '' })),
    ...(known && { vehicle: { ...vehicle, id: known.id } }),
    ...(estimate && { estimate: { estimate, operations } }),
  };
}

/** Undefined for a view on an image that this device does not have. */
function onOurImage(view: View, ids: IdMap): View | undefined {
  const imageId = ids.localOf(view.imageId);
  if (imageId === undefined) return undefined;
  return { ...scaleRegion(view, 1 / ids.scaleOf(imageId)), imageId };
}

function listed<T extends { id: string }>(records: Record<string, T>): T[] {
  return Object.values(records).sort((a, b) => (a.id < b.id ? -1 : 1));
}

function isPresent(record: { deletedAt?: string }): boolean {
  return record.deletedAt === undefined;
}
