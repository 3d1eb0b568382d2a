import type { StoredOperation } from '../../src/domain/outbox/operation.ts';
import { KerbsideError } from '../../src/errors.ts';
import type { StoredPhoto } from '../../src/rules/rule.ts';
import { isAlreadyCommitted } from '../../src/store/inspection-row.ts';
import type { Commit, ListQuery, OperationQuery, Store } from '../../src/store/store.ts';
import type { Queries } from '../database/database.ts';
import type { BlobStore } from './blob-store.ts';
import { type FleetQuery, listFleetRows, summarizeFleet } from './fleet-rows.ts';
import { countRows, listRows } from './list-rows.ts';
import { readState, type StateRow } from './stored-state.ts';
import { createTransactionBlobs, deleteBlobs, deleteUncommittedBlobs } from './transaction-blobs.ts';
import { type CommitOutcome, type CurrentRow, loadCurrentRow, writeCommit } from './write-commit.ts';

/** A photo without its bytes. */
export interface PhotoRow extends Omit<StoredPhoto, 'bytes'> {
  blobId: string;
}

/** Store, queries and blobs of one transaction. */
export interface TransactionParts {
  store: PostgresStore;
  queries: Queries;
  blobs: BlobStore;
}

export interface PostgresStoreOptions {
  /** Called after a transaction was committed that wrote jobs or callbacks. */
  onWork?: (() => void) | undefined;
  rows?: Map<string, CurrentRow>;
}

/** Stores each inspection as one row in Postgres, and photos in a blob store. */
export class PostgresStore implements Store {
  readonly #queries: Queries;
  readonly #blobs: BlobStore;
  readonly #onWork: () => void;
  /** The inspections that this transaction has read, by id. Undefined outside a transaction, where others change it. */
  readonly #rows: Map<string, CurrentRow> | undefined;
  #closed = false;

  constructor(queries: Queries, blobs: BlobStore, { onWork = () => {}, rows }: PostgresStoreOptions = {}) {
    this.#queries = queries;
    this.#blobs = blobs;
    this.#onWork = onWork;
    this.#rows = rows;
  }

  /** Commits several changes together, or none of them. */
  async transaction<T>(work: (parts: TransactionParts) => Promise<T>): Promise<T> {
    this.#requireOpen();
    const blobs = createTransactionBlobs(this.#blobs);
    let result: T;
    let startsWork = false;
    const onWork = () => {
      startsWork = true;
    };
    try {
      result = await this.#queries.transaction((queries) => {
        const store = new PostgresStore(queries, blobs, { onWork, rows: new Map() });
        return work({ store, queries, blobs });
      });
    } catch (error) {
      await blobs.rollBack(error);
      throw error;
    }
    if (startsWork) this.#onWork();
    await blobs.commit();
    return result;
  }

  async load(inspectionId: string) {
    this.#requireOpen();
    const [row] = await this.#queries.query<CurrentRow & StateRow>(
      'select state, kept, version, commits, tasks from inspections where id = $1',
      [inspectionId],
      { isPrepared: true },
    );
    if (!row) return undefined;
    const { state, kept, ...current } = row;
    this.#rows?.set(inspectionId, current);
    return { state: readState({ state, kept }), version: current.version };
  }

  async list(query: ListQuery) {
    this.#requireOpen();
    return listRows(this.#queries, query);
  }

  async count(query: ListQuery) {
    this.#requireOpen();
    return countRows(this.#queries, query);
  }

  /** Returns a page of the fleet page's list. */
  async listFleet(query: FleetQuery) {
    this.#requireOpen();
    return listFleetRows(this.#queries, query);
  }

  /** Counts and adds what the fleet page shows above its list. */
  async summarizeFleet(query: FleetQuery) {
    this.#requireOpen();
    return summarizeFleet(this.#queries, query);
  }

  async commit(commit: Commit) {
    this.#requireOpen();
    const { id } = commit.state.inspection;
    const loaded = this.#rows?.get(id);
    if (commit.photos.length > 0 && (await this.#isOutdated(commit, loaded))) return false;
    const blobIdsByImage = new Map(
      commit.photos.map(({ imageId, uploaded }) => [imageId, uploaded?.blobId ?? crypto.randomUUID()]),
    );
    const toPut = commit.photos.filter(({ uploaded }) => !uploaded);
    const blobIds = toPut.map(({ imageId }) => blobIdsByImage.get(imageId) ?? '');
    const write = (queries: Queries) => writeCommit(queries, commit, blobIdsByImage, loaded);
    let written: CommitOutcome;
    try {
      await Promise.all(
        toPut.map(({ imageId, bytes, type }) =>
          this.#blobs.put(blobIdsByImage.get(imageId) ?? '', bytes, type),
        ),
      );
      // With photos, it matters whether a commit that failed may be applied: only a transaction knows it.
      written =
        commit.photos.length > 0 ? await this.#queries.transaction(write) : await write(this.#queries);
    } catch (error) {
      await deleteUncommittedBlobs(this.#blobs, blobIds, error);
      throw error;
    }
    this.#rows?.delete(id);
    if (written.startsWork) this.#onWork();
    if (written.outcome !== 'written') await deleteBlobs(this.#blobs, blobIds);
    return written.outcome !== 'conflict';
  }

  async photo(imageId: string): Promise<StoredPhoto | undefined> {
    const row = await this.findPhoto(imageId);
    if (!row) return undefined;
    const { blobId, ...photo } = row;
    const bytes = await this.#blobs.get(blobId);
    return bytes && { ...photo, bytes };
  }

  /** Returns what is known about a photo, without its bytes. */
  async findPhoto(imageId: string): Promise<PhotoRow | undefined> {
    this.#requireOpen();
    const [row] = await this.#queries.query<PhotoRow>(
      `select image_id as "imageId", inspection_id as "inspectionId", type, sha256, blob_id as "blobId"
       from photos where image_id = $1`,
      [imageId],
    );
    return row;
  }

  async operations({ inspectionId, after = 0, limit }: OperationQuery = {}): Promise<StoredOperation[]> {
    this.#requireOpen();
    const rows = await this.#queries.query<{ sequence: number; operation: StoredOperation }>(
      `select sequence::float8 as sequence, operation from operations
       where sequence > $1 and ($2::text is null or inspection_id = $2) order by sequence limit $3`,
      [after, inspectionId ?? null, limit ?? null],
    );
    return rows.map(({ sequence, operation }) => ({ ...operation, sequence }));
  }

  async purge(inspectionId: string, unlessUnsent = false) {
    this.#requireOpen();
    const blobs = await this.#queries.transaction(async (queries) => {
      const [unsent] = await queries.query('select 1 from operations where inspection_id = $1 limit 1', [
        inspectionId,
      ]);
      if (unsent && unlessUnsent) return undefined;
      const deleted = [
        ...(await queries.query<{ blob_id: string }>(
          'delete from photos where inspection_id = $1 returning blob_id',
          [inspectionId],
        )),
        ...(await queries.query<{ blob_id: string | null }>(
          'delete from reports where inspection_id = $1 returning blob_id',
          [inspectionId],
        )),
      ];
      for (const table of ['operations', 'jobs', 'dead_jobs', 'callbacks', 'callback_headers']) {
        await queries.query(`delete from ${table} where inspection_id = $1`, [inspectionId]);
      }
      await queries.query('delete from inspections where id = $1', [inspectionId]);
      return deleted.flatMap(({ blob_id }) => blob_id ?? []);
    });
    if (blobs) await deleteBlobs(this.#blobs, blobs);
    return blobs !== undefined;
  }

  async counts() {
    this.#requireOpen();
    const [row] = await this.#queries.query<{ inspections: number; photos: number; operations: number }>(
      `select (select count(*) from inspections)::integer as inspections,
              (select count(*) from photos)::integer as photos,
              (select count(*) from operations)::integer as operations`,
    );
    return row ?? { inspections: 0, photos: 0, operations: 0 };
  }

  /** Does not close the database, which the caller opened. */
  close() {
    this.#closed = true;
  }

  /** Checked before photos are stored, so that an outdated change does not cost an upload. */
  async #isOutdated(commit: Commit, loaded: CurrentRow | undefined): Promise<boolean> {
    const current = loaded ?? (await loadCurrentRow(this.#queries, commit.state.inspection.id));
    return !isAlreadyCommitted(current, commit) && (current?.version ?? 0) !== commit.expectedVersion;
  }

  #requireOpen() {
    if (this.#closed) throw new KerbsideError('closed', 'The store was closed.');
  }
}
