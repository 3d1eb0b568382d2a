import type { CreatedBy } from '../../domain/damage.ts';
import type { Entities } from '../../domain/entities.ts';
import type { Image } from '../../domain/image.ts';
import type { StoredOperation } from '../../domain/operation.ts';
import type { BoundingBox } from '../../domain/view.ts';
import { around } from '../../rules/views.ts';
import type { KnownIds } from '../outbox/remote-ids.ts';
import type { RemotePort } from '../sending/remote-port.ts';
import { toRemoteView } from '../sending/translate.ts';
import { imagesNewestFirst, inspectionsNewestFirst } from './newest-first.ts';
import { isMarked } from './operation-marker.ts';

export interface ReconcileDeps {
  remote: RemotePort;
  ids: KnownIds;
  signal?: AbortSignal | undefined;
  /** So many of the newest inspections are looked at; all, unless told. */
  most?: number | undefined;
}

export interface Found {
  remoteId: string;
  /** Pixels of an image's longer side, as the service has it. */
  longerSide?: number;
}

/**
 * Looks for what an operation made at the service, after its answer was lost. Inspections and images carry the
 * operation's id. Other records carry nothing of ours: one that says the same and is not yet one of ours is taken for
 * it, so that two that say the same stay two.
 */
export async function findSent(operation: StoredOperation, deps: ReconcileDeps): Promise<Found | undefined> {
  const { remote, ids, signal } = deps;
  const inspectionId = () => ids.remoteOf(operation.inspectionId);
  const candidates = async <Kind extends 'damages' | 'views' | 'severityResults'>(kind: Kind) => {
    const { entities } = await remote.getInspection(inspectionId(), {}, { signal });
    const isFree = ({ id, createdBy, deletedAt }: PersonsRecord) =>
      createdBy === 'user' && deletedAt === undefined && !ids.isTaken(id);
    return (Object.values(entities[kind]) as Entities[Kind][string][]).filter(isFree);
  };
  switch (operation.kind) {
    case 'inspection.create':
      return findInspection(operation, deps);
    case 'image.add':
      return findImage(operation, inspectionId(), deps);
    case 'damage.create': {
      const { damageType, partType } = operation.payload.input;
      return newest(
        (await candidates('damages')).filter(
          (damage) => damage.damageType === damageType && damage.partType === partType,
        ),
      );
    }
    case 'view.create': {
      const { imageId, damageId, boundingBox, polygons = [] } = toRemoteView(operation, ids);
      const box = boundingBox ?? around(polygons);
      return newest(
        (await candidates('views')).filter(
          (view) =>
            view.imageId === imageId && view.damageId === damageId && isSameBox(view.boundingBox, box),
        ),
      );
    }
    case 'severity.create': {
      const { label } = operation.payload.input;
      return newest((await candidates('severityResults')).filter((severity) => severity.label === label));
    }
    default:
      return undefined; // updates and deletes are the same when done twice
  }
}

interface PersonsRecord {
  id: string;
  createdBy: CreatedBy;
  deletedAt?: string;
}

/** No further back than an inspection that was there before the first attempt. */
async function findInspection(
  { id, delivery }: StoredOperation,
  { remote, signal, most = Number.POSITIVE_INFINITY }: ReconcileDeps,
): Promise<Found | undefined> {
  let seen = 0;
  for await (const inspection of inspectionsNewestFirst(remote, signal)) {
    if (isMarked(inspection, id)) return { remoteId: inspection.id };
    seen += 1;
    if (inspection.id === delivery?.since || seen >= most) return undefined;
  }
  return undefined;
}

/** By the operation's id; by its name where the service drops the caller's own data, if the name is ours alone. */
async function findImage(
  { id, payload }: Extract<StoredOperation, { kind: 'image.add' }>,
  inspectionId: string,
  { remote, signal }: ReconcileDeps,
): Promise<Found | undefined> {
  for await (const image of imagesNewestFirst(remote, inspectionId, signal)) {
    if (isMarked(image, id) || image.name === payload.imageId)
      return { remoteId: image.id, longerSide: longerSideOf(image) };
  }
  return undefined;
}

export function longerSideOf({ imageWidth, imageHeight }: Pick<Image, 'imageWidth' | 'imageHeight'>): number {
  return Math.max(imageWidth, imageHeight);
}

/** The list may come in any order; ids and stamps of creation rise. */
function newest(records: readonly { id: string; createdAt?: string }[]): Found | undefined {
  const last = records.reduce<(typeof records)[number] | undefined>(
    (best, one) => (best && (best.createdAt ?? '') > (one.createdAt ?? '') ? best : one),
    undefined,
  );
  return last && { remoteId: last.id };
}

/** Services round, and what was scaled is rounded too. */
function isSameBox(one: BoundingBox, other: BoundingBox): boolean {
  const sides = ['xmin', 'ymin', 'width', 'height'] as const;
  return sides.every((side) => Math.abs(one[side] - other[side]) <= 1);
}
