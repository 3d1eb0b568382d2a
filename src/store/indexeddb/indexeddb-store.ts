import type { DeliveryState, OutboxChange } from '../../domain/outbox/delivery.ts';
import { findMore, isBackwards } from '../../domain/paging.ts';
import { createNextRow, isAlreadyCommitted } from '../inspection-row.ts';
import { type OutboxStore, sortOldestFirst } from '../outbox-store.ts';
import type { Commit, ListQuery, OperationQuery } from '../store.ts';
import { Connection, type ConnectionOptions, type StoreName } from './connection.ts';
import { listRows } from './list-rows.ts';
import {
  addOperations,
  deleteOperations,
  isResultsOperation,
  listChangedStores,
  readOperations,
  readSending,
  sequenceRange,
  withSendingState,
  writeOutboxChanges,
} from './outbox-records.ts';
import { claimStagedPhotos, StagedPhotos, storePhoto } from './staged-photos.ts';

export interface IndexedDbStoreOptions extends ConnectionOptions {
  /** Returns the time in milliseconds. Default: `Date.now`. */
  now?: () => number;
}

/**
 * The store of a browser: one IndexedDB database. A change is one transaction with strict durability. If it has photos, one
 * before it writes them ({@link StagedPhotos}).
 */
export class IndexedDbStore implements OutboxStore {
  readonly #connection: Connection;
  readonly #stagedPhotos: StagedPhotos;

  constructor(options: IndexedDbStoreOptions) {
    this.#connection = new Connection(options);
    this.#stagedPhotos = new StagedPhotos(this.#connection, options.now ?? Date.now);
  }

  load(inspectionId: string) {
    return this.#connection.read(['inspections'], async (transaction) => {
      const row = await transaction.objectStore('inspections').get(inspectionId);
      return row && { state: row.state, version: row.version };
    });
  }

  list(query: ListQuery) {
    return this.#connection.read(['inspections'], async (transaction) => {
      const rows = await listRows(transaction, query, query.limit + 1);
      const overflow = rows.length > query.limit;
      const page = rows.slice(0, query.limit);
      if (isBackwards(query)) page.reverse();
      return { records: page.map((row) => row.state), more: findMore(query, overflow) };
    });
  }

  async commit(commit: Commit) {
    const { photos } = commit;
    if (photos.length > 0 && (await this.#stagedPhotos.stage(photos))) {
      try {
        const outcome = await this.#write(commit, { isStaged: true });
        if (outcome === false) await this.#stagedPhotos.discard(photos);
        if (outcome !== 'not_staged') return outcome;
      } catch (error) {
        await this.#stagedPhotos.discard(photos).catch(() => {}); // a later page does
        throw error;
      }
    }
    return (await this.#write(commit, { isStaged: false })) === true;
  }

  /** Writes everything in one transaction, except photos that are staged. */
  #write(commit: Commit, { isStaged }: { isStaged: boolean }): Promise<boolean | 'not_staged'> {
    const { photos, operations, outbox = [], state } = commit;
    return this.#connection.write(listStores(commit, isStaged), async (transaction) => {
      const inspections = transaction.objectStore('inspections');
      const current = await inspections.get(state.inspection.id);
      if (isAlreadyCommitted(current, commit)) return true;
      const row = createNextRow(current, commit);
      if (!row) return false;
      if (isStaged && !(await claimStagedPhotos(transaction, photos))) return 'not_staged';
      const toStore = isStaged ? [] : photos;
      await requestAll([
        () => inspections.put(row),
        ...toStore.map((photo) => () => storePhoto(transaction, photo)),
        ...(operations.length > 0 ? [() => addOperations(transaction, operations, state)] : []),
        ...(outbox.length > 0 ? [() => writeOutboxChanges(transaction, outbox)] : []),
      ]);
      return true;
    });
  }

  photo(imageId: string) {
    return this.#connection.read(['photos'], (transaction) => transaction.objectStore('photos').get(imageId));
  }

  operations({ inspectionId, after = 0, limit }: OperationQuery = {}) {
    return this.#connection.read(['outbox', 'sending'], async (transaction) => {
      const outbox = transaction.objectStore('outbox');
      const [operations, sending] = await Promise.all([
        inspectionId === undefined
          ? outbox.getAll(IDBKeyRange.lowerBound(after, true), limit)
          : outbox.index('byInspection').getAll(sequenceRange(inspectionId, after), limit),
        readSending(transaction),
      ]);
      return withSendingState(operations, sending);
    });
  }

  purge(inspectionId: string, keepUnsent = false) {
    return this.#connection.write([...ALL_STORES], async (transaction) => {
      const photos = transaction.objectStore('photos');
      const outbox = transaction.objectStore('outbox');
      const remoteIds = transaction.objectStore('remoteIds');
      const [photoKeys, operationKeys, mapped] = await Promise.all([
        photos.index('byInspection').getAllKeys(inspectionId),
        outbox.index('byInspection').getAllKeys(sequenceRange(inspectionId)),
        remoteIds.index('byInspection').getAllKeys(inspectionId),
      ]);
      if (keepUnsent && operationKeys.length > 0) return false;
      await requestAll([
        () => transaction.objectStore('inspections').delete(inspectionId),
        ...photoKeys.map((key) => () => photos.delete(key)),
        ...photoKeys.map((key) => () => transaction.objectStore('stagedPhotos').delete(key)),
        () => deleteOperations(transaction, operationKeys),
        ...mapped.map((key) => () => remoteIds.delete(key)),
        () => transaction.objectStore('awaited').delete(taskRange(inspectionId)),
      ]);
      return true;
    });
  }

  record(changes: readonly OutboxChange[]) {
    return this.#connection.write(listChangedStores(changes), (transaction) =>
      writeOutboxChanges(transaction, changes),
    );
  }

  outboxOf(inspectionId: string) {
    return this.#connection.read(['outbox', 'sending', 'remoteIds', 'awaited'], async (transaction) => {
      const [operations, sending, remoteIds, awaited] = await Promise.all([
        transaction.objectStore('outbox').index('byInspection').getAll(sequenceRange(inspectionId)),
        readSending(transaction),
        transaction.objectStore('remoteIds').index('byInspection').getAll(inspectionId),
        transaction.objectStore('awaited').getAll(taskRange(inspectionId)),
      ]);
      return {
        operations: withSendingState(operations, sending),
        remoteIds,
        awaited: sortOldestFirst(awaited),
      };
    });
  }

  remoteIds(localIds: readonly string[]) {
    return this.#connection.read(['remoteIds'], async (transaction) => {
      const remoteIds = transaction.objectStore('remoteIds');
      const mappings = await Promise.all(localIds.map((id) => remoteIds.get(id)));
      return mappings.filter((mapping) => mapping !== undefined);
    });
  }

  remoteIdsOf(inspectionId: string) {
    return this.#connection.read(['remoteIds'], (transaction) =>
      transaction.objectStore('remoteIds').index('byInspection').getAll(inspectionId),
    );
  }

  localIdOf(remoteId: string) {
    return this.#connection.read(['remoteIds'], (transaction) =>
      transaction.objectStore('remoteIds').index('byRemoteId').get(remoteId),
    );
  }

  awaited({ inspectionId }: { inspectionId?: string } = {}) {
    return this.#connection.read(['awaited'], async (transaction) =>
      sortOldestFirst(
        await transaction
          .objectStore('awaited')
          .getAll(inspectionId === undefined ? undefined : taskRange(inspectionId)),
      ),
    );
  }

  outboxCounts() {
    return this.#connection.read(['outbox', 'sending'], async (transaction) => {
      const outbox = transaction.objectStore('outbox');
      const inState = (state: DeliveryState) => outbox.index('byState').count(state);
      const sequences = [...(await readSending(transaction)).keys()];
      const [all, sending, waiting, blocked, marked] = await Promise.all([
        outbox.count(),
        inState('sending'),
        inState('waiting'),
        inState('blocked'),
        readOperations(transaction, sequences),
      ]);
      // An operation that was never sent has no state, so it is not in the index.
      const counts = { queued: all - sending - waiting - blocked, sending, waiting, blocked };
      for (const { delivery } of marked) {
        counts[delivery?.state ?? 'queued'] -= 1;
        counts.sending += 1;
      }
      return counts;
    });
  }

  outboxSequences() {
    return this.#connection.read(['outbox', 'sending'], async (transaction) => {
      const outbox = transaction.objectStore('outbox');
      const inState = (state: DeliveryState) => outbox.index('byState').getAllKeys(state);
      const [marked, all, sending, waiting, blocked] = await Promise.all([
        readSending(transaction),
        outbox.getAllKeys(),
        inState('sending'),
        inState('waiting'),
        inState('blocked'),
      ]);
      if (marked.size === 0) return { all, sending, waiting, blocked };
      const isNotMarked = (sequence: number) => !marked.has(sequence);
      const present = all.filter((sequence) => marked.has(sequence)); // entries of deleted operations may remain
      return {
        all,
        sending: [...sending.filter(isNotMarked), ...present].sort((a, b) => a - b),
        waiting: waiting.filter(isNotMarked),
        blocked: blocked.filter(isNotMarked),
      };
    });
  }

  outboxEntries(after = 0) {
    return this.#connection.read(['outboxEntries'], async (transaction) => {
      const range = IDBKeyRange.lowerBound([after, []], true);
      const keys = await transaction.objectStore('outboxEntries').getAllKeys(range);
      return keys.map(([sequence, userId, photoBytes]) => ({ sequence, userId, photoBytes }));
    });
  }

  blockedOperations() {
    return this.#connection.read(['outbox', 'sending'], async (transaction) => {
      const [blocked, marked] = await Promise.all([
        transaction.objectStore('outbox').index('byState').getAll('blocked'),
        readSending(transaction),
      ]);
      return blocked.filter(({ sequence }) => !marked.has(sequence));
    });
  }

  dropPhoto(imageId: string) {
    return this.#connection.write(['photos'], (transaction) =>
      transaction.objectStore('photos').delete(imageId),
    );
  }

  counts() {
    return this.#connection.read(['inspections', 'photos', 'stagedPhotos', 'outbox'], async (transaction) => {
      const [inspections, photos, staged, operations] = await Promise.all([
        transaction.objectStore('inspections').count(),
        transaction.objectStore('photos').count(),
        transaction.objectStore('stagedPhotos').count(),
        transaction.objectStore('outbox').count(),
      ]);
      return { inspections, photos: photos - staged, operations };
    });
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

const ALL_STORES: readonly StoreName[] = [
  'inspections',
  'photos',
  'outbox',
  'remoteIds',
  'awaited',
  'sending',
  'outboxEntries',
  'stagedPhotos',
];

/** Returns the stores that a commit writes to. */
function listStores({ photos, operations, outbox = [] }: Commit, isStaged: boolean): StoreName[] {
  const stores = new Set<StoreName>(['inspections']);
  if (photos.length > 0) stores.add('stagedPhotos');
  if (photos.length > 0 && !isStaged) stores.add('photos');
  if (operations.length > 0) stores.add('outbox').add('outboxEntries');
  if (operations.some(isResultsOperation)) stores.add('sending');
  if (outbox.length > 0) for (const store of listChangedStores(outbox)) stores.add(store);
  return [...stores];
}

/** Makes all requests at once. If one throws (a value cannot be cloned), rejections of the others stay handled. */
function requestAll(requests: (() => Promise<unknown>)[]): Promise<unknown> {
  return Promise.all(requests.map(async (request) => request()));
}

/** Returns the key range of an inspection's tasks. Arrays sort after all strings. */
function taskRange(inspectionId: string): IDBKeyRange {
  return IDBKeyRange.bound([inspectionId], [inspectionId, []]);
}
