import type { JsonObject } from '../../domain/fields.ts';
import type { RemotePort } from '../connection/remote-port.ts';
import type { RemoteIdMap } from '../outbox/remote-id-map.ts';
import { isRejection } from '../pacing/failures.ts';
import { listImagesNewestFirst } from './newest-first.ts';
import { readMarker } from './operation-marker.ts';

interface DuplicateSearch {
  remote: RemotePort;
  ids: RemoteIdMap;
  signal?: AbortSignal | undefined;
}

interface RemoteRecord {
  id: string;
  name?: string;
  additionalData?: JsonObject;
}

/** Duplicates are created within seconds of each other. Searching more than a day's work is not worth it. */
const NEWEST_INSPECTIONS = 30;

/**
 * Deletes images that the browser created twice.
 *
 * Chromium repeats a request by itself, even a POST, if a kept-alive connection breaks before the response. The page sees
 * one request and one response, so nothing is in doubt. A service without idempotency keys then has two records with the
 * same operation marker. The one whose id was in the response is ours; this function deletes the other.
 *
 * If the service rejects the search or the delete, the duplicate stays, and nothing is held up.
 */
export function removeDuplicateImages(
  inspectionId: string,
  { remote, ids, signal }: DuplicateSearch,
): Promise<void> {
  return ignoreRejection(async () => {
    const images: RemoteRecord[] = [];
    for await (const image of listImagesNewestFirst(remote, inspectionId, signal)) images.push(image);
    for (const { id } of findDuplicates(images, ids)) {
      await ignoreRejection(() => remote.deleteImage(inspectionId, id, undefined, { signal }));
    }
  });
}

/** Deletes duplicates of the inspection itself, if they have no images. Searches only once per inspection. */
export async function removeDuplicateInspections({ remote, ids, signal }: DuplicateSearch): Promise<void> {
  if (ids.hasSearchedDuplicates) return;
  await ignoreRejection(async () => {
    const query = { limit: NEWEST_INSPECTIONS, paginationOrder: 'desc', showDeleted: false } as const;
    const { data } = await remote.listInspections(query, { signal });
    for (const { id } of findDuplicates(data, ids)) {
      const { entities } = await remote.getInspection(id, {}, { signal });
      if (Object.keys(entities.images).length > 0) continue;
      await ignoreRejection(() => remote.deleteInspection(id, { signal }));
    }
  });
  ids.hasSearchedDuplicates = true;
}

/** Returns the records that have the marker of one of ours and are not ours. */
function findDuplicates<T extends RemoteRecord>(records: readonly T[], ids: RemoteIdMap): T[] {
  const markers = new Set(records.filter(({ id }) => ids.hasRemoteId(id)).map(readMarker));
  markers.delete(undefined);
  return records.filter(
    (one) =>
      !ids.hasRemoteId(one.id) &&
      // If the service drops `additional_data`, the name identifies the image: it is the local id.
      (markers.has(readMarker(one)) || (one.name !== undefined && ids.has(one.name))),
  );
}

async function ignoreRejection(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isRejection(error)) throw error;
  }
}
