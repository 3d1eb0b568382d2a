import { COMPARISON_KEY } from '../../domain/inspection.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import { isTaskUpdateApplied } from '../../domain/task/is-task-update-applied.ts';
import { isKerbsideError } from '../../errors.ts';
import { getCreatedId } from '../outbox/causality.ts';
import { startsTask } from '../outbox/chain.ts';
import type { DeliveryChange } from '../outbox/delivery-recorder.ts';
import { createMapping, type RemoteIdMap } from '../outbox/remote-id-map.ts';
import { removeDuplicateImages, removeDuplicateInspections } from '../reconcile/duplicates.ts';
import { type ReconcileDeps, reconcile } from '../reconcile/reconcile.ts';
import { isRestoredAlready } from '../reconcile/restored-record.ts';
import { isRejection } from '../remote-port.ts';
import type { PreparedPhoto } from '../upload/photo-scaler.ts';
import { toRemoteImage, toRemoteInspection } from './remote-input.ts';
import { toRemoteReview } from './remote-review.ts';
import { type CorrectionDeps, sendCorrection } from './send-correction.ts';

export interface DeliverDeps extends ReconcileDeps, CorrectionDeps {
  /** Returns the photo in the size to upload. Rejects if the stored bytes were corrupted. */
  preparePhoto(operation: Extract<StoredOperation, { kind: 'image.add' }>): Promise<PreparedPhoto>;
  /** Returns the remote id of a related inspection, or undefined if the service will never have it. */
  getRelatedRemoteId(inspectionId: string): Promise<string | undefined>;
  onProgress?(operation: StoredOperation, sentBytes: number, totalBytes: number): void;
  now(): number;
}

/**
 * Makes one attempt to deliver one operation whose state `sending` is stored.
 *
 * If an earlier attempt is in doubt, the operation is reconciled first. A create is sent only if its record is not found, and
 * a restored record is created only if the service has deleted it.
 *
 * @returns what to store with the removal of the operation. It resolves only if the service has applied the operation.
 */
export async function deliver(
  operation: StoredOperation,
  ids: RemoteIdMap,
  deps: DeliverDeps,
  signal?: AbortSignal,
): Promise<DeliveryChange[]> {
  if (await isRestoredAlready(operation, ids, deps.remote, signal)) return [];
  if (operation.delivery?.unanswered && getCreatedId(operation) !== undefined) {
    const found = await reconcile(operation, ids, deps, { signal });
    if (found) return found;
  }
  try {
    return await send(operation, ids, deps, signal);
  } catch (error) {
    if (await isAlreadyApplied(error, operation, ids, deps, signal)) return listAwaitedTasks(operation, deps);
    throw error;
  }
}

async function send(
  operation: StoredOperation,
  ids: RemoteIdMap,
  deps: DeliverDeps,
  signal: AbortSignal | undefined,
): Promise<DeliveryChange[]> {
  const { remote } = deps;
  const options = { signal, idempotencyKey: operation.id };
  if (operation.kind === 'inspection.create') {
    const { relatedInspectionId: related } = operation.payload.input;
    const relatedId = related === undefined ? undefined : await deps.getRelatedRemoteId(related);
    const input = toRemoteInspection(operation, relatedId);
    const { id } = await remote.createInspection(input, {}, options);
    return [{ type: 'map', remoteId: createMapping(operation, id) }];
  }
  const inspectionId = ids.getRemoteId(operation.inspectionId);
  const search = { remote, ids, signal };
  switch (operation.kind) {
    case 'image.add': {
      const { blob, scale } = await deps.preparePhoto(operation);
      const onProgress = (sent: number, total: number) => deps.onProgress?.(operation, sent, total);
      const uploading = { ...options, ...(deps.onProgress && { onProgress }) };
      const { id } = await remote.addImage(inspectionId, toRemoteImage(operation), blob, uploading);
      return [{ type: 'map', remoteId: { ...createMapping(operation, id), ...(scale !== 1 && { scale }) } }];
    }
    case 'inspection.pdf_data':
      await remote.addPdfData(inspectionId, operation.payload.input, options);
      return [];
    case 'inspection.update': {
      const { input } = operation.payload;
      const isReviewed = COMPARISON_KEY in input.additionalData;
      const update = isReviewed ? await toRemoteReview(input, deps) : input;
      await remote.updateInspection(inspectionId, update, options);
      return [];
    }
    case 'inspection.vehicle':
      await remote.updateVehicle(inspectionId, operation.payload.input, options);
      return [];
    case 'inspection.delete':
      await removeDuplicateInspections(search);
      await remote.deleteInspection(inspectionId, options);
      return [];
    case 'task.update':
      if (startsTask(operation)) {
        await Promise.all([removeDuplicateInspections(search), removeDuplicateImages(inspectionId, search)]);
      }
      await remote.updateTask(inspectionId, operation.payload.taskName, operation.payload.input, options);
      return listAwaitedTasks(operation, deps);
    case 'image.delete': {
      await removeDuplicateImages(inspectionId, search);
      const { imageId, taskStatuses } = operation.payload;
      await remote.deleteImage(inspectionId, ids.getRemoteId(imageId), taskStatuses, options);
      return [];
    }
    default:
      return sendCorrection(operation, ids, deps, options);
  }
}

/** After a task was started, its results are awaited. */
function listAwaitedTasks(
  { inspectionId, ...operation }: StoredOperation,
  { now }: DeliverDeps,
): DeliveryChange[] {
  if (operation.kind !== 'task.update' || operation.payload.input.status !== 'TODO') return [];
  return [{ type: 'await', task: { inspectionId, taskName: operation.payload.taskName, since: now() } }];
}

/**
 * Returns whether the service rejects a request only because it was already applied: most likely by an earlier request
 * whose response was lost.
 */
async function isAlreadyApplied(
  error: unknown,
  operation: StoredOperation,
  ids: RemoteIdMap,
  { remote }: DeliverDeps,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (!isRejection(error)) return false;
  if (operation.kind.endsWith('.delete')) return isKerbsideError(error, 'not_found');
  if (operation.kind !== 'task.update') return false;
  const { taskName, input } = operation.payload;
  const task = await remote.getTask(ids.getRemoteId(operation.inspectionId), taskName, { signal });
  return isTaskUpdateApplied(input, task, operation.delivery?.unanswered ?? false);
}
