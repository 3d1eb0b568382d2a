import type { AwaitedTask, OutboxChange, RemoteId } from '../domain/delivery.ts';
import type { StoredOperation } from '../domain/operation.ts';
import { slice } from '../domain/paging.ts';
import { KerbsideError } from '../errors.ts';
import type { StoredPhoto } from '../rules/decision.ts';
import { type OutboxCounts, type OutboxStore, oldestFirst } from './outbox-store.ts';
import { committed, isCommitted, isListed, type Row } from './row.ts';
import type { Commit, ListQuery, OperationQuery, Scope } from './store.ts';

/** A store that forgets: for tests, for previews, and where a browser has no IndexedDB (private windows). */
export class MemoryStore implements OutboxStore {
  readonly #rows = new Map<string, Row>();
  readonly #photos = new Map<string, StoredPhoto>();
  readonly #remoteIds = new Map<string, RemoteId>();
  readonly #awaited = new Map<string, AwaitedTask>();
  /** In order of sequence. */
  readonly #operations = new Map<number, StoredOperation>();
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
      const sequence = ++this.#sequence;
      this.#operations.set(sequence, { ...structuredClone(operation), sequence });
    }
    for (const change of commit.outbox ?? []) this.#change(structuredClone(change));
    return true;
  }

  async photo(imageId: string) {
    this.#refuseClosed();
    return structuredClone(this.#photos.get(imageId));
  }

  async operations({ inspectionId, after = 0, limit = Number.POSITIVE_INFINITY }: OperationQuery = {}) {
    this.#refuseClosed();
    const asked: StoredOperation[] = [];
    for (const one of this.#operations.values()) {
      if (asked.length >= limit) break;
      const isWanted = inspectionId === undefined || one.inspectionId === inspectionId;
      if (isWanted && one.sequence > after) asked.push(one);
    }
    return structuredClone(asked);
  }

  async purge(inspectionId: string, unlessUnsent = false) {
    this.#refuseClosed();
    const isOfIt = (one: StoredOperation) => one.inspectionId === inspectionId;
    if (unlessUnsent && [...this.#operations.values()].some(isOfIt)) return false;
    this.#rows.delete(inspectionId);
    for (const [imageId, photo] of this.#photos) {
      if (photo.inspectionId === inspectionId) this.#photos.delete(imageId);
    }
    for (const { sequence, ...one } of this.#operations.values()) {
      if (one.inspectionId === inspectionId) this.#operations.delete(sequence);
    }
    for (const kept of [this.#remoteIds, this.#awaited]) {
      for (const [key, one] of kept) if (one.inspectionId === inspectionId) kept.delete(key);
    }
    return true;
  }

  async record(changes: readonly OutboxChange[]) {
    this.#refuseClosed();
    for (const change of structuredClone(changes)) this.#change(change);
  }

  async outboxOf(inspectionId: string) {
    const [operations, remoteIds, awaited] = await Promise.all([
      this.operations({ inspectionId }),
      this.remoteIdsOf(inspectionId),
      this.awaited({ inspectionId }),
    ]);
    return { operations, remoteIds, awaited };
  }

  async remoteIds(localIds: readonly string[]) {
    this.#refuseClosed();
    return localIds.flatMap((id) => structuredClone(this.#remoteIds.get(id)) ?? []);
  }

  async remoteIdsOf(inspectionId: string) {
    this.#refuseClosed();
    const all = [...this.#remoteIds.values()];
    return structuredClone(all.filter((one) => one.inspectionId === inspectionId));
  }

  async localIdOf(remoteId: string) {
    this.#refuseClosed();
    return structuredClone([...this.#remoteIds.values()].find((one) => one.remoteId === remoteId));
  }

  async awaited({ inspectionId }: { inspectionId?: string } = {}) {
    this.#refuseClosed();
    const all = [...this.#awaited.values()];
    const asked = all.filter((one) => inspectionId === undefined || one.inspectionId === inspectionId);
    return oldestFirst(structuredClone(asked));
  }

  async outboxCounts() {
    this.#refuseClosed();
    const counts: OutboxCounts = { queued: 0, sending: 0, waiting: 0, blocked: 0 };
    for (const { delivery } of this.#operations.values()) counts[delivery?.state ?? 'queued'] += 1;
    return counts;
  }

  async dropPhoto(imageId: string) {
    this.#refuseClosed();
    this.#photos.delete(imageId);
  }

  async counts() {
    this.#refuseClosed();
    return { inspections: this.#rows.size, photos: this.#photos.size, operations: this.#operations.size };
  }

  close() {
    this.#closed = true;
  }

  #change(change: OutboxChange): void {
    switch (change.type) {
      case 'settle':
        this.#operations.delete(change.sequence);
        return;
      case 'mark': {
        const { sequence, delivery } = change;
        const operation = this.#operations.get(sequence);
        if (operation) this.#operations.set(sequence, { ...operation, delivery });
        return;
      }
      case 'map':
        if (this.#rows.has(change.remoteId.inspectionId))
          this.#remoteIds.set(change.remoteId.localId, change.remoteId);
        return;
      case 'await':
        if (this.#rows.has(change.task.inspectionId)) this.#awaited.set(taskKey(change.task), change.task);
        return;
      case 'arrived':
        this.#awaited.delete(taskKey(change));
    }
  }

  #refuseClosed() {
    if (this.#closed) throw new KerbsideError('closed', 'The store was closed; open Kerbside again.');
  }
}

function taskKey({ inspectionId, taskName }: Pick<AwaitedTask, 'inspectionId' | 'taskName'>): string {
  return `${inspectionId}:${taskName}`;
}

function isInScope(row: Row, scope: Scope): boolean {
  if (scope === 'all') return true;
  return 'ownerId' in scope ? row.ownerId === scope.ownerId : row.organizationId === scope.organizationId;
}

function byAscendingId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}
