import type { OutboxChange } from '../service/delivery.ts';

type Record = (changes: readonly OutboxChange[]) => Promise<void>;

/**
 * Writes changes in the order in which they were handed in, several in one transaction: what comes in while one is
 * under way goes together into the next. After a failure it writes no more, for later changes rest on earlier ones.
 */
export class OutboxWriter {
  readonly #record: Record;
  #waiting: OutboxChange[] = [];
  #next: Promise<void> | undefined;
  #current: Promise<void> = Promise.resolve();

  constructor(record: Record) {
    this.#record = record;
  }

  /** Resolves when these changes, and all before them, are on the disk. */
  write(changes: readonly OutboxChange[]): Promise<void> {
    this.#waiting.push(...changes);
    if (!this.#next) {
      this.#next = this.#current.then(() => {
        const batch = this.#waiting;
        this.#waiting = [];
        this.#next = undefined;
        this.#current = this.#record(batch);
        return this.#current;
      });
      this.#next.catch(() => {}); // told to those who wait for it
    }
    return this.#next;
  }

  /** Resolves when nothing is left to be written. */
  async flushed(): Promise<void> {
    await (this.#next ?? this.#current);
  }
}
