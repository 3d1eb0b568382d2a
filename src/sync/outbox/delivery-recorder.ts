import type { Delivery, OutboxChange } from '../../domain/outbox/delivery.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import type { ChainEntry } from './chain.ts';
import { OutboxWriter, type WriteOptions } from './outbox-writer.ts';

/** A response may be written this much later, together with others. If the tab dies before, the response counts as lost. */
const MAX_WRITE_DELAY_MS = 250;

/** A delivery's additions to the store, in the transaction that removes its operation: remote ids and awaited tasks. */
export type DeliveryChange = Extract<OutboxChange, { type: 'map' | 'await' }>;

interface DeliveryRecorderDeps {
  store: Pick<OutboxStore, 'record'>;
  clock: Clock;
  /** After it aborts, completed writes are no longer reported. */
  stopped: AbortSignal;
  onWritten(): void;
  onFailure(error: unknown): void;
}

/** Stores the sender's decisions in order and knows which inspections have unwritten ones. */
export class DeliveryRecorder {
  readonly #deps: DeliveryRecorderDeps;
  readonly #writer: OutboxWriter;
  /** Number of unfinished writes, by inspection. */
  readonly #pendingWrites = new Map<string, number>();

  constructor(deps: DeliveryRecorderDeps) {
    this.#deps = deps;
    this.#writer = new OutboxWriter({
      record: (changes) => deps.store.record(changes),
      schedule: (work) => void deps.clock.after(MAX_WRITE_DELAY_MS, work),
    });
  }

  get isIdle(): boolean {
    return this.#pendingWrites.size === 0;
  }

  /** Resolves when the store holds every decision about this inspection. */
  async whenWritten(inspectionId: string): Promise<void> {
    if (this.#pendingWrites.has(inspectionId)) await this.#writer.flush();
  }

  /** Writes waiting decisions now, unless a transaction is running. */
  flushIfIdle(): void {
    this.#writer.flushIfIdle();
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

  write(
    { inspectionId }: StoredOperation,
    changes: readonly OutboxChange[],
    then: () => void,
    options?: WriteOptions,
  ): void {
    const { stopped, onWritten, onFailure } = this.#deps;
    this.#countPending(inspectionId, 1);
    this.#writer.write(changes, options).then(
      () => {
        this.#countPending(inspectionId, -1);
        if (stopped.aborted) return;
        then();
        onWritten();
      },
      (error: unknown) => onFailure(error),
    );
  }

  #countPending(inspectionId: string, change: 1 | -1): void {
    const count = (this.#pendingWrites.get(inspectionId) ?? 0) + change;
    if (count > 0) this.#pendingWrites.set(inspectionId, count);
    else this.#pendingWrites.delete(inspectionId);
  }
}
