import type { OutboxChange } from '../../domain/outbox/delivery.ts';

interface OutboxWriterDeps {
  record(changes: readonly OutboxChange[]): Promise<void>;
  /** Runs the work after the longest time that a change with `canWait` may stay unwritten. */
  schedule(work: () => void): void;
}

export interface WriteOptions {
  /** Whether the change may be written later, together with others. */
  canWait: boolean;
}

/**
 * Writes changes in the order of the calls and coalesces them: changes that arrive during a transaction go together into
 * the next one. A change with `canWait` is written with the next one that cannot wait, or after a short delay.
 *
 * After a failed transaction nothing more is written, because later changes depend on earlier ones.
 */
export class OutboxWriter {
  readonly #deps: OutboxWriterDeps;
  #batch: Batch | undefined;
  #lastWrite: Promise<void> = Promise.resolve();
  #isWriteRequested = false;
  #isRunning = false;
  #failure: { error: unknown } | undefined;

  constructor(deps: OutboxWriterDeps) {
    this.#deps = deps;
  }

  /** Resolves when these changes and all earlier ones are committed. */
  write(changes: readonly OutboxChange[], { canWait }: WriteOptions = { canWait: false }): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure.error);
    const batch = this.#batch ?? this.#startBatch();
    batch.changes.push(...changes);
    this.#lastWrite = batch.written;
    if (!canWait) this.#writeNow();
    return this.#lastWrite;
  }

  /**
   * Writes waiting changes now, unless a transaction is running. That transaction may already bring what the caller
   * needs; if not, the caller asks again after it.
   */
  flushIfIdle(): void {
    if (!this.#isRunning) this.#writeNow();
  }

  /** Writes everything and resolves when nothing is left to write. */
  flush(): Promise<void> {
    this.#writeNow();
    return this.#lastWrite;
  }

  #writeNow(): void {
    this.#isWriteRequested = true;
    void this.#run();
  }

  #startBatch(): Batch {
    const batch = new Batch();
    this.#batch = batch;
    this.#deps.schedule(() => {
      if (this.#batch === batch) this.#writeNow();
    });
    return batch;
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
        await this.#deps.record(batch.changes);
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

  constructor() {
    this.written.catch(() => {}); // callers of write() handle it; this avoids an unhandled rejection
  }
}
