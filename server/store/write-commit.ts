import { KerbsideError } from '../../src/errors.ts';
import {
  createNextRow,
  type InspectionRow,
  isAlreadyCommitted,
  type RowVersion,
} from '../../src/store/inspection-row.ts';
import type { Commit } from '../../src/store/store.ts';
import { CombinedStatement, type Place } from '../database/combined-statement.ts';
import type { Queries } from '../database/database.ts';
import { addCallbackHeaders, splitCallbackHeaders } from './callback-headers.ts';
import { FLEET_COLUMNS, toFleetValues } from './fleet-rows.ts';
import { addFollowUps, type TaskStatus } from './follow-ups.ts';
import type { StoredState } from './stored-state.ts';

/** The version of a stored inspection, with its tasks' statuses. */
export type CurrentRow = RowVersion & { tasks: TaskStatus[] };

export async function loadCurrentRow(queries: Queries, id: string): Promise<CurrentRow | undefined> {
  const [row] = await queries.query<CurrentRow>(
    'select version, commits, tasks from inspections where id = $1',
    [id],
    { isPrepared: true },
  );
  return row;
}

/** The outcome of a commit. */
export interface CommitOutcome {
  /** `known` if the commit was already written, `conflict` if the inspection has another version. */
  outcome: 'written' | 'known' | 'conflict';
  /** Whether it wrote jobs or callbacks. */
  startsWork: boolean;
}

/**
 * Writes a commit with its photos, operations and follow-ups in one statement. It writes nothing if the inspection has another
 * version than expected, so no lock is needed.
 *
 * @param blobIds - By image id.
 * @param loaded - The row as this transaction has read it. If undefined, it is read.
 */
export async function writeCommit(
  queries: Queries,
  commit: Commit,
  blobIds: ReadonlyMap<string, string>,
  loaded?: CurrentRow,
): Promise<CommitOutcome> {
  const { id } = commit.state.inspection;
  const isNew = commit.expectedVersion === 0;
  const current = isNew ? undefined : (loaded ?? (await loadCurrentRow(queries, id)));
  const { state, headers } = splitCallbackHeaders(commit.state);
  const row = createNextRow(current, { ...commit, state });
  if (row && !isAlreadyCommitted(current, commit)) {
    const statement = new CombinedStatement().add(INSPECTION, (place) =>
      isNew ? insertRow(row, place) : updateRow(row, place),
    );
    const uploads = commit.photos.flatMap(({ uploaded }) => uploaded?.uploadId ?? []);
    addPhotos(statement, commit, blobIds, uploads);
    addOperations(statement, commit);
    addCallbackHeaders(statement, headers);
    const startsWork = addFollowUps(statement, current?.tasks ?? [], commit);
    const counts = await statement.run(
      queries,
      uploads.length > 0 ? ([INSPECTION, 'upload'] as const) : [INSPECTION],
    );
    if (counts.inspection === 1) {
      requireUploads(uploads, counts);
      return { outcome: 'written', startsWork };
    }
  }
  const stored = await loadCurrentRow(queries, id);
  return { outcome: isAlreadyCommitted(stored, commit) ? 'known' : 'conflict', startsWork: false };
}

/** The part of a statement that writes the inspection. All other parts select from it. */
const INSPECTION = 'inspection';

/** The columns of an inspection with their types. */
export const COLUMNS = {
  id: 'text',
  version: 'integer',
  owner_id: 'text',
  organization_id: 'text',
  status: 'text',
  deleted: 'boolean',
  commits: 'text[]',
  tasks: 'json',
  state: 'json',
  kept: 'json',
  ...FLEET_COLUMNS,
};

/** Returns the values of `COLUMNS`. */
export function toRowValues(row: InspectionRow): unknown[] {
  const { kept }: StoredState = row.state;
  return [
    row.id,
    row.version,
    row.ownerId,
    row.organizationId,
    row.status,
    row.deleted,
    row.commits,
    JSON.stringify(row.state.tasks.map(({ name, status }) => ({ name, status }))),
    JSON.stringify(row.state),
    kept ? JSON.stringify(kept) : null,
    ...toFleetValues(row.state),
  ];
}

function insertRow(row: InspectionRow, place: Place): string {
  const types = Object.values(COLUMNS);
  const places = toRowValues(row).map((value, index) => `${place(value)}::${types[index]}`);
  return `insert into inspections (${Object.keys(COLUMNS).join(', ')}) select ${places.join(', ')}
    on conflict (id) do nothing returning id`;
}

/** Not an insert that updates on conflict: that would bring back an inspection that is erased at the same time. */
function updateRow(row: InspectionRow, place: Place): string {
  const types = Object.entries(COLUMNS);
  const assignments = toRowValues(row).flatMap((value, index) => {
    const [column, type] = types[index] ?? [];
    return column === 'id' ? [] : [`${column} = ${place(value)}::${type}`];
  });
  return `update inspections set ${assignments.join(', ')}
    where id = ${place(row.id)}::text and version = ${place(row.version)}::integer - 1 returning id`;
}

/** From now on the images own their objects. Of two images that refer to one upload, only the first is created. */
function addPhotos(
  statement: CombinedStatement,
  { photos }: Commit,
  blobIds: ReadonlyMap<string, string>,
  uploads: readonly string[],
): void {
  if (uploads.length > 0)
    statement.add(
      'upload',
      (place) =>
        `delete from uploads where id = any (${place(uploads)}::text[]) and exists (select from ${INSPECTION}) returning id`,
    );
  if (photos.length === 0) return;
  const columns = [
    photos.map(({ imageId }) => imageId),
    photos.map(({ inspectionId }) => inspectionId),
    photos.map(({ imageId }) => blobIds.get(imageId)),
    photos.map(({ type }) => type),
    photos.map(({ sha256 }) => sha256),
  ];
  statement.add(
    'photo',
    (place) =>
      `insert into photos (image_id, inspection_id, blob_id, type, sha256)
       select added.* from ${INSPECTION}, unnest(${columns.map((column) => `${place(column)}::text[]`).join(', ')}) as added
       on conflict (image_id) do update set blob_id = excluded.blob_id, type = excluded.type, sha256 = excluded.sha256`,
  );
}

function addOperations(statement: CombinedStatement, { operations }: Commit): void {
  if (operations.length === 0) return;
  const ids = operations.map(({ inspectionId }) => inspectionId);
  const texts = operations.map((operation) => JSON.stringify(operation));
  statement.add(
    'operation',
    (place) =>
      `insert into operations (inspection_id, operation)
       select target, text::json from ${INSPECTION}, unnest(${place(ids)}::text[], ${place(texts)}::text[])
         with ordinality as added (target, text, place) order by place`,
  );
}

/** @throws `conflict` if an upload was used, or removed because nobody used it. */
function requireUploads(uploads: readonly string[], counts: { upload?: number }): void {
  if (uploads.length > (counts.upload ?? 0)) throw unknownUploadError(uploads.join());
}

export function unknownUploadError(id: string): KerbsideError {
  return new KerbsideError(
    'conflict',
    'This upload does not exist, was used, or was removed because it was not used for a day. Upload the photo again.',
    { details: { uploadId: id }, retryable: true },
  );
}
