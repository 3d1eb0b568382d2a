import { KerbsideError } from '../../src/errors.ts';
import {
  createNextRow,
  type InspectionRow,
  isAlreadyCommitted,
  type RowVersion,
} from '../../src/store/inspection-row.ts';
import type { Commit } from '../../src/store/store.ts';
import type { Queries } from '../database/database.ts';
import { splitCallbackHeaders, storeCallbackHeaders } from './callback-headers.ts';
import { FLEET_COLUMNS, toFleetValues } from './fleet-rows.ts';
import { type TaskStatus, writeFollowUps } from './follow-ups.ts';

/** The version of a stored inspection, with its tasks' statuses. */
export type CurrentRow = RowVersion & { tasks: TaskStatus[] };

export async function loadCurrentRow(
  queries: Queries,
  id: string,
  lock: '' | 'for update' = '',
): Promise<CurrentRow | undefined> {
  const [row] = await queries.query<CurrentRow>(
    `select version, commits, tasks from inspections where id = $1 ${lock}`,
    [id],
  );
  return row;
}

/**
 * Writes a commit with its photos, operations and follow-ups.
 *
 * @returns `known` if the commit was already written, `conflict` if the inspection has another version.
 */
export async function writeCommit(
  queries: Queries,
  commit: Commit,
  blobIds: ReadonlyMap<string, string>,
): Promise<'written' | 'known' | 'conflict'> {
  const current = await loadCurrentRow(queries, commit.state.inspection.id, 'for update');
  if (isAlreadyCommitted(current, commit)) return 'known';
  const { state, headers } = splitCallbackHeaders(commit.state);
  const row = createNextRow(current, { ...commit, state });
  if (!row || !(await writeRow(queries, row))) return 'conflict';
  for (const { imageId, inspectionId, type, sha256, uploaded } of commit.photos) {
    if (uploaded) await consumeUpload(queries, uploaded.uploadId);
    await queries.query(
      `insert into photos (image_id, inspection_id, blob_id, type, sha256) values ($1, $2, $3, $4, $5)
       on conflict (image_id) do update set blob_id = excluded.blob_id, type = excluded.type, sha256 = excluded.sha256`,
      [imageId, inspectionId, blobIds.get(imageId), type, sha256],
    );
  }
  for (const operation of commit.operations) {
    await queries.query('insert into operations (inspection_id, operation) values ($1, $2)', [
      operation.inspectionId,
      JSON.stringify(operation),
    ]);
  }
  await storeCallbackHeaders(queries, state.inspection.id, headers);
  await writeFollowUps(queries, current?.tasks ?? [], commit);
  return 'written';
}

/**
 * From now on the image owns the object. Of two images that refer to one upload, only the first is created.
 *
 * @throws `conflict` if the upload was used, or removed because nobody used it.
 */
async function consumeUpload(queries: Queries, id: string): Promise<void> {
  const consumed = await queries.query('delete from uploads where id = $1 returning id', [id]);
  if (consumed.length === 0) throw unknownUploadError(id);
}

export function unknownUploadError(id: string): KerbsideError {
  return new KerbsideError(
    'conflict',
    'This upload does not exist, was used, or was removed because it was not used for a day. Upload the photo again.',
    { details: { uploadId: id }, retryable: true },
  );
}

const COLUMNS = [
  'id',
  'version',
  'owner_id',
  'organization_id',
  'status',
  'deleted',
  'commits',
  'tasks',
  'state',
  ...FLEET_COLUMNS,
];

/** Returns false if another transaction has written the inspection since its version was read. */
async function writeRow(queries: Queries, row: InspectionRow): Promise<boolean> {
  const rows = await queries.query<{ id: string }>(
    `insert into inspections as stored (${COLUMNS.join(', ')})
     values (${COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})
     on conflict (id) do update set ${COLUMNS.slice(1)
       .map((column) => `${column} = excluded.${column}`)
       .join(', ')}
     where stored.version = excluded.version - 1
     returning id`,
    [
      row.id,
      row.version,
      row.ownerId,
      row.organizationId,
      row.status,
      row.deleted,
      row.commits,
      JSON.stringify(row.state.tasks.map(({ name, status }) => ({ name, status }))),
      JSON.stringify(row.state),
      ...toFleetValues(row.state),
    ],
  );
  return rows.length === 1;
}
