import type { OutboxChange } from '../../domain/delivery.ts';

export interface OutboxWriterDeps {
  record(changes: readonly OutboxChange[]): Promise<void>;
  /** Runs the work a little later: as long as what can wait may wait. */
  later(work: () => void): void;
}

export interface WriteOptions {
  canWait: boolean;
}

/**
 * Writes changes in the order in which they were handed in, several in one transaction: what comes in while one is
 * under way goes together into the next. What can wait is written with the next that can not, or a little later by
 * itself. After a failure nothing more is written, for later changes rest on earlier ones.
 */
export class OutboxWriter {
  readonly #deps: OutboxWriterDeps;
  #batch: Batch | undefined;
  #last: Promise<void> = Promise.resolve();
  #isDue = false;
  #isRunning = false;
  #failure: { error: unknown } | undefined;

  constructor(deps: OutboxWriterDeps) {
    this.#deps = deps;
  }

  /** Resolves when these changes, and all before them, are on the disk. */
  write(changes: readonly OutboxChange[], { canWait }: WriteOptions = { canWait: false }): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure.error);
    const batch = this.#batch ?? this.#newBatch();
    batch.changes.push(...changes);
    this.#last = batch.written;
    if (!canWait) this.#writeNow();
    return this.#last;
  }

  /**
   * Somebody is short of work: what can wait is written now, unless a transaction is under way. That one may bring the
   * work, and if not they ask again after it.
   */
  hurry(): void {
    if (!this.#isRunning) this.#writeNow();
  }

  /** Resolves when nothing is left to be written. */
  flushed(): Promise<void> {
    this.#writeNow();
    return this.#last;
  }

  #writeNow(): void {
    this.#isDue = true;
    void this.#run();
  }

  #newBatch(): Batch {
    const batch = new Batch();
    this.#batch = batch;
    this.#deps.later(() => {
      if (this.#batch === batch) this.#writeNow();
    });
    return batch;
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    await undefined; // what is handed in within one turn goes together
    while (this.#batch && this.#isDue) {
      const batch = this.#batch;
      this.#batch = undefined;
      this.#isDue = false;
      try {
        await this.#deps.record(batch.changes);
        batch.succeed();
      } catch (error) {
        batch.fail(error);
        this.#end(error);
      }
    }
    this.#isRunning = false;
  }

  /** What came in meanwhile fails as well. */
  #end(error: unknown): void {
    this.#failure = { error };
    this.#batch?.fail(error);
    this.#batch = undefined;
  }
}

/** Changes of one transaction, and those who wait for it. */
class Batch {
  readonly changes: OutboxChange[] = [];
  succeed: () => void = () => {};
  fail: (error: unknown) => void = () => {};
  readonly written = new Promise<void>((resolve, reject) => {
    this.succeed = resolve;
    this.fail = reject;
  });

  constructor() {
    this.written.catch(() => {}); // told to those who wait for it
  }
}
