import type { Delivery, OutboxChange } from '../../domain/delivery.ts';
import type { StoredOperation } from '../../domain/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import type { Link } from './chain.ts';
import { OutboxWriter, type WriteOptions } from './outbox-writer.ts';

/** An answer may be written this much later, together with others; if the tab dies before, it counts as lost. */
const WRITE_WITHIN_MS = 250;

export interface BookkeeperDeps {
  store: Pick<OutboxStore, 'record'>;
  clock: Clock;
  /** After the run nothing that was written is told any more. */
  stopped: AbortSignal;
  onWritten(): void;
  onFailure(error: unknown): void;
}

/** Puts what the sender decided on the disk, in order, and knows what is not there yet. */
export class Bookkeeper {
  readonly #deps: BookkeeperDeps;
  readonly #writer: OutboxWriter;
  /** How many writes of an inspection are under way. */
  readonly #unwritten = new Map<string, number>();

  constructor(deps: BookkeeperDeps) {
    this.#deps = deps;
    this.#writer = new OutboxWriter({
      record: (changes) => deps.store.record(changes),
      later: (work) => void deps.clock.after(WRITE_WITHIN_MS, work),
    });
  }

  get isDone(): boolean {
    return this.#unwritten.size === 0;
  }

  /** Resolves when the store holds all that was decided of this inspection. */
  async caughtUp(inspectionId: string): Promise<void> {
    if (this.#unwritten.has(inspectionId)) await this.#writer.flushed();
  }

  hurry(): void {
    this.#writer.hurry();
  }

  /** In hand until it is written: a look into the store must not bring back what was there before. */
  mark(link: Link, delivery: Delivery, then = () => {}, options?: WriteOptions): void {
    link.inHand = true;
    link.operation = { ...link.operation, delivery };
    const changes = [{ type: 'mark' as const, sequence: link.operation.sequence, delivery }];
    const written = () => {
      link.inHand = false;
      then();
    };
    this.write(link.operation, changes, written, options);
  }

  write(
    { inspectionId }: StoredOperation,
    changes: readonly OutboxChange[],
    then: () => void,
    options?: WriteOptions,
  ): void {
    const { stopped, onWritten, onFailure } = this.#deps;
    this.#count(inspectionId, 1);
    this.#writer.write(changes, options).then(
      () => {
        this.#count(inspectionId, -1);
        if (stopped.aborted) return;
        then();
        onWritten();
      },
      (error: unknown) => onFailure(error),
    );
  }

  #count(inspectionId: string, change: 1 | -1): void {
    const left = (this.#unwritten.get(inspectionId) ?? 0) + change;
    if (left > 0) this.#unwritten.set(inspectionId, left);
    else this.#unwritten.delete(inspectionId);
  }
}
