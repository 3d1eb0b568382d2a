import { boundingBoxOf } from '../../domain/bounding-box.ts';
import type { CreatedBy } from '../../domain/created-by.ts';
import type { Entities } from '../../domain/entities.ts';
import type { RemoteId } from '../../domain/outbox/delivery.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { BoundingBox } from '../../domain/view.ts';
import { isKerbsideError, KerbsideError } from '../../errors.ts';
import type { DeliveryChange } from '../outbox/delivery-recorder.ts';
import { createMapping, type RemoteIdMap } from '../outbox/remote-id-map.ts';
import type { RemotePort } from '../remote-port.ts';
import { toRemoteView } from '../upload/remote-view.ts';
import type { Size } from '../upload/scale-region.ts';
import { listImagesNewestFirst, listInspectionsNewestFirst } from './newest-first.ts';
import { hasMarker } from './operation-marker.ts';

export interface ReconcileDeps {
  remote: RemotePort;
  /** Returns the pixels of an original, or undefined if this device does not have it. */
  getImageSize(inspectionId: string, imageId: string): Promise<Size | undefined>;
}

interface SearchOptions {
  signal?: AbortSignal | undefined;
  /**
   * How many of the newest inspections to search.
   *
   * @default all
   */
  maxInspections?: number | undefined;
}

interface RemoteMatch {
  remoteId: string;
  /** Pixels of the longer side of the image at the service. */
  longerSide?: number;
}

/**
 * Finds out whether a create in doubt was applied. Only reads: if it fails, its error has `details.sent: false`.
 *
 * @returns the mapping to store, or undefined if the service does not have the record
 */
export async function reconcile(
  operation: StoredOperation,
  ids: RemoteIdMap,
  deps: ReconcileDeps,
  options: SearchOptions = {},
): Promise<DeliveryChange[] | undefined> {
  const search = { remote: deps.remote, ids, ...options };
  const match = await findCreatedRecord(operation, search).catch(rethrowAsUnsent);
  if (!match) return undefined;
  const mapping = createMapping(operation, match.remoteId);
  return [{ type: 'map', remoteId: await addScale(mapping, match.longerSide, deps) }];
}

/**
 * Finds the record that an operation created at the service. Inspections and images carry the operation marker.
 *
 * Other records carry none. For those it returns the newest record with the same content that has no local id yet: so two
 * records with the same content stay two.
 */
export async function findCreatedRecord(
  operation: StoredOperation,
  search: SearchOptions & { remote: RemotePort; ids: RemoteIdMap },
): Promise<RemoteMatch | undefined> {
  const { remote, ids, signal } = search;
  const getInspectionId = () => ids.getRemoteId(operation.inspectionId);
  const listCandidates = async <Kind extends 'damages' | 'views' | 'severityResults'>(kind: Kind) => {
    const { entities } = await remote.getInspection(getInspectionId(), {}, { signal });
    const isCandidate = ({ id, createdBy, deletedAt }: RemoteRecord) =>
      createdBy === 'user' && deletedAt === undefined && !ids.hasRemoteId(id);
    return (Object.values(entities[kind]) as Entities[Kind][string][]).filter(isCandidate);
  };
  switch (operation.kind) {
    case 'inspection.create':
      return findInspection(operation, search);
    case 'image.add':
      return findImage(operation, getInspectionId(), search);
    case 'damage.create': {
      const { damageType, partType } = operation.payload.input;
      return pickNewest(
        (await listCandidates('damages')).filter(
          (damage) => damage.damageType === damageType && damage.partType === partType,
        ),
      );
    }
    case 'view.create': {
      const { imageId, damageId, boundingBox, polygons = [] } = toRemoteView(operation, ids);
      const box = boundingBox ?? boundingBoxOf(polygons);
      return pickNewest(
        (await listCandidates('views')).filter(
          (view) =>
            view.imageId === imageId && view.damageId === damageId && isSameBox(view.boundingBox, box),
        ),
      );
    }
    case 'severity.create': {
      const { label } = operation.payload.input;
      const severities = await listCandidates('severityResults');
      return pickNewest(severities.filter((severity) => severity.label === label));
    }
    default:
      return undefined; // updates and deletes are idempotent
  }
}

interface RemoteRecord {
  id: string;
  createdBy: CreatedBy;
  deletedAt?: string;
}

/** Searches back to `delivery.since`, an inspection that existed before the first attempt. */
async function findInspection(
  { id, delivery }: StoredOperation,
  { remote, signal, maxInspections = Number.POSITIVE_INFINITY }: SearchOptions & { remote: RemotePort },
): Promise<RemoteMatch | undefined> {
  let searched = 0;
  for await (const inspection of listInspectionsNewestFirst(remote, signal)) {
    if (hasMarker(inspection, id)) return { remoteId: inspection.id };
    searched += 1;
    if (inspection.id === delivery?.since || searched >= maxInspections) return undefined;
  }
  return undefined;
}

/**
 * Finds an image by its operation marker. If the service drops `additional_data`, finds it by its name, provided that the
 * app gave none and the name is the local id.
 */
async function findImage(
  { id, payload }: Extract<StoredOperation, { kind: 'image.add' }>,
  inspectionId: string,
  { remote, signal }: SearchOptions & { remote: RemotePort },
): Promise<RemoteMatch | undefined> {
  for await (const image of listImagesNewestFirst(remote, inspectionId, signal)) {
    if (hasMarker(image, id) || image.name === payload.imageId)
      return { remoteId: image.id, longerSide: Math.max(image.imageWidth, image.imageHeight) };
  }
  return undefined;
}

/** The service may list records in any order. Ids and creation times increase. */
function pickNewest(records: readonly { id: string; createdAt?: string }[]): RemoteMatch | undefined {
  const newest = records.reduce<(typeof records)[number] | undefined>(
    (best, one) => (best && (best.createdAt ?? '') > (one.createdAt ?? '') ? best : one),
    undefined,
  );
  return newest && { remoteId: newest.id };
}

/** Allows 1 pixel: services round coordinates, and scaling does, too. */
function isSameBox(one: BoundingBox, other: BoundingBox): boolean {
  const sides = ['xmin', 'ymin', 'width', 'height'] as const;
  return sides.every((side) => Math.abs(one[side] - other[side]) <= 1);
}

/**
 * Adds the scale of an upload, computed from the size at the service: the response that had it was lost. Compares the
 * longer sides, because a service may have rotated the photo upright.
 */
async function addScale(
  mapping: RemoteId,
  remoteSide: number | undefined,
  deps: ReconcileDeps,
): Promise<RemoteId> {
  if (mapping.kind !== 'image' || !remoteSide) return mapping;
  const size = await deps.getImageSize(mapping.inspectionId, mapping.localId);
  const side = size && Math.max(size.width, size.height);
  return side === undefined || side === remoteSide ? mapping : { ...mapping, scale: remoteSide / side };
}

/** Rethrows an error of a read: the request that changes something was not sent. */
export function rethrowAsUnsent(error: unknown): never {
  if (!isKerbsideError(error)) throw error;
  const { code, message, details, retryable } = error;
  throw new KerbsideError(code, message, { details: { ...details, sent: false }, retryable, cause: error });
}
