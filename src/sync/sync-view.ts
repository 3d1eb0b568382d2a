import type { DeliveryReason } from '../domain/delivery.ts';
import type { StoredOperation } from '../domain/operation.ts';
import type { HoldReason, OperationInFlight } from '../domain/sync.ts';
import type { EventHub } from '../operations/events.ts';
import type { Clock } from '../platform/clock.ts';

const TELL_EVERY_MS = 200;

/** Where it is kept when something was delivered last, for those who open the app later. */
export interface LastSuccess {
  read(): string | undefined;
  write(time: string): void;
}

/**
 * What is on its way, as every tab sees it. The tab that sends tells the others by events; a tab that is opened later
 * learns it with the next.
 */
export class SyncView {
  readonly #events: EventHub;
  readonly #clock: Clock;
  readonly #kept: LastSuccess;
  readonly #inFlight = new Map<string, OperationInFlight>();
  #told: OperationInFlight[] = [];
  #held: HoldReason | null = null;
  #heldReason: DeliveryReason | null = null;
  #lastSuccessAt: string | null = null;
  #isToTell = false;

  constructor(events: EventHub, clock: Clock, kept: LastSuccess) {
    this.#events = events;
    this.#clock = clock;
    this.#kept = kept;
    const before = kept.read() ?? '';
    if (!Number.isNaN(Date.parse(before))) this.#lastSuccessAt = before;
    events.on('sync.changed', ({ inFlight, lastSuccessAt }) => {
      this.#told = inFlight;
      this.#lastSuccessAt = lastSuccessAt ?? this.#lastSuccessAt;
    });
    events.on('sync.held', ({ reason, heldReason }) => {
      this.#held = reason;
      this.#heldReason = heldReason ?? null; // a tab of an older version tells none
    });
    events.on('sync.resumed', () => {
      this.#held = null;
      this.#heldReason = null;
    });
  }

  get inFlight(): OperationInFlight[] {
    return this.#told;
  }

  get held(): HoldReason | null {
    return this.#held;
  }

  get heldReason(): DeliveryReason | null {
    return this.#heldReason;
  }

  get lastSuccessAt(): string | null {
    return this.#lastSuccessAt;
  }

  sending({ id, inspectionId, kind }: StoredOperation): void {
    this.#inFlight.set(id, { operationId: id, inspectionId, kind });
    this.#tellSoon();
  }

  progressed(operation: StoredOperation, sentBytes: number, totalBytes: number): void {
    const { id: operationId, inspectionId, kind } = operation;
    if (operation.kind !== 'image.add') return;
    this.#inFlight.set(operationId, { operationId, inspectionId, kind, sentBytes, totalBytes });
    const { imageId } = operation.payload;
    this.#events.publish({
      type: 'sync.progress',
      inspectionId,
      operationId,
      imageId,
      sentBytes,
      totalBytes,
    });
    this.#tellSoon();
  }

  ended({ id }: StoredOperation, isDelivered: boolean): void {
    this.#inFlight.delete(id);
    if (isDelivered) this.#lastSuccessAt = new Date(this.#clock.now()).toISOString();
    this.#tellSoon();
  }

  /** A new sender: what the one before had on its way is no longer. */
  reset(): void {
    this.#inFlight.clear();
    this.#tellSoon();
  }

  #tellSoon(): void {
    if (this.#isToTell) return;
    this.#isToTell = true;
    this.#clock.after(TELL_EVERY_MS, () => {
      this.#isToTell = false;
      const [inFlight, lastSuccessAt] = [[...this.#inFlight.values()], this.#lastSuccessAt];
      if (lastSuccessAt !== null && lastSuccessAt !== this.#kept.read()) this.#kept.write(lastSuccessAt);
      this.#events.publish({ type: 'sync.changed', inFlight, lastSuccessAt });
    });
  }
}
