import { listIdsIn, replaceIdsIn } from '../../domain/ids-in-additional-data.ts';
import type { DeviceResults } from '../../domain/outbox/device-results.ts';
import type { Operation, OperationKind, StoredOperation } from '../../domain/outbox/operation.ts';
import type { CreateImage } from '../../domain/records/image.ts';
import type { CreateInspection } from '../../domain/records/inspection.ts';
import { DEVICE_RESULTS_KEY } from '../../domain/records/inspection.ts';
import { isTaskUpdateApplied } from '../../domain/task/is-task-update-applied.ts';
import { isKerbsideError } from '../../errors.ts';
import type { SendOptions } from '../../remote/send.ts';
import { toWireDeviceResults } from '../../wire/device-results-body.ts';
import type { Connection } from '../connection/connection.ts';
import { getCreatedId } from '../outbox/causality.ts';
import { startsTask } from '../outbox/chain.ts';
import type { DeliveryChange } from '../outbox/delivery-recorder.ts';
import { createMapping, type RemoteIdMap } from '../outbox/remote-id-map.ts';
import { wasInDoubt } from '../outbox/transitions.ts';
import { isRejection } from '../pacing/failures.ts';
import { removeDuplicateImages, removeDuplicateInspections } from '../reconcile/duplicates.ts';
import { addMarker } from '../reconcile/operation-marker.ts';
import { isRestoredAlready, reconcile } from '../reconcile/reconcile.ts';
import { toRemoteView } from '../upload/remote-view.ts';
import { toRemoteDeviceResults } from './device-results.ts';

export interface DeliveryContext {
  connection: Pick<
    Connection,
    'remote' | 'preparePhoto' | 'getImageSize' | 'getRemoteIds' | 'getRelatedRemoteId'
  >;
  /** Returns the current results of the device for an inspection, or undefined if it was purged. */
  readDeviceResults(inspectionId: string): Promise<DeviceResults | undefined>;
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
  context: DeliveryContext,
  signal?: AbortSignal,
): Promise<DeliveryChange[]> {
  const { connection } = context;
  if (await isRestoredAlready(operation, ids, connection.remote, signal)) return [];
  if (wasInDoubt(operation.delivery) && getCreatedId(operation) !== undefined) {
    const found = await reconcile(operation, ids, connection, { signal });
    if (found) return found;
  }
  try {
    return await send(operation, ids, context, signal);
  } catch (error) {
    if (await isAlreadyApplied(error, operation, ids, context, signal))
      return listAwaitedTasks(operation, context);
    throw error;
  }
}

async function send(
  operation: StoredOperation,
  ids: RemoteIdMap,
  context: DeliveryContext,
  signal: AbortSignal | undefined,
): Promise<DeliveryChange[]> {
  const { connection, onProgress } = context;
  const { remote } = connection;
  const options: SendOptions = { signal, idempotencyKey: operation.id };
  const toMapping = ({ id }: { id: string }): DeliveryChange[] => [
    { type: 'map', remoteId: createMapping(operation, id) },
  ];
  if (operation.kind === 'inspection.create') {
    const { relatedInspectionId: related } = operation.payload.input;
    const relatedId = related === undefined ? undefined : await connection.getRelatedRemoteId(related);
    return toMapping(await remote.createInspection(toRemoteInspection(operation, relatedId), {}, options));
  }
  const inspectionId = ids.getRemoteId(operation.inspectionId);
  const search = { remote, ids, signal };
  switch (operation.kind) {
    case 'image.add': {
      const { blob, scale } = await connection.preparePhoto(operation);
      const uploading = {
        ...options,
        ...(onProgress && {
          onProgress: (sent: number, total: number) => onProgress(operation, sent, total),
        }),
      };
      const { id } = await remote.addImage(inspectionId, toRemoteImage(operation), blob, uploading);
      return [{ type: 'map', remoteId: { ...createMapping(operation, id), ...(scale !== 1 && { scale }) } }];
    }
    case 'inspection.pdf_data':
      await remote.addPdfData(inspectionId, operation.payload.input, options);
      return [];
    case 'inspection.update': {
      const { additionalData } = operation.payload.input;
      const remoteIds = await connection.getRemoteIds(listIdsIn(additionalData));
      const toRemote = (id: string) => remoteIds.get(id) ?? id;
      await remote.updateInspection(
        inspectionId,
        { additionalData: replaceIdsIn(additionalData, toRemote) },
        options,
      );
      return [];
    }
    case 'inspection.results': {
      const results = await context.readDeviceResults(operation.inspectionId);
      if (!results) return [];
      const data = toWireDeviceResults(toRemoteDeviceResults(results, ids));
      await remote.updateInspection(
        inspectionId,
        { additionalData: { [DEVICE_RESULTS_KEY]: data } },
        options,
      );
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
      if (startsTask(operation))
        await Promise.all([removeDuplicateInspections(search), removeDuplicateImages(inspectionId, search)]);
      await remote.updateTask(inspectionId, operation.payload.taskName, operation.payload.input, options);
      return listAwaitedTasks(operation, context);
    case 'image.delete': {
      await removeDuplicateImages(inspectionId, search);
      const { imageId, taskStatuses } = operation.payload;
      await remote.deleteImage(inspectionId, ids.getRemoteId(imageId), taskStatuses, options);
      return [];
    }
    case 'damage.create':
      return toMapping(await remote.createDamage(inspectionId, operation.payload.input, options));
    case 'damage.delete':
      await remote.deleteDamage(inspectionId, ids.getRemoteId(operation.payload.damageId), options);
      return [];
    case 'view.create': {
      const size = await connection.getImageSize(operation.inspectionId, operation.payload.imageId);
      const view = toRemoteView(operation, ids, size);
      return toMapping(await remote.createView(inspectionId, view, undefined, options));
    }
    case 'view.delete':
      await remote.deleteView(inspectionId, ids.getRemoteId(operation.payload.viewId), options);
      return [];
    case 'severity.create':
      return toMapping(await remote.createSeverity(inspectionId, operation.payload.input, options));
    case 'severity.update': {
      const { severityId, input } = operation.payload;
      await remote.updateSeverity(inspectionId, ids.getRemoteId(severityId), input, options);
      return [];
    }
  }
}

type OperationOf<K extends OperationKind> = Extract<Operation, { kind: K }>;

/**
 * Returns the input that creates an inspection at the service.
 *
 * @param relatedId the remote id of the related inspection
 */
function toRemoteInspection(
  { id, payload: { input } }: OperationOf<'inspection.create'>,
  relatedId?: string,
): CreateInspection {
  const { relatedInspectionId: _local, ...rest } = input;
  return addMarker({ ...rest, ...(relatedId !== undefined && { relatedInspectionId: relatedId }) }, id);
}

/**
 * Returns the input that creates an image at the service. The photo is always uploaded: the service may not reach the
 * URL that this device got it from.
 */
function toRemoteImage({
  id,
  payload: { imageId, input },
}: OperationOf<'image.add'>): CreateImage & { name: string } {
  const { acquisition: _source, ...rest } = input;
  return { ...addMarker(rest, id), name: input.name ?? imageId };
}

/** After a task was started, its results are awaited. */
function listAwaitedTasks(
  { inspectionId, ...operation }: StoredOperation,
  { now }: DeliveryContext,
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
  { connection }: DeliveryContext,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (!isRejection(error)) return false;
  if (operation.kind.endsWith('.delete')) return isKerbsideError(error, 'not_found');
  if (operation.kind !== 'task.update') return false;
  const { taskName, input } = operation.payload;
  const inspectionId = ids.getRemoteId(operation.inspectionId);
  const task = await connection.remote.getTask(inspectionId, taskName, { signal });
  return isTaskUpdateApplied(input, task, wasInDoubt(operation.delivery));
}
