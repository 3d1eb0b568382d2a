import type { RemoteId } from '../../domain/outbox/delivery.ts';
import { restoresRecord, type StoredOperation } from '../../domain/outbox/operation.ts';
import { boundingBoxOf } from '../../domain/records/bounding-box.ts';
import type { CreatedBy } from '../../domain/records/created-by.ts';
import type { Entities } from '../../domain/records/entities.ts';
import type { BoundingBox } from '../../domain/records/view.ts';
import { isKerbsideError, KerbsideError } from '../../errors.ts';
import type { Connection } from '../connection/connection.ts';
import type { RemotePort } from '../connection/remote-port.ts';
import type { DeliveryChange } from '../outbox/delivery-recorder.ts';
import { createMapping, type RemoteIdMap } from '../outbox/remote-id-map.ts';
import { toRemoteView } from '../upload/remote-view.ts';
import { listImagesNewestFirst, listInspectionsNewestFirst } from './newest-first.ts';
import { hasMarker } from './operation-marker.ts';

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
  connection: Pick<Connection, 'remote' | 'getImageSize'>,
  options: SearchOptions = {},
): Promise<DeliveryChange[] | undefined> {
  const search = { remote: connection.remote, ids, ...options };
  const match = await findCreatedRecord(operation, search).catch(rethrowAsUnsent);
  if (!match) return undefined;
  const mapping = createMapping(operation, match.remoteId);
  return [{ type: 'map', remoteId: await addScale(mapping, match.longerSide, connection) }];
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
  connection: Pick<Connection, 'getImageSize'>,
): Promise<RemoteId> {
  if (mapping.kind !== 'image' || !remoteSide) return mapping;
  const size = await connection.getImageSize(mapping.inspectionId, mapping.localId);
  const side = size && Math.max(size.width, size.height);
  return side === undefined || side === remoteSide ? mapping : { ...mapping, scale: remoteSide / side };
}

/** Rethrows an error of a read: the request that changes something was not sent. */
function rethrowAsUnsent(error: unknown): never {
  if (!isKerbsideError(error)) throw error;
  const { code, message, details, retryable } = error;
  throw new KerbsideError(code, message, { details: { ...details, sent: false }, retryable, cause: error });
}

/**
 * Returns whether the service still has the damage or view that an operation restores: its delete was never applied. The
 * view must be on the damage's current counterpart: a damage that was created again has no views.
 *
 * Only reads: if it fails, its error has `details.sent: false`.
 */
export async function isRestoredAlready(
  operation: StoredOperation,
  ids: RemoteIdMap,
  remote: Pick<RemotePort, 'getInspection'>,
  signal?: AbortSignal,
): Promise<boolean> {
  if (!restoresRecord(operation)) return false;
  const inspectionId = ids.getRemoteId(operation.inspectionId);
  const { entities } = await remote.getInspection(inspectionId, {}, { signal }).catch(rethrowAsUnsent);
  if (operation.kind === 'damage.create') {
    const damage = entities.damages[ids.getRemoteId(operation.payload.damageId)];
    return damage !== undefined && damage.deletedAt === undefined;
  }
  if (operation.kind !== 'view.create') return false;
  const view = entities.views[ids.getRemoteId(operation.payload.viewId)];
  const damageId = ids.getRemoteId(operation.payload.input.damageId);
  return view !== undefined && view.deletedAt === undefined && view.damageId === damageId;
}
