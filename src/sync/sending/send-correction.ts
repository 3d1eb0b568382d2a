import { DEVICE_RESULTS_KEY, type DeviceResults } from '../../domain/outbox/device-results.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { SendOptions } from '../../remote/send.ts';
import { toWireDeviceResults } from '../../wire/device-results-body.ts';
import type { DeliveryChange } from '../outbox/delivery-recorder.ts';
import { createMapping, type RemoteIdMap } from '../outbox/remote-id-map.ts';
import type { RemotePort } from '../remote-port.ts';
import { toRemoteView } from '../upload/remote-view.ts';
import type { Size } from '../upload/scale-region.ts';
import { toRemoteResults } from './remote-results.ts';

export interface CorrectionDeps {
  remote: RemotePort;
  /** Returns the pixels of an original, or undefined if this device does not have it. */
  getImageSize(inspectionId: string, imageId: string): Promise<Size | undefined>;
  /** Returns the service's ids of records of any inspection, by local id. Records without one are absent. */
  getRemoteIds(localIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns the current results of an inspection, or undefined if it was purged. */
  readResults(inspectionId: string): Promise<DeviceResults | undefined>;
}

type Correction = Extract<
  StoredOperation,
  { kind: 'inspection.results' | `${'damage' | 'view' | 'severity'}.${string}` }
>;

/**
 * Sends what a model found on this device, or what a user corrected.
 *
 * @returns what to store with the removal of the operation
 */
export async function sendCorrection(
  operation: Correction,
  ids: RemoteIdMap,
  deps: CorrectionDeps,
  options: SendOptions,
): Promise<DeliveryChange[]> {
  const { remote } = deps;
  const inspectionId = ids.getRemoteId(operation.inspectionId);
  const toChanges = ({ id }: { id: string }): DeliveryChange[] => [
    { type: 'map', remoteId: createMapping(operation, id) },
  ];
  switch (operation.kind) {
    case 'inspection.results': {
      const results = await deps.readResults(operation.inspectionId);
      if (!results) return [];
      const data = toWireDeviceResults(toRemoteResults(results, ids));
      await remote.updateInspection(
        inspectionId,
        { additionalData: { [DEVICE_RESULTS_KEY]: data } },
        options,
      );
      return [];
    }
    case 'damage.create':
      return toChanges(await remote.createDamage(inspectionId, operation.payload.input, options));
    case 'damage.delete':
      await remote.deleteDamage(inspectionId, ids.getRemoteId(operation.payload.damageId), options);
      return [];
    case 'view.create': {
      const size = await deps.getImageSize(operation.inspectionId, operation.payload.imageId);
      const view = toRemoteView(operation, ids, size);
      return toChanges(await remote.createView(inspectionId, view, undefined, options));
    }
    case 'view.delete':
      await remote.deleteView(inspectionId, ids.getRemoteId(operation.payload.viewId), options);
      return [];
    case 'severity.create':
      return toChanges(await remote.createSeverity(inspectionId, operation.payload.input, options));
    case 'severity.update': {
      const { severityId, input } = operation.payload;
      await remote.updateSeverity(inspectionId, ids.getRemoteId(severityId), input, options);
      return [];
    }
  }
}
