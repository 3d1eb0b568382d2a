import type { Database, Queries } from '../database/database.ts';
import { listParts } from '../direct-upload/upload-parts.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { deletePhotosAndReports, writeAudit } from './delete-blobs.ts';

/** The scope of an erasure: everything that a user owns, or one inspection. */
export type EraseSubject = { userId: string } | { inspectionId: string };

/** The counts of an erasure. */
export interface Erased {
  inspections: number;
  photos: number;
  reports: number;
}

/** Tables with rows of an inspection, other than photos, reports and the inspection itself. */
const TABLES = ['operations', 'jobs', 'dead_jobs', 'callbacks', 'callback_headers', 'uploads'];

/**
 * Erases data for good: records, photos, reports, stored responses, operations and callbacks. Each inspection is erased in a
 * transaction of its own and recorded in `audit`; after a failure the call can be repeated.
 */
export async function erase(
  { database, blobs }: { database: Database; blobs: BlobStore },
  subject: EraseSubject,
): Promise<Erased> {
  const total: Erased = { inspections: 0, photos: 0, reports: 0 };
  for (const id of await listInspections(database, subject)) {
    const { photos, reports } = await database.transaction((queries) => eraseInspection(queries, blobs, id));
    total.inspections += 1;
    total.photos += photos;
    total.reports += reports;
  }
  // Those that belong to inspections of others. Their uploads are removed after a day.
  if ('userId' in subject) await database.query('delete from responses where user_id = $1', [subject.userId]);
  return total;
}

async function listInspections(queries: Queries, subject: EraseSubject): Promise<string[]> {
  const [column, value] = 'userId' in subject ? ['owner_id', subject.userId] : ['id', subject.inspectionId];
  const rows = await queries.query<{ id: string }>(
    `select id from inspections where ${column} = $1 order by id`,
    [value],
  );
  return rows.map(({ id }) => id);
}

async function eraseInspection(queries: Queries, blobs: BlobStore, id: string) {
  await queries.query('select 1 from inspections where id = $1 for update', [id]);
  const removed = await deletePhotosAndReports(queries, blobs, [id]);
  const uploads = await queries.query<{ id: string; blobId: string; size: number }>(
    'select id, blob_id as "blobId", size from uploads where inspection_id = $1',
    [id],
  );
  for (const upload of uploads)
    await blobs.direct?.remove([
      upload.id,
      upload.blobId,
      ...listParts(upload.id, upload.size).map(({ key }) => key),
    ]);
  for (const table of TABLES) await queries.query(`delete from ${table} where inspection_id = $1`, [id]);
  await queries.query('delete from inspections where id = $1', [id]);
  await queries.query(
    'delete from responses where position($1 in request_hash) > 0 or position($1 in body::text) > 0',
    [id],
  );
  await writeAudit(queries, 'erase', removed);
  return removed.get(id) ?? { photos: 0, reports: 0 };
}
