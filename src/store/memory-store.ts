import type { AwaitedTask, OutboxChange, RemoteId } from '../domain/outbox/delivery.ts';
import { coversResults, type Operation, type StoredOperation } from '../domain/outbox/operation.ts';
import { slicePage } from '../domain/paging.ts';
import { KerbsideError } from '../errors.ts';
import type { StoredPhoto } from '../rules/rule.ts';
import { createNextRow, type InspectionRow, isAlreadyCommitted, matchesFilters } from './inspection-row.ts';
import { type OutboxEntry, readPhotoSizes, toOutboxEntry } from './outbox-entry.ts';
import {
  type OutboxCounts,
  type OutboxSequences,
  type OutboxStore,
  sortOldestFirst,
} from './outbox-store.ts';
import type { Commit, ListQuery, OperationQuery, Scope } from './store.ts';

/**
 * A store in memory: for tests, for previews, and for browsers without IndexedDB (private windows). Its data is lost when
 * the page closes.
 *
 * @example
 * const kerbside = await openKerbside({ user: { id: 'ada' }, store: new MemoryStore() });
 */
export class MemoryStore implements OutboxStore {
  readonly #rows = new Map<string, InspectionRow>();
  readonly #photos = new Map<string, StoredPhoto>();
  readonly #remoteIds = new Map<string, RemoteId>();
  readonly #awaited = new Map<string, AwaitedTask>();
  /** In order of sequence. */
  readonly #operations = new Map<number, StoredOperation>();
  readonly #entries = new Map<number, OutboxEntry>();
  #sequence = 0;
  #isClosed = false;

  async load(inspectionId: string) {
    this.#assertOpen();
    const row = this.#rows.get(inspectionId);
    return row && { state: structuredClone(row.state), version: row.version };
  }

  async list(query: ListQuery) {
    this.#assertOpen();
    const rows = [...this.#rows.values()].filter(
      (row) => isInScope(row, query.scope) && matchesFilters(row, query),
    );
    const { records, more } = slicePage(rows.sort(byAscendingId), query);
    return { records: records.map((row) => structuredClone(row.state)), more };
  }

  async commit(commit: Commit) {
    this.#assertOpen();
    const { id } = commit.state.inspection;
    const current = this.#rows.get(id);
    if (isAlreadyCommitted(current, commit)) return true;
    const row = createNextRow(current, structuredClone(commit));
    if (!row) return false;
    this.#rows.set(id, row);
    for (const photo of commit.photos) this.#photos.set(photo.imageId, structuredClone(photo));
    const photoSizes = readPhotoSizes(commit.state);
    for (const operation of commit.operations) {
      if (this.#isCovered(operation)) continue;
      const sequence = ++this.#sequence;
      this.#operations.set(sequence, { ...structuredClone(operation), sequence });
      this.#entries.set(sequence, toOutboxEntry(operation, sequence, photoSizes));
    }
    for (const change of commit.outbox ?? []) this.#applyChange(structuredClone(change));
    return true;
  }

  async photo(imageId: string) {
    this.#assertOpen();
    return structuredClone(this.#photos.get(imageId));
  }

  async operations({ inspectionId, after = 0, limit = Number.POSITIVE_INFINITY }: OperationQuery = {}) {
    this.#assertOpen();
    const matching: StoredOperation[] = [];
    for (const one of this.#operations.values()) {
      if (matching.length >= limit) break;
      const matches = inspectionId === undefined || one.inspectionId === inspectionId;
      if (matches && one.sequence > after) matching.push(one);
    }
    return structuredClone(matching);
  }

  async purge(inspectionId: string, keepUnsent = false) {
    this.#assertOpen();
    const isOwn = (one: StoredOperation) => one.inspectionId === inspectionId;
    if (keepUnsent && [...this.#operations.values()].some(isOwn)) return false;
    this.#rows.delete(inspectionId);
    for (const [imageId, photo] of this.#photos) {
      if (photo.inspectionId === inspectionId) this.#photos.delete(imageId);
    }
    for (const { sequence, ...one } of this.#operations.values()) {
      if (one.inspectionId === inspectionId) this.#deleteOperation(sequence);
    }
    for (const map of [this.#remoteIds, this.#awaited]) {
      for (const [key, one] of map) if (one.inspectionId === inspectionId) map.delete(key);
    }
    return true;
  }

  async record(changes: readonly OutboxChange[]) {
    this.#assertOpen();
    for (const change of structuredClone(changes)) this.#applyChange(change);
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
    this.#assertOpen();
    return localIds.flatMap((id) => structuredClone(this.#remoteIds.get(id)) ?? []);
  }

  async remoteIdsOf(inspectionId: string) {
    this.#assertOpen();
    const all = [...this.#remoteIds.values()];
    return structuredClone(all.filter((one) => one.inspectionId === inspectionId));
  }

  async localIdOf(remoteId: string) {
    this.#assertOpen();
    return structuredClone([...this.#remoteIds.values()].find((one) => one.remoteId === remoteId));
  }

  async awaited({ inspectionId }: { inspectionId?: string } = {}) {
    this.#assertOpen();
    const all = [...this.#awaited.values()];
    const matching = all.filter((one) => inspectionId === undefined || one.inspectionId === inspectionId);
    return sortOldestFirst(structuredClone(matching));
  }

  async outboxCounts() {
    this.#assertOpen();
    const counts: OutboxCounts = { queued: 0, sending: 0, waiting: 0, blocked: 0 };
    for (const { delivery } of this.#operations.values()) counts[delivery?.state ?? 'queued'] += 1;
    return counts;
  }

  async outboxSequences() {
    this.#assertOpen();
    const sequences: OutboxSequences = { all: [], sending: [], waiting: [], blocked: [] };
    for (const { sequence, delivery } of this.#operations.values()) {
      sequences.all.push(sequence);
      if (delivery && delivery.state !== 'queued') sequences[delivery.state].push(sequence);
    }
    return sequences;
  }

  async outboxEntries(after = 0) {
    this.#assertOpen();
    return structuredClone([...this.#entries.values()].filter(({ sequence }) => sequence > after));
  }

  async blockedOperations() {
    this.#assertOpen();
    const all = [...this.#operations.values()];
    return structuredClone(all.filter(({ delivery }) => delivery?.state === 'blocked'));
  }

  async dropPhoto(imageId: string) {
    this.#assertOpen();
    this.#photos.delete(imageId);
  }

  async counts() {
    this.#assertOpen();
    return { inspections: this.#rows.size, photos: this.#photos.size, operations: this.#operations.size };
  }

  close() {
    this.#isClosed = true;
  }

  #isCovered(operation: Operation): boolean {
    if (operation.kind !== 'inspection.results') return false;
    return [...this.#operations.values()].some((one) => coversResults(one, operation));
  }

  #applyChange(change: OutboxChange): void {
    switch (change.type) {
      case 'remove':
        this.#deleteOperation(change.sequence);
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

  #deleteOperation(sequence: number): void {
    this.#operations.delete(sequence);
    this.#entries.delete(sequence);
  }

  #assertOpen() {
    if (this.#isClosed) throw new KerbsideError('closed', 'The store is closed. Open Kerbside again.');
  }
}

function taskKey({ inspectionId, taskName }: Pick<AwaitedTask, 'inspectionId' | 'taskName'>): string {
  return `${inspectionId}:${taskName}`;
}

function isInScope(row: InspectionRow, scope: Scope): boolean {
  if (scope === 'all') return true;
  return 'ownerId' in scope ? row.ownerId === scope.ownerId : row.organizationId === scope.organizationId;
}

function byAscendingId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}
