import type { UnfinishedInspection } from '../../domain/events.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import { unmarked } from '../reconcile/operation-marker.ts';
import type { RemotePort } from '../sending/remote-port.ts';

/** More than a person could capture again in a week. */
const MOST = 200;
const UNFINISHED = ['NOT_STARTED', 'IN_PROGRESS', 'ERROR'] as const;

/** The user's inspections that the service has, not done, and this device does not know; newest first. */
export async function unfinishedThere(
  remote: Pick<RemotePort, 'listInspections'>,
  store: Pick<OutboxStore, 'localIdOf'>,
  signal?: AbortSignal,
): Promise<UnfinishedInspection[]> {
  const found: UnfinishedInspection[] = [];
  for (const inspectionStatus of UNFINISHED) {
    const query = { inspectionStatus, showDeleted: false, paginationOrder: 'desc', limit: MOST } as const;
    const { data } = await remote.listInspections(query, { signal });
    for (const { id, createdAt, deletedAt, images, additionalData } of data.map(unmarked)) {
      if (deletedAt !== undefined || (await store.localIdOf(id))) continue;
      found.push({
        id,
        createdAt,
        status: inspectionStatus,
        images: images.length,
        ...(additionalData && { additionalData }),
      });
    }
  }
  return found.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, MOST);
}
