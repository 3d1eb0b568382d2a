import { restoresRecord, type StoredOperation } from '../../domain/outbox/operation.ts';
import type { RemoteIdMap } from '../outbox/remote-id-map.ts';
import type { RemotePort } from '../remote-port.ts';
import { rethrowAsUnsent } from './reconcile.ts';

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
