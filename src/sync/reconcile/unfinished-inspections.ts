import type { UnfinishedInspection } from '../../domain/events.ts';
import type { RemotePort } from '../remote-port.ts';
import { removeMarker } from './operation-marker.ts';

/** More than one person can capture again in a week. */
const MAX_INSPECTIONS = 200;
const UNFINISHED_STATUSES = ['NOT_STARTED', 'IN_PROGRESS', 'ERROR'] as const;

interface KnownIds {
  localIdOf(remoteId: string): Promise<unknown>;
}

/** Returns the user's unfinished inspections at the service that this device does not have, newest first. */
export async function listUnfinishedInspections(
  remote: Pick<RemotePort, 'listInspections'>,
  store: KnownIds,
  signal?: AbortSignal,
): Promise<UnfinishedInspection[]> {
  const unfinished: UnfinishedInspection[] = [];
  for (const inspectionStatus of UNFINISHED_STATUSES) {
    const query = {
      inspectionStatus,
      showDeleted: false,
      paginationOrder: 'desc',
      limit: MAX_INSPECTIONS,
    } as const;
    const { data } = await remote.listInspections(query, { signal });
    for (const { id, createdAt, deletedAt, images, additionalData } of data.map(removeMarker)) {
      if (deletedAt !== undefined || (await store.localIdOf(id))) continue;
      unfinished.push({
        id,
        createdAt,
        status: inspectionStatus,
        images: images.length,
        ...(additionalData && { additionalData }),
      });
    }
  }
  return unfinished.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, MAX_INSPECTIONS);
}
