import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { OperationQuery } from '../../store/store.ts';

const BATCH_SIZE = 64;

/**
 * Reads the outbox in order of sequence, in batches, and returns the inspections it meets.
 *
 * Sequences increase with each commit, so reading on finds the operations that were recorded later.
 */
export class OutboxScan {
  readonly #readOperations: (query: OperationQuery) => Promise<StoredOperation[]>;
  #batch: StoredOperation[] = [];
  #cursor = 0;
  /** Counts rewinds. A batch that was requested before a rewind is dropped. */
  #generation = 0;

  constructor(readOperations: (query: OperationQuery) => Promise<StoredOperation[]>) {
    this.#readOperations = readOperations;
  }

  /** Restarts at the oldest operation. */
  rewind(): void {
    this.#generation += 1;
    this.#batch = [];
    this.#cursor = 0;
  }

  /** Returns the inspection of the next unknown operation, or undefined at the current end of the outbox. */
  async next(isKnown: (operation: StoredOperation) => boolean): Promise<string | undefined> {
    for (;;) {
      for (let operation = this.#batch.shift(); operation; operation = this.#batch.shift()) {
        this.#cursor = operation.sequence;
        if (!isKnown(operation)) return operation.inspectionId;
      }
      const generation = this.#generation;
      const batch = await this.#readOperations({ after: this.#cursor, limit: BATCH_SIZE });
      if (generation !== this.#generation) continue;
      if (batch.length === 0) return undefined;
      this.#batch = batch;
    }
  }
}
