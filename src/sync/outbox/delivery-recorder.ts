import type { Delivery, OutboxChange } from '../../domain/outbox/delivery.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import type { ChainEntry } from './chain.ts';

/** A response may be written this much later, together with others. If the tab dies before, the response counts as lost. */
const MAX_WRITE_DELAY_MS = 250;

/** A delivery's additions to the store, in the transaction that removes its operation: remote ids and awaited tasks. */
export type DeliveryChange = Extract<OutboxChange, { type: 'map' | 'await' }>;

interface WriteOptions {
  /** Whether the changes may be written later, together with others. */
  canWait: boolean;
}

interface DeliveryRecorderDeps {
  store: Pick<OutboxStore, 'record'>;
  clock: Pick<Clock, 'after'>;
  /** After it aborts, completed writes are no longer reported. */
  stopped: AbortSignal;
  onWritten(): void;
  onFailure(error: unknown): void;
}

/**
 * Stores the sender's decisions and knows which inspections have unwritten ones.
 *
 * Decisions are written in the order of the calls and coalesced: those that arrive during a transaction go together into the
 * next one. One with `canWait` is written with the next one that cannot wait, or after a short delay.
 *
 * After a failed transaction nothing more is written, because later decisions depend on earlier ones.
 */
export class DeliveryRecorder {
  readonly #deps: DeliveryRecorderDeps;
  /** Number of unfinished writes, by inspection. */
  readonly #pendingWrites = new Map<string, number>();
  #batch: Batch | undefined;
  #lastWrite: Promise<void> = Promise.resolve();
  #isWriteRequested = false;
  #isRunning = false;
  #failure: { error: unknown } | undefined;

  constructor(deps: DeliveryRecorderDeps) {
    this.#deps = deps;
  }

  get isIdle(): boolean {
    return this.#pendingWrites.size === 0;
  }

  /** Resolves when the store holds every decision about this inspection. */
  async whenWritten(inspectionId: string): Promise<void> {
    if (!this.#pendingWrites.has(inspectionId)) return;
    this.#writeNow();
    await this.#lastWrite;
  }

  /**
   * Writes waiting decisions now, unless a transaction is running. That transaction may already bring what the caller needs;
   * if not, the caller asks again after it.
   */
  flushIfIdle(): void {
    if (!this.#isRunning) this.#writeNow();
  }

  /**
   * Stores a new delivery state. The entry stays claimed until it is written: a read of the store in between must not
   * bring back the old state.
   */
  mark(entry: ChainEntry, delivery: Delivery, then = () => {}, options?: WriteOptions): void {
    entry.isClaimed = true;
    entry.operation = { ...entry.operation, delivery };
    const changes = [{ type: 'mark' as const, sequence: entry.operation.sequence, delivery }];
    const onWritten = () => {
      entry.isClaimed = false;
      then();
    };
    this.write(entry.operation, changes, onWritten, options);
  }

  /** Writes changes in one transaction, and calls `then` when they are committed. */
  write(
    { inspectionId }: StoredOperation,
    changes: readonly OutboxChange[],
    then: () => void,
    { canWait }: WriteOptions = { canWait: false },
  ): void {
    const { stopped, onWritten, onFailure } = this.#deps;
    this.#countPending(inspectionId, 1);
    this.#addToBatch(changes).then(
      () => {
        this.#countPending(inspectionId, -1);
        if (stopped.aborted) return;
        then();
        onWritten();
      },
      (error: unknown) => onFailure(error),
    );
    if (!canWait) this.#writeNow();
  }

  /** Resolves when these changes and all earlier ones are committed. */
  #addToBatch(changes: readonly OutboxChange[]): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure.error);
    const batch = this.#batch ?? this.#startBatch();
    batch.changes.push(...changes);
    this.#lastWrite = batch.written;
    return batch.written;
  }

  #startBatch(): Batch {
    const batch = new Batch();
    this.#batch = batch;
    this.#deps.clock.after(MAX_WRITE_DELAY_MS, () => {
      if (this.#batch === batch) this.#writeNow();
    });
    return batch;
  }

  #writeNow(): void {
    this.#isWriteRequested = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    await undefined; // coalesces all writes of the current microtask turn
    while (this.#batch && this.#isWriteRequested) {
      const batch = this.#batch;
      this.#batch = undefined;
      this.#isWriteRequested = false;
      try {
        await this.#deps.store.record(batch.changes);
        batch.succeed();
      } catch (error) {
        batch.fail(error);
        this.#failPending(error);
      }
    }
    this.#isRunning = false;
  }

  #failPending(error: unknown): void {
    this.#failure = { error };
    this.#batch?.fail(error);
    this.#batch = undefined;
  }

  #countPending(inspectionId: string, change: 1 | -1): void {
    const count = (this.#pendingWrites.get(inspectionId) ?? 0) + change;
    if (count > 0) this.#pendingWrites.set(inspectionId, count);
    else this.#pendingWrites.delete(inspectionId);
  }
}

/** The changes of one transaction and the promise of its commit. */
class Batch {
  readonly changes: OutboxChange[] = [];
  succeed: () => void = () => {};
  fail: (error: unknown) => void = () => {};
  readonly written = new Promise<void>((resolve, reject) => {
    this.succeed = resolve;
    this.fail = reject;
  });
}
