import type { OutboxChange, RemoteId } from '../../domain/delivery.ts';
import type { StoredOperation } from '../../domain/operation.ts';
import { isKerbsideError, KerbsideError } from '../../errors.ts';
import { isCarriedOut } from '../../rules/task-states.ts';
import { createdId } from '../outbox/causality.ts';
import { startsTask } from '../outbox/chain.ts';
import type { KnownIds } from '../outbox/remote-ids.ts';
import { removeTwinImages, removeTwinInspections } from '../reconcile/duplicates.ts';
import { findSent } from '../reconcile/reconcile.ts';
import type { Size } from '../upload/scale-region.ts';
import { isRefusal } from './failures.ts';
import type { RemotePort } from './remote-port.ts';
import { toRemoteImage, toRemoteInspection, toRemoteView } from './translate.ts';

export interface UploadPhoto {
  blob: Blob;
  /** Pixels of the upload per pixel of the original. */
  scale: number;
}

export interface DeliverDeps {
  remote: RemotePort;
  /** The photo as it is to be uploaded; rejects where the stored bytes are not what they were. */
  photo(operation: Extract<StoredOperation, { kind: 'image.add' }>): Promise<UploadPhoto>;
  /** Pixels of the original, where it is known here. */
  sizeOf(inspectionId: string, imageId: string): Promise<Size | undefined>;
  /** What the service calls an inspection that another one refers to; undefined for one that it will never hear of. */
  relatedId(inspectionId: string): Promise<string | undefined>;
  onProgress?(operation: StoredOperation, sentBytes: number, totalBytes: number): void;
  now(): number;
}

/** What delivering an operation taught, to be stored in the transaction that takes it out of the outbox. */
export type Lesson = Extract<OutboxChange, { type: 'map' | 'await' }>;

/**
 * One attempt to deliver one operation whose `sending` is on the disk. Resolves when the service is known to have
 * acted on it, rejects with the reason otherwise.
 */
export async function deliver(
  operation: StoredOperation,
  ids: KnownIds,
  deps: DeliverDeps,
  signal?: AbortSignal,
): Promise<Lesson[]> {
  if (operation.delivery?.unanswered && createdId(operation) !== undefined) {
    const found = await lookFor(operation, ids, deps, signal);
    if (found) return found;
  }
  try {
    return await send(operation, ids, deps, signal);
  } catch (error) {
    if (await isDoneAnyway(error, operation, ids, deps, signal)) return lessons(operation, deps);
    throw error;
  }
}

/** What an operation made at the service, if it is there: no more than a look, and one that fails has sent nothing. */
export async function lookFor(
  operation: StoredOperation,
  ids: KnownIds,
  deps: DeliverDeps,
  signal?: AbortSignal,
  most?: number,
): Promise<Lesson[] | undefined> {
  const found = await findSent(operation, { remote: deps.remote, ids, signal, most }).catch(sentNothing);
  if (!found) return undefined;
  const mapped = mapping(operation, found.remoteId);
  return [{ type: 'map', remoteId: await withScale(mapped, found.longerSide, deps) }];
}

function sentNothing(error: unknown): never {
  if (!isKerbsideError(error)) throw error;
  const { code, message, details, retryable } = error;
  throw new KerbsideError(code, message, { details: { ...details, sent: false }, retryable, cause: error });
}

async function send(
  operation: StoredOperation,
  ids: KnownIds,
  deps: DeliverDeps,
  signal: AbortSignal | undefined,
): Promise<Lesson[]> {
  const { remote } = deps;
  const options = { signal, idempotencyKey: operation.id };
  const created = ({ id }: { id: string }, scale?: number): Lesson[] => {
    const remoteId = { ...mapping(operation, id), ...(scale !== undefined && scale !== 1 && { scale }) };
    return [{ type: 'map', remoteId }];
  };
  if (operation.kind === 'inspection.create') {
    const { relatedInspectionId: related } = operation.payload.input;
    const relatedId = related === undefined ? undefined : await deps.relatedId(related);
    return created(await remote.createInspection(toRemoteInspection(operation, relatedId), {}, options));
  }
  const inspectionId = ids.remoteOf(operation.inspectionId);
  const twins = { remote, ids, signal };
  switch (operation.kind) {
    case 'image.add': {
      const { blob, scale } = await deps.photo(operation);
      const onProgress = (sent: number, total: number) => deps.onProgress?.(operation, sent, total);
      const uploading = { ...options, ...(deps.onProgress && { onProgress }) };
      return created(await remote.addImage(inspectionId, toRemoteImage(operation), blob, uploading), scale);
    }
    case 'damage.create':
      return created(await remote.createDamage(inspectionId, operation.payload.input, options));
    case 'view.create': {
      const size = await deps.sizeOf(operation.inspectionId, operation.payload.imageId);
      const view = toRemoteView(operation, ids, size);
      return created(await remote.createView(inspectionId, view, undefined, options));
    }
    case 'severity.create':
      return created(await remote.createSeverity(inspectionId, operation.payload.input, options));
    case 'severity.update': {
      const { severityId, input } = operation.payload;
      await remote.updateSeverity(inspectionId, ids.remoteOf(severityId), input, options);
      break;
    }
    case 'inspection.pdf_data':
      await remote.addPdfData(inspectionId, operation.payload.input, options);
      break;
    case 'inspection.vehicle':
      await remote.updateVehicle(inspectionId, operation.payload.input, options);
      break;
    case 'inspection.delete':
      await removeTwinInspections(twins);
      await remote.deleteInspection(inspectionId, options);
      break;
    case 'task.update':
      if (startsTask(operation)) {
        await Promise.all([removeTwinInspections(twins), removeTwinImages(inspectionId, twins)]);
      }
      await remote.updateTask(inspectionId, operation.payload.taskName, operation.payload.input, options);
      break;
    case 'image.delete':
      await removeTwinImages(inspectionId, twins);
      await remote.deleteImage(
        inspectionId,
        ids.remoteOf(operation.payload.imageId),
        operation.payload.taskStatuses,
        options,
      );
      break;
    case 'damage.delete':
      await remote.deleteDamage(inspectionId, ids.remoteOf(operation.payload.damageId), options);
      break;
    case 'view.delete':
      await remote.deleteView(inspectionId, ids.remoteOf(operation.payload.viewId), options);
      break;
  }
  return lessons(operation, deps);
}

/** A task that was started is one whose results are awaited. */
function lessons({ inspectionId, ...operation }: StoredOperation, { now }: DeliverDeps): Lesson[] {
  if (operation.kind !== 'task.update' || operation.payload.input.status !== 'TODO') return [];
  return [{ type: 'await', task: { inspectionId, taskName: operation.payload.taskName, since: now() } }];
}

/** A refusal that only says: this has been done. By us, most likely, in a request whose answer was lost. */
async function isDoneAnyway(
  error: unknown,
  operation: StoredOperation,
  ids: KnownIds,
  { remote }: DeliverDeps,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (!isRefusal(error)) return false;
  if (operation.kind.endsWith('.delete')) return isKerbsideError(error, 'not_found');
  if (operation.kind !== 'task.update') return false;
  const { taskName, input } = operation.payload;
  const { status } = await remote.getTask(ids.remoteOf(operation.inspectionId), taskName, { signal });
  return isCarriedOut(input.status, status);
}

function mapping(operation: StoredOperation, remoteId: string): RemoteId {
  const localId = createdId(operation);
  if (localId === undefined) throw new RangeError(`${operation.kind} makes no record.`);
  const kind = operation.kind.slice(0, operation.kind.indexOf('.')) as RemoteId['kind'];
  return { localId, remoteId, inspectionId: operation.inspectionId, kind };
}

/**
 * What was uploaded smaller is known by its size, since the answer that would have told is lost. By the longer side: a
 * service may have turned the photo upright.
 */
async function withScale(
  mapped: RemoteId,
  remoteSide: number | undefined,
  deps: DeliverDeps,
): Promise<RemoteId> {
  if (mapped.kind !== 'image' || !remoteSide) return mapped;
  const size = await deps.sizeOf(mapped.inspectionId, mapped.localId);
  const side = size && Math.max(size.width, size.height);
  return side === undefined || side === remoteSide ? mapped : { ...mapped, scale: remoteSide / side };
}
