import type { Database } from '../database/database.ts';
import type { DirectBlobs } from '../store/direct-blobs.ts';
import { listParts } from './upload-parts.ts';
import { claimOldUploads, deleteUpload } from './upload-rows.ts';

/** A device that was offline for longer uploads its photo again. */
const ABANDONED_HOURS = 24;
const BATCH = 50;

/**
 * Removes uploads that no image refers to after a day, rows and objects. The objects go first: after a crash the row is found
 * again. Several instances share the work.
 *
 * @returns How many it removed.
 */
export async function removeAbandonedUploads(
  database: Database,
  direct: DirectBlobs,
  hours = ABANDONED_HOURS,
): Promise<number> {
  for (let removed = 0; ; ) {
    const count = await database.transaction(async (queries) => {
      const rows = await claimOldUploads(queries, { hours, limit: BATCH });
      for (const { id, blobId, size } of rows) {
        await direct.remove([id, blobId, ...listParts(id, size).map(({ key }) => key)]);
        await deleteUpload(queries, id);
      }
      return rows.length;
    });
    removed += count;
    if (count < BATCH) return removed;
  }
}
