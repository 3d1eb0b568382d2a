import type { JsonObject } from '../../domain/fields.ts';
import type { KnownIds } from '../outbox/remote-ids.ts';
import { isRefusal } from '../sending/failures.ts';
import type { RemotePort } from '../sending/remote-port.ts';
import { imagesNewestFirst } from './newest-first.ts';
import { markerOf } from './operation-marker.ts';

export interface TwinsDeps {
  remote: RemotePort;
  ids: KnownIds;
  signal?: AbortSignal | undefined;
}

interface Listed {
  id: string;
  name?: string;
  additionalData?: JsonObject;
}

/** Twins are made within seconds of each other; more than a day's work is not gone through for one. */
const NEWEST_INSPECTIONS = 30;

/**
 * Takes away what the browser made twice. Chromium sends a request again by itself, even a POST, when a connection that
 * it had kept breaks before the answer, and tells nobody: one answer comes, so nothing is in doubt. A service without
 * idempotency keys then has two records that carry the same operation's id. The one whose id was answered is ours; the
 * other is deleted.
 *
 * That it can not be looked for, or not be deleted, is no reason to hold anything up: then it stays.
 */
export function removeTwinImages(inspectionId: string, { remote, ids, signal }: TwinsDeps): Promise<void> {
  return unlessRefused(async () => {
    const images: Listed[] = [];
    for await (const image of imagesNewestFirst(remote, inspectionId, signal)) images.push(image);
    for (const { id } of twinsAmong(images, ids)) {
      await unlessRefused(() => remote.deleteImage(inspectionId, id, undefined, { signal }));
    }
  });
}

/** The same for the inspection itself, once; only one that nobody has put anything into. */
export async function removeTwinInspections({ remote, ids, signal }: TwinsDeps): Promise<void> {
  if (ids.hasSoughtTwin) return;
  await unlessRefused(async () => {
    const query = { limit: NEWEST_INSPECTIONS, paginationOrder: 'desc', showDeleted: false } as const;
    const { data } = await remote.listInspections(query, { signal });
    for (const { id } of twinsAmong(data, ids)) {
      const { entities } = await remote.getInspection(id, {}, { signal });
      if (Object.keys(entities.images).length > 0) continue;
      await unlessRefused(() => remote.deleteInspection(id, { signal }));
    }
  });
  ids.hasSoughtTwin = true;
}

/** Records that carry what one of ours carries, and are not ours. */
function twinsAmong<T extends Listed>(records: readonly T[], ids: KnownIds): T[] {
  const markers = new Set(records.filter(({ id }) => ids.isTaken(id)).map(markerOf));
  markers.delete(undefined);
  return records.filter(
    (one) =>
      !ids.isTaken(one.id) &&
      // By its name where the service drops the caller's own data: then it is the id that this device gave the image.
      (markers.has(markerOf(one)) || (one.name !== undefined && ids.has(one.name))),
  );
}

async function unlessRefused(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
