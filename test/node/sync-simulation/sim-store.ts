import type { AwaitedTask, OutboxChange, RemoteId } from '../../../src/domain/outbox/delivery.ts';
import { coversResults, type Operation, type StoredOperation } from '../../../src/domain/outbox/operation.ts';
import { KerbsideError } from '../../../src/errors.ts';
import type { OperationQuery } from '../../../src/store/store.ts';
import type { SenderDeps } from '../../../src/sync/sending/sender-deps.ts';
import type { Killable, World } from './world.ts';

/**
 * The stored data, which survives every tab. For speed it returns its objects without copies: src/sync never changes what
 * a store returned, and the conformance suite checks the real stores.
 */
export class Disk {
  readonly operations = new Map<number, StoredOperation>();
  readonly remoteIds = new Map<string, RemoteId>();
  readonly awaited: AwaitedTask[] = [];
  #sequence = 0;

  /** Returns undefined if a stored operation covers this one. */
  enqueue(operation: Operation): StoredOperation | undefined {
    const isCovered =
      operation.kind === 'inspection.results' &&
      [...this.operations.values()].some((one) => coversResults(one, operation));
    if (isCovered) return undefined;
    const stored = { ...operation, sequence: ++this.#sequence } as StoredOperation;
    this.operations.set(stored.sequence, stored);
    return stored;
  }

  change(change: OutboxChange): void {
    switch (change.type) {
      case 'mark': {
        const operation = this.operations.get(change.sequence);
        if (operation) this.operations.set(change.sequence, { ...operation, delivery: change.delivery });
        return;
      }
      case 'remove':
        this.operations.delete(change.sequence);
        return;
      case 'map':
        this.remoteIds.set(change.remoteId.localId, change.remoteId);
        return;
      case 'await':
        this.awaited.push(change.task);
    }
  }

  select({ inspectionId, after = 0, limit = Number.POSITIVE_INFINITY }: OperationQuery): StoredOperation[] {
    const selected: StoredOperation[] = [];
    for (const one of this.operations.values()) {
      if (selected.length >= limit) break;
      if (one.sequence > after && (inspectionId === undefined || one.inspectionId === inspectionId))
        selected.push(one);
    }
    return selected;
  }
}

/** Creates the store of one tab: each call is a step, writes are atomic, and sometimes fail. */
export function createStore(
  tab: Killable,
  disk: Disk,
  world: World,
  failureRate: () => number,
): SenderDeps['store'] {
  const mayFail = () => {
    if (world.chance(failureRate())) throw new KerbsideError('storage_unavailable', 'The disk failed.');
  };
  return {
    operations: (query = {}) => world.step(tab, () => disk.select(query)),
    outboxOf: (inspectionId) =>
      world.step(tab, () => ({
        operations: disk.select({ inspectionId }),
        remoteIds: [...disk.remoteIds.values()].filter((one) => one.inspectionId === inspectionId),
        awaited: disk.awaited.filter((one) => one.inspectionId === inspectionId),
      })),
    record: (changes) =>
      world.step(tab, () => {
        mayFail();
        for (const change of changes) disk.change(change);
        mayFail(); // committed, but reported as a failure
      }),
  };
}
