import type { StoredOperation } from '../../domain/operation.ts';
import type { OperationQuery } from '../../store/store.ts';

const BATCH = 64;

/**
 * Walks the outbox in order of sequence, a little at a time, and names the inspections it meets. Sequences rise with
 * each commit, so what is recorded later is met by walking on.
 */
export class OutboxScan {
  readonly #operations: (query: OperationQuery) => Promise<StoredOperation[]>;
  #batch: StoredOperation[] = [];
  #cursor = 0;
  /** Raised by every rewind: what was read before it is no longer wanted. */
  #walk = 0;

  constructor(operations: (query: OperationQuery) => Promise<StoredOperation[]>) {
    this.#operations = operations;
  }

  /** Begins again with the oldest operation. */
  rewind(): void {
    this.#walk += 1;
    this.#batch = [];
    this.#cursor = 0;
  }

  /** The inspection of the next operation that is not known yet; undefined at the end, for now. */
  async next(isKnown: (operation: StoredOperation) => boolean): Promise<string | undefined> {
    for (;;) {
      for (let operation = this.#batch.shift(); operation; operation = this.#batch.shift()) {
        this.#cursor = operation.sequence;
        if (!isKnown(operation)) return operation.inspectionId;
      }
      const walk = this.#walk;
      const batch = await this.#operations({ after: this.#cursor, limit: BATCH });
      if (walk !== this.#walk) continue;
      if (batch.length === 0) return undefined;
      this.#batch = batch;
    }
  }
}
