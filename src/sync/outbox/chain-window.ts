import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import type { InspectionOutbox, OutboxStore } from '../../store/outbox-store.ts';
import { Chain } from './chain.ts';

interface ChainWindowDeps {
  store: Pick<OutboxStore, 'operations' | 'outboxOf'>;
  clock: Clock;
  userId: string;
  /** Maximum number of chains in memory. */
  size: number;
  isPaused(): boolean;
  /** Resolves when the store holds everything that the sender decided about an inspection. */
  whenWritten(inspectionId: string): Promise<void>;
  onChange(): void;
  onFailure(error: unknown): void;
}

/** Operations that one read of the outbox returns. */
const BATCH_SIZE = 64;

/**
 * Keeps the chains that are being sent in memory.
 *
 * The outbox may hold 100,000 operations. It is read in order of sequence: sequences increase with each commit, so reading on
 * finds what was recorded later. Of the inspections outside the window, only the time at which a parked chain continues is
 * kept.
 *
 * An inspection that refers to another one (`relatedInspectionId`: a check-out refers to its check-in) waits outside until
 * that one is created at the service: the service needs its own id of it.
 */
export class ChainWindow {
  readonly #deps: ChainWindowDeps;
  readonly #chains = new Map<string, Chain>();
  /** When parked inspections continue, in monotonic time. */
  readonly #parked = new Map<string, number>();
  readonly #toReload = new Set<string>();
  /** Inspections that have operations of other users. */
  readonly #withOtherUsers = new Set<string>();
  /** The last sequence that was read of chains that left the window, until the scan has passed it. */
  readonly #lastReadSequences = new Map<string, number>();
  /** Inspections that wait for a related one, by its id. */
  readonly #waiting = new Map<string, Set<string>>();
  /** Operations that were read and not looked at yet, and the sequence of the last one that was. */
  #batch: StoredOperation[] = [];
  #cursor = 0;
  /** Counts how often the outbox is read again from its start. A batch that was requested before that is dropped. */
  #generation = 0;
  #loading: string | undefined;
  #isFilling = false;
  #isFillRequested = false;
  #isClosed = false;

  constructor(deps: ChainWindowDeps) {
    this.#deps = deps;
  }

  get chains(): Iterable<Chain> {
    return this.#chains.values();
  }

  get isFilling(): boolean {
    return this.#isFilling;
  }

  /** Whether there are operations of other users. */
  get hasOtherUsers(): boolean {
    return this.#withOtherUsers.size > 0;
  }

  /** When the next parked chain can continue, in monotonic time. Infinity if the window is full or the outbox is paused. */
  get nextWakeAt(): number {
    const isUnavailable = this.#deps.isPaused() || this.#chains.size >= this.#deps.size;
    return isUnavailable ? Number.POSITIVE_INFINITY : Math.min(...this.#parked.values());
  }

  /** Removes a chain that has nothing to do until `wakeAt`, or until it is reloaded. */
  park(chain: Chain, wakeAt: number): void {
    // The read in progress may be older than what the chain knows. The chain is checked again after the read.
    if (chain.inspectionId === this.#loading) return;
    this.#chains.delete(chain.inspectionId);
    this.#lastReadSequences.set(chain.inspectionId, chain.lastReadSequence);
    if (wakeAt < Number.POSITIVE_INFINITY) this.#parked.set(chain.inspectionId, wakeAt);
    this.fill();
  }

  /** Reads an inspection again, and those that wait for it. */
  reload(inspectionId: string): void {
    this.#toReload.add(inspectionId);
    this.releaseRelated(inspectionId);
    this.fill();
  }

  /** Loads the inspections that waited for this one. */
  releaseRelated(inspectionId: string): void {
    const released = this.#waiting.get(inspectionId) ?? [];
    this.#waiting.delete(inspectionId);
    for (const one of released) {
      this.#toReload.add(one);
      this.fill();
    }
  }

  /** Reads the whole outbox again. */
  reloadAll(): void {
    for (const { inspectionId } of this.#chains.values()) this.#toReload.add(inspectionId);
    this.#parked.clear();
    this.#lastReadSequences.clear();
    this.#generation += 1;
    this.#batch = [];
    this.#cursor = 0;
    this.fill();
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Loads chains: first those to reload, then parked ones that are due, then the next ones of the outbox. */
  fill(): void {
    this.#isFillRequested = true;
    if (!this.#isFilling && !this.#isClosed) void this.#fillAll();
  }

  async #fillAll(): Promise<void> {
    this.#isFilling = true;
    try {
      while (this.#isFillRequested && !this.#isClosed) {
        this.#isFillRequested = false;
        await this.#fillOnce();
      }
    } catch (error) {
      this.#deps.onFailure(error);
    } finally {
      this.#isFilling = false;
      this.#deps.onChange();
    }
  }

  async #fillOnce(): Promise<void> {
    for (const inspectionId of this.#toReload) {
      this.#toReload.delete(inspectionId);
      await this.#load(inspectionId);
    }
    while (this.#chains.size < this.#deps.size && !this.#deps.isPaused()) {
      const inspectionId = this.#findDueParked() ?? (await this.#findUnknown());
      if (inspectionId === undefined) return;
      await this.#load(inspectionId);
    }
  }

  #findDueParked(): string | undefined {
    const now = this.#deps.clock.monotonic();
    for (const [inspectionId, wakeAt] of this.#parked) if (wakeAt <= now) return inspectionId;
    return undefined;
  }

  /** Returns the inspection of the next unknown operation, or undefined at the current end of the outbox. */
  async #findUnknown(): Promise<string | undefined> {
    for (;;) {
      for (let operation = this.#batch.shift(); operation; operation = this.#batch.shift()) {
        this.#cursor = operation.sequence;
        if (!this.#isKnown(operation)) return operation.inspectionId;
      }
      for (const [id, last] of this.#lastReadSequences)
        if (last <= this.#cursor) this.#lastReadSequences.delete(id);
      const generation = this.#generation;
      const batch = await this.#deps.store.operations({ after: this.#cursor, limit: BATCH_SIZE });
      if (generation !== this.#generation) continue;
      if (batch.length === 0) return undefined;
      this.#batch = batch;
    }
  }

  #isKnown({ inspectionId, sequence }: StoredOperation): boolean {
    const chain = this.#chains.get(inspectionId);
    return sequence <= (chain?.lastReadSequence ?? this.#lastReadSequences.get(inspectionId) ?? 0);
  }

  async #load(inspectionId: string): Promise<void> {
    this.#parked.delete(inspectionId);
    this.#loading = inspectionId;
    await this.#deps.whenWritten(inspectionId); // the store must not be older than what the sender decided
    const stored = await this.#deps.store.outboxOf(inspectionId);
    this.#loading = undefined;
    this.#updateOtherUsers(inspectionId, stored);
    const chain = this.#chains.get(inspectionId);
    if (chain) chain.refresh(stored);
    else if (await this.#mustWait(stored)) {
      this.#lastReadSequences.set(inspectionId, stored.operations.at(-1)?.sequence ?? 0);
    } else if (stored.operations.length > 0) {
      this.#chains.set(inspectionId, new Chain(inspectionId, this.#deps.userId, stored));
    }
    this.#deps.onChange();
  }

  /** Returns whether an inspection must wait for a related one. A deleted inspection never waits: it is not sent. */
  async #mustWait({ operations }: InspectionOutbox): Promise<boolean> {
    const create = operations.find(isCreate);
    const related = create?.payload.input.relatedInspectionId;
    const isDeleted = operations.some(({ kind }) => kind === 'inspection.delete');
    if (create === undefined || related === undefined || isDeleted) return false;
    // Register before reading the store: the related inspection may be delivered during the read.
    const waiting = this.#waiting.get(related) ?? new Set();
    this.#waiting.set(related, waiting.add(create.inspectionId));
    const isUnsent = (await this.#deps.store.outboxOf(related)).operations.some(isCreate);
    if (!isUnsent) waiting.delete(create.inspectionId);
    return isUnsent;
  }

  #updateOtherUsers(inspectionId: string, { operations }: InspectionOutbox): void {
    const hasOtherUsers = operations.some(({ userId }) => userId !== this.#deps.userId);
    if (hasOtherUsers) this.#withOtherUsers.add(inspectionId);
    else this.#withOtherUsers.delete(inspectionId);
  }
}

function isCreate(
  operation: StoredOperation,
): operation is Extract<StoredOperation, { kind: 'inspection.create' }> {
  return operation.kind === 'inspection.create';
}
