import type { StoredOperation } from '../../domain/outbox/operation.ts';
import { notFoundError } from '../../rules/state.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import { collectWithDependents } from './causality.ts';
import { toQueued } from './transitions.ts';

const BATCH_SIZE = 500;

/** The app's choices for an operation that is not delivered. All throw `not_found` if the outbox has no such operation. */
export class OutboxActions {
  readonly #store: OutboxStore;

  constructor(store: OutboxStore) {
    this.#store = store;
  }

  async find(operationId: string): Promise<StoredOperation> {
    for (let after = 0; ; ) {
      const batch = await this.#store.operations({ after, limit: BATCH_SIZE });
      const found = batch.find(({ id }) => id === operationId);
      if (found) return found;
      const last = batch.at(-1);
      if (!last) throw notFoundError('operation', operationId);
      after = last.sequence;
    }
  }

  /** Sets a blocked operation back to `queued`. Operations in other states do not change. */
  async retry(operationId: string): Promise<StoredOperation> {
    const operation = await this.find(operationId);
    const { sequence, delivery } = operation;
    if (delivery?.state === 'blocked') {
      await this.#store.record([{ type: 'mark', sequence, delivery: toQueued(operation) }]);
    }
    return operation;
  }

  /** Removes an operation and everything that cannot be sent without it. Returns what it removed. */
  async discard(operationId: string): Promise<StoredOperation[]> {
    const operation = await this.find(operationId);
    const chain = await this.#store.operations({ inspectionId: operation.inspectionId });
    const discarded = collectWithDependents(operation, chain);
    await this.#store.record(discarded.map(({ sequence }) => ({ type: 'remove', sequence })));
    return discarded;
  }
}
