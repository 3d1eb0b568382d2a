import type { Database, Queries } from '../database/database.ts';
import type { DeclaredFile, DirectBlobs } from '../store/direct-blobs.ts';
import { listParts } from './upload-parts.ts';

/** An upload that no image refers to yet. */
export interface UploadRow extends DeclaredFile {
  /** Also the key of the object, or the start of the keys of its parts. */
  id: string;
  /** Key of the copy that is made if clients could still overwrite the object. */
  blobId: string;
}

/** Who uploads what for. The same upload started again is the same row. */
export interface NewUpload extends DeclaredFile {
  userId: string;
  inspectionId: string;
  /** The client's name of the upload. */
  key: string;
}

const COLUMNS = 'id, blob_id as "blobId", size, type, sha256';

/** Stores an upload, or finds the one that was started before. Either way it lives for another day. */
export async function storeUpload(
  queries: Queries,
  { userId, inspectionId, key, size, type, sha256 }: NewUpload,
): Promise<{ row: UploadRow; isNew: boolean }> {
  const ids = [crypto.randomUUID(), crypto.randomUUID()] as const;
  const [row] = await queries.query<UploadRow>(
    `insert into uploads (id, blob_id, user_id, inspection_id, key, size, type, sha256)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (user_id, inspection_id, key, sha256) do update set created_at = now()
     returning ${COLUMNS}`,
    [...ids, userId, inspectionId, key, size, type, sha256],
  );
  if (!row) throw new Error('The upload was not stored.');
  return { row, isNew: row.id === ids[0] };
}

/** Returns an upload of this user for this inspection. */
export async function loadUpload(
  queries: Queries,
  { id, userId, inspectionId }: { id: string; userId: string; inspectionId: string },
): Promise<UploadRow | undefined> {
  const [row] = await queries.query<UploadRow>(
    `select ${COLUMNS} from uploads where id = $1 and user_id = $2 and inspection_id = $3`,
    [id, userId, inspectionId],
  );
  return row;
}

/** Returns how many uploads of an inspection no image refers to. */
export async function countUploads(queries: Queries, inspectionId: string): Promise<number> {
  const [row] = await queries.query<{ count: number }>(
    'select count(*)::integer as count from uploads where inspection_id = $1',
    [inspectionId],
  );
  return row?.count ?? 0;
}

export async function deleteUpload(queries: Queries, id: string): Promise<void> {
  await queries.query('delete from uploads where id = $1', [id]);
}

/** Returns old uploads. Inside a transaction they are locked: an image that is being created keeps its upload. */
export async function claimOldUploads(
  queries: Queries,
  { hours, limit }: { hours: number; limit: number },
): Promise<UploadRow[]> {
  return queries.query<UploadRow>(
    `select ${COLUMNS} from uploads where created_at < now() - make_interval(hours => $1)
     order by created_at limit $2 for update skip locked`,
    [hours, limit],
  );
}

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
