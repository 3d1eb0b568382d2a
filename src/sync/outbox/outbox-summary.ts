import type { DeliveryReason } from '../../domain/outbox/delivery.ts';
import type { OutboxEntry } from '../../store/outbox-entry.ts';
import type { OutboxSequences, OutboxStore } from '../../store/outbox-store.ts';

type SummaryStore = Pick<OutboxStore, 'outboxSequences' | 'outboxEntries' | 'operations'>;

/** The counts of the outbox. */
export interface OutboxCount {
  sequences: OutboxSequences;
  /** Queued or waiting operations of other users. */
  ofOthers: number;
  /** Why the oldest waiting operation of this user was not delivered. Null if none waits. */
  waitingReason: DeliveryReason | null;
  /** Bytes of photos that are not uploaded. */
  photoBytes: number;
}

/**
 * Counts the outbox without reading its operations.
 *
 * An entry of the outbox never changes, so it is read once. What left the outbox, and delivery states, are known from
 * sequences alone. So a count is exact in every tab, whoever changed the outbox, and costs a list of numbers.
 */
export class OutboxSummary {
  readonly #store: SummaryStore;
  readonly #userId: string;
  readonly #entries = new Map<number, OutboxEntry>();
  #lastSequence = 0;
  #ofOthers = 0;
  #photoBytes = 0;
  /** Counts run one after the other: they share the entries. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: SummaryStore, userId: string) {
    this.#store = store;
    this.#userId = userId;
  }

  count(): Promise<OutboxCount> {
    const counted = this.#last.then(() => this.#count());
    this.#last = counted.catch(() => {});
    return counted;
  }

  /** Forgets what was read. Sequences of a new database start again at 1. */
  reset(): void {
    this.#last = this.#last.then(() => {
      this.#forgetMissing([]);
      this.#lastSequence = 0;
    });
  }

  async #count(): Promise<OutboxCount> {
    const sequences = await this.#store.outboxSequences();
    this.#forgetMissing(sequences.all);
    await this.#readNew(sequences.all.at(-1) ?? 0);
    return {
      sequences,
      ofOthers: this.#countOfOthers(sequences),
      waitingReason: await this.#readWaitingReason(sequences.waiting),
      photoBytes: this.#photoBytes,
    };
  }

  /** Reads the entries up to this sequence. Later ones belong to the next count. */
  async #readNew(last: number): Promise<void> {
    if (last <= this.#lastSequence) return;
    for (const entry of await this.#store.outboxEntries(this.#lastSequence)) {
      if (entry.sequence > last) break;
      this.#entries.set(entry.sequence, entry);
      this.#addToSums(entry, 1);
    }
    this.#lastSequence = last;
  }

  /** Both lists are ascending. */
  #forgetMissing(all: readonly number[]): void {
    let at = 0;
    for (const [sequence, entry] of this.#entries) {
      while ((all[at] ?? Number.POSITIVE_INFINITY) < sequence) at += 1;
      if (all[at] === sequence) continue;
      this.#entries.delete(sequence);
      this.#addToSums(entry, -1);
    }
  }

  #addToSums({ userId, photoBytes }: OutboxEntry, sign: 1 | -1): void {
    if (userId !== this.#userId) this.#ofOthers += sign;
    this.#photoBytes += sign * photoBytes;
  }

  #countOfOthers({ sending, blocked }: OutboxSequences): number {
    const isOfOther = (sequence: number) =>
      (this.#entries.get(sequence)?.userId ?? this.#userId) !== this.#userId;
    return this.#ofOthers - [...sending, ...blocked].filter(isOfOther).length;
  }

  async #readWaitingReason(waiting: readonly number[]): Promise<DeliveryReason | null> {
    const oldest = waiting.find((sequence) => this.#entries.get(sequence)?.userId === this.#userId);
    if (oldest === undefined) return null;
    const [operation] = await this.#store.operations({ after: oldest - 1, limit: 1 });
    return operation?.delivery?.state === 'waiting' ? operation.delivery.reason : null;
  }
}
