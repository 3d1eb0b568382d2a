import { KerbsideError } from '../errors.ts';
import type { StoredPhoto } from '../service/decision.ts';
import type { StoredOperation } from '../service/operation.ts';
import { slice } from '../spec/paging.ts';
import { committed, isCommitted, isListed, type Row } from './row.ts';
import type { Commit, ListQuery, OperationQuery, Scope, Store } from './store.ts';

/** A store that forgets: for tests, for previews, and where a browser has no IndexedDB (private windows). */
export class MemoryStore implements Store {
  readonly #rows = new Map<string, Row>();
  readonly #photos = new Map<string, StoredPhoto>();
  #operations: StoredOperation[] = [];
  #sequence = 0;
  #closed = false;

  async load(inspectionId: string) {
    this.#refuseClosed();
    const row = this.#rows.get(inspectionId);
    return row && { state: structuredClone(row.state), version: row.version };
  }

  async list(query: ListQuery) {
    this.#refuseClosed();
    const rows = [...this.#rows.values()].filter(
      (row) => isInScope(row, query.scope) && isListed(row, query),
    );
    const { records, more } = slice(rows.sort(byAscendingId), query);
    return { records: records.map((row) => structuredClone(row.state)), more };
  }

  async commit(commit: Commit) {
    this.#refuseClosed();
    const { id } = commit.state.inspection;
    const current = this.#rows.get(id);
    if (isCommitted(current, commit)) return true;
    const row = committed(current, structuredClone(commit));
    if (!row) return false;
    this.#rows.set(id, row);
    for (const photo of commit.photos) this.#photos.set(photo.imageId, structuredClone(photo));
    for (const operation of commit.operations) {
      this.#operations.push({ ...structuredClone(operation), sequence: ++this.#sequence });
    }
    return true;
  }

  async photo(imageId: string) {
    this.#refuseClosed();
    return structuredClone(this.#photos.get(imageId));
  }

  async operations({ inspectionId, after = 0, limit = Number.POSITIVE_INFINITY }: OperationQuery = {}) {
    this.#refuseClosed();
    return structuredClone(
      this.#operations
        .filter(
          (one) => one.sequence > after && (inspectionId === undefined || one.inspectionId === inspectionId),
        )
        .slice(0, limit),
    );
  }

  async purge(inspectionId: string) {
    this.#refuseClosed();
    this.#rows.delete(inspectionId);
    for (const [imageId, photo] of this.#photos) {
      if (photo.inspectionId === inspectionId) this.#photos.delete(imageId);
    }
    this.#operations = this.#operations.filter((one) => one.inspectionId !== inspectionId);
  }

  async counts() {
    this.#refuseClosed();
    return { inspections: this.#rows.size, photos: this.#photos.size, operations: this.#operations.length };
  }

  close() {
    this.#closed = true;
  }

  #refuseClosed() {
    if (this.#closed) throw new KerbsideError('closed', 'The store was closed; open Kerbside again.');
  }
}

function isInScope(row: Row, scope: Scope): boolean {
  if (scope === 'all') return true;
  return 'ownerId' in scope ? row.ownerId === scope.ownerId : row.organizationId === scope.organizationId;
}

function byAscendingId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}
