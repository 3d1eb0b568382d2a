import type { DeliveryReason } from '../../domain/delivery.ts';
import type { StoredOperation } from '../../domain/operation.ts';
import type { OutboxSequences, OutboxStore } from '../../store/outbox-store.ts';

type SummaryStore = Pick<OutboxStore, 'outboxSequences' | 'operations' | 'load'>;

interface Facts {
  userId: string;
  /** Bytes of its photo. 0 if it has none, undefined if they were not read. */
  photoBytes: number | undefined;
}

/** What the outbox contains, counted. */
export interface OutboxCount {
  sequences: OutboxSequences;
  /** Queued or waiting operations of other users. */
  ofOthers: number;
  /** Why the oldest waiting operation of this user was not delivered. Null if none waits. */
  waitingReason: DeliveryReason | null;
  /** Bytes of photos that are not uploaded. Null if they are not known. */
  photoBytes: number | null;
}

const BATCH_SIZE = 500;
/** If one batch has photos of more inspections, their bytes are not read: the exact number is not worth the time. */
const MAX_INSPECTIONS = 200;

/**
 * Counts the outbox without reading it again and again.
 *
 * An operation's user and photo never change, so they are read once. What left the outbox, and delivery states, are known
 * from sequences alone. So a count is exact in every tab, whoever changed the outbox, and costs a list of numbers. Counters
 * in the database would cost a write per delivery, which a full disk does not allow.
 */
export class OutboxSummary {
  readonly #store: SummaryStore;
  readonly #userId: string;
  readonly #facts = new Map<number, Facts>();
  #lastSequence = 0;
  #ofOthers = 0;
  #photoBytes = 0;
  #unknownPhotos = 0;
  /** Counts run one after the other: they share the facts. */
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
    await this.#readNew(sequences.all);
    return {
      sequences,
      ofOthers: this.#countOfOthers(sequences),
      waitingReason: await this.#readWaitingReason(sequences.waiting),
      photoBytes: this.#unknownPhotos > 0 ? null : this.#photoBytes,
    };
  }

  /** Both lists are ascending. */
  #forgetMissing(all: readonly number[]): void {
    let at = 0;
    for (const [sequence, facts] of this.#facts) {
      while ((all[at] ?? Number.POSITIVE_INFINITY) < sequence) at += 1;
      if (all[at] === sequence) continue;
      this.#facts.delete(sequence);
      this.#addToSums(facts, -1);
    }
  }

  #addToSums({ userId, photoBytes }: Facts, sign: 1 | -1): void {
    if (userId !== this.#userId) this.#ofOthers += sign;
    if (photoBytes === undefined) this.#unknownPhotos += sign;
    else this.#photoBytes += sign * photoBytes;
  }

  async #readNew(all: readonly number[]): Promise<void> {
    const last = all.at(-1) ?? 0;
    while (this.#lastSequence < last) {
      const batch = await this.#store.operations({ after: this.#lastSequence, limit: BATCH_SIZE });
      if (batch.length === 0) return;
      const sizes = await this.#readPhotoSizes(batch);
      for (const operation of batch) this.#add(operation, sizes);
    }
  }

  #add(operation: StoredOperation, sizes: ReadonlyMap<string, number> | undefined): void {
    const { sequence, userId } = operation;
    const photoBytes = operation.kind === 'image.add' ? sizes?.get(operation.payload.imageId) : 0;
    const facts = { userId, photoBytes };
    this.#facts.set(sequence, facts);
    this.#lastSequence = sequence;
    this.#addToSums(facts, 1);
  }

  /** Returns the sizes of photos by image id, or undefined if there are too many to read. */
  async #readPhotoSizes(batch: readonly StoredOperation[]): Promise<Map<string, number> | undefined> {
    const withPhotos = batch.filter(({ kind }) => kind === 'image.add');
    const inspectionIds = new Set(withPhotos.map(({ inspectionId }) => inspectionId));
    if (inspectionIds.size > MAX_INSPECTIONS) return undefined;
    const sizes = new Map<string, number>();
    // A purged inspection has no photo to upload.
    for (const { payload } of withPhotos) if ('imageId' in payload) sizes.set(payload.imageId, 0);
    for (const id of inspectionIds) {
      const images = (await this.#store.load(id))?.state.images ?? [];
      for (const { id: imageId, binarySize } of images) sizes.set(imageId, binarySize);
    }
    return sizes;
  }

  #countOfOthers({ sending, blocked }: OutboxSequences): number {
    const isOfOther = (sequence: number) =>
      (this.#facts.get(sequence)?.userId ?? this.#userId) !== this.#userId;
    return this.#ofOthers - [...sending, ...blocked].filter(isOfOther).length;
  }

  async #readWaitingReason(waiting: readonly number[]): Promise<DeliveryReason | null> {
    const oldest = waiting.find((sequence) => this.#facts.get(sequence)?.userId === this.#userId);
    if (oldest === undefined) return null;
    const [operation] = await this.#store.operations({ after: oldest - 1, limit: 1 });
    return operation?.delivery?.state === 'waiting' ? operation.delivery.reason : null;
  }
}
