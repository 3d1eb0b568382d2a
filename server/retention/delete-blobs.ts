import type { Queries } from '../database/database.ts';
import type { BlobStore } from '../store/blob-store.ts';

/** The counts of removed blobs of an inspection. */
export interface Removed {
  photos: number;
  reports: number;
}

/**
 * Deletes photos and reports of inspections: first the blobs, then the rows. So a row never disappears before its blob: if a
 * delete fails, the transaction rolls back and can be repeated.
 */
export async function deletePhotosAndReports(
  queries: Queries,
  blobs: BlobStore,
  inspectionIds: readonly string[],
): Promise<Map<string, Removed>> {
  const removed = new Map<string, Removed>(inspectionIds.map((id) => [id, { photos: 0, reports: 0 }]));
  for (const table of ['photos', 'reports'] as const) {
    const rows = await queries.query<{ inspectionId: string; blobId: string | null }>(
      `select inspection_id as "inspectionId", blob_id as "blobId" from ${table} where inspection_id = any ($1) for update`,
      [inspectionIds],
    );
    await Promise.all(rows.map(({ blobId }) => blobId !== null && blobs.delete(blobId)));
    await queries.query(`delete from ${table} where inspection_id = any ($1)`, [inspectionIds]);
    for (const { inspectionId } of rows) {
      const counts = removed.get(inspectionId);
      if (counts) counts[table] += 1;
    }
  }
  return removed;
}

/** Records what was removed and why. The entry has ids and numbers, nothing of what was removed. */
export async function writeAudit(
  queries: Queries,
  action: 'retention' | 'erase',
  removed: ReadonlyMap<string, Removed>,
): Promise<void> {
  for (const [inspectionId, { photos, reports }] of removed) {
    await queries.query(
      'insert into audit (action, inspection_id, photos, reports) values ($1, $2, $3, $4)',
      [action, inspectionId, photos, reports],
    );
  }
}
