import { DEVICE_RESULTS_KEY, type DeviceResults } from '../../domain/outbox/device-results.ts';
import { restoresRecord, type StoredOperation } from '../../domain/outbox/operation.ts';
import { isTaskUpdateApplied } from '../../domain/task/is-task-update-applied.ts';
import { isKerbsideError } from '../../errors.ts';
import { toWireDeviceResults } from '../../wire/device-results.ts';
import { getCreatedId } from '../outbox/causality.ts';
import { startsTask } from '../outbox/chain.ts';
import type { DeliveryChange } from '../outbox/delivery-recorder.ts';
import { createMapping, type RemoteIdMap } from '../outbox/remote-id-map.ts';
import { loadReconciling } from '../reconcile/load-reconciling.ts';
import type { ReconcileDeps } from '../reconcile/reconcile.ts';
import { isRejection } from '../remote-port.ts';
import type { PreparedPhoto } from '../upload/photo-scaler.ts';
import { toRemoteView } from '../upload/remote-view.ts';
import { toRemoteImage, toRemoteInspection, toRemoteUpdate } from './remote-input.ts';
import { toRemoteResults } from './remote-results.ts';

export interface DeliverDeps extends ReconcileDeps {
  /** Returns the photo in the size to upload. Rejects if the stored bytes were corrupted. */
  preparePhoto(operation: Extract<StoredOperation, { kind: 'image.add' }>): Promise<PreparedPhoto>;
  /** Returns the remote id of a related inspection, or undefined if the service will never have it. */
  getRelatedRemoteId(inspectionId: string): Promise<string | undefined>;
  /** Returns the service's ids of records of any inspection, by local id. Records without one are absent. */
  getRemoteIds(localIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns the current results of an inspection, or undefined if it was purged. */
  readResults(inspectionId: string): Promise<DeviceResults | undefined>;
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
  if (restoresRecord(operation)) {
    const { isRestoredAlready } = await loadReconciling();
    if (await isRestoredAlready(operation, ids, deps.remote, signal)) return [];
  }
  if (operation.delivery?.unanswered && getCreatedId(operation) !== undefined) {
    const { reconcile } = await loadReconciling();
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
  const toChanges = ({ id }: { id: string }, scale = 1): DeliveryChange[] => {
    const remoteId = { ...createMapping(operation, id), ...(scale !== 1 && { scale }) };
    return [{ type: 'map', remoteId }];
  };
  if (operation.kind === 'inspection.create') {
    const { relatedInspectionId: related } = operation.payload.input;
    const relatedId = related === undefined ? undefined : await deps.getRelatedRemoteId(related);
    return toChanges(await remote.createInspection(toRemoteInspection(operation, relatedId), {}, options));
  }
  const inspectionId = ids.getRemoteId(operation.inspectionId);
  const search = { remote, ids, signal };
  switch (operation.kind) {
    case 'image.add': {
      const { blob, scale } = await deps.preparePhoto(operation);
      const onProgress = (sent: number, total: number) => deps.onProgress?.(operation, sent, total);
      const uploading = { ...options, ...(deps.onProgress && { onProgress }) };
      const image = await remote.addImage(inspectionId, toRemoteImage(operation), blob, uploading);
      return toChanges(image, scale);
    }
    case 'damage.create':
      return toChanges(await remote.createDamage(inspectionId, operation.payload.input, options));
    case 'view.create': {
      const size = await deps.getImageSize(operation.inspectionId, operation.payload.imageId);
      const view = toRemoteView(operation, ids, size);
      return toChanges(await remote.createView(inspectionId, view, undefined, options));
    }
    case 'severity.create':
      return toChanges(await remote.createSeverity(inspectionId, operation.payload.input, options));
    case 'severity.update': {
      const { severityId, input } = operation.payload;
      await remote.updateSeverity(inspectionId, ids.getRemoteId(severityId), input, options);
      break;
    }
    case 'inspection.pdf_data':
      await remote.addPdfData(inspectionId, operation.payload.input, options);
      break;
    case 'inspection.update':
      await remote.updateInspection(inspectionId, await toRemoteUpdate(operation, deps), options);
      break;
    case 'inspection.results': {
      const results = await deps.readResults(operation.inspectionId);
      if (!results) break;
      const data = toWireDeviceResults(toRemoteResults(results, ids));
      await remote.updateInspection(
        inspectionId,
        { additionalData: { [DEVICE_RESULTS_KEY]: data } },
        options,
      );
      break;
    }
    case 'inspection.vehicle':
      await remote.updateVehicle(inspectionId, operation.payload.input, options);
      break;
    case 'inspection.delete':
      await (await loadReconciling()).removeDuplicateInspections(search);
      await remote.deleteInspection(inspectionId, options);
      break;
    case 'task.update':
      if (startsTask(operation)) {
        const { removeDuplicateImages, removeDuplicateInspections } = await loadReconciling();
        await Promise.all([removeDuplicateInspections(search), removeDuplicateImages(inspectionId, search)]);
      }
      await remote.updateTask(inspectionId, operation.payload.taskName, operation.payload.input, options);
      break;
    case 'image.delete':
      await (await loadReconciling()).removeDuplicateImages(inspectionId, search);
      await remote.deleteImage(
        inspectionId,
        ids.getRemoteId(operation.payload.imageId),
        operation.payload.taskStatuses,
        options,
      );
      break;
    case 'damage.delete':
      await remote.deleteDamage(inspectionId, ids.getRemoteId(operation.payload.damageId), options);
      break;
    case 'view.delete':
      await remote.deleteView(inspectionId, ids.getRemoteId(operation.payload.viewId), options);
      break;
  }
  return listAwaitedTasks(operation, deps);
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
