import type { OperationInFlight, PauseReason } from '../domain/api/sync-status.ts';
import type { DeliveryReason } from '../domain/outbox/delivery.ts';
import type { StoredOperation } from '../domain/outbox/operation.ts';
import type { EventHub } from '../operations/events.ts';
import type { Clock } from '../platform/clock.ts';

const EMIT_INTERVAL_MS = 200;

/** Stores the time of the last delivery across page loads. */
interface LastSuccessStore {
  read(): string | undefined;
  write(time: string): void;
}

/**
 * The operations in flight and whether sending is paused, in every tab. The leader tab calls the methods and emits the changes;
 * all tabs, the leader included, take them over from the events. A tab that opens later knows nothing until the next
 * event.
 */
export class SharedSyncState {
  readonly #events: EventHub;
  readonly #clock: Clock;
  readonly #lastSuccess: LastSuccessStore;
  /** Of this tab's sender, not emitted yet. */
  readonly #ownInFlight = new Map<string, OperationInFlight>();
  #inFlight: OperationInFlight[] = [];
  #paused: PauseReason | null = null;
  #pauseCause: DeliveryReason | null = null;
  #lastSuccessAt: string | null = null;
  #isEmitScheduled = false;

  constructor(events: EventHub, clock: Clock, lastSuccess: LastSuccessStore) {
    this.#events = events;
    this.#clock = clock;
    this.#lastSuccess = lastSuccess;
    const stored = lastSuccess.read() ?? '';
    if (!Number.isNaN(Date.parse(stored))) this.#lastSuccessAt = stored;
    events.on('sync.changed', ({ inFlight, lastSuccessAt }) => {
      this.#inFlight = inFlight;
      this.#lastSuccessAt = lastSuccessAt ?? this.#lastSuccessAt;
    });
    events.on('sync.paused', ({ reason, cause }) => {
      this.#paused = reason;
      this.#pauseCause = cause ?? null; // tabs of older versions send none
    });
    events.on('sync.resumed', () => {
      this.#paused = null;
      this.#pauseCause = null;
    });
  }

  get inFlight(): OperationInFlight[] {
    return this.#inFlight;
  }

  get paused(): PauseReason | null {
    return this.#paused;
  }

  get pauseCause(): DeliveryReason | null {
    return this.#pauseCause;
  }

  get lastSuccessAt(): string | null {
    return this.#lastSuccessAt;
  }

  addInFlight({ id, inspectionId, kind }: StoredOperation): void {
    this.#ownInFlight.set(id, { operationId: id, inspectionId, kind });
    this.#scheduleEmit();
  }

  updateProgress(operation: StoredOperation, sentBytes: number, totalBytes: number): void {
    const { id: operationId, inspectionId, kind } = operation;
    if (operation.kind !== 'image.add') return;
    this.#ownInFlight.set(operationId, { operationId, inspectionId, kind, sentBytes, totalBytes });
    const { imageId } = operation.payload;
    this.#events.publish({
      type: 'sync.progress',
      inspectionId,
      operationId,
      imageId,
      sentBytes,
      totalBytes,
    });
    this.#scheduleEmit();
  }

  removeInFlight({ id }: StoredOperation, isDelivered: boolean): void {
    this.#ownInFlight.delete(id);
    if (isDelivered) this.#lastSuccessAt = new Date(this.#clock.now()).toISOString();
    this.#scheduleEmit();
  }

  /** An operation failed and is sent again later. Only this tab emits it. */
  emitRetry(
    operation: StoredOperation,
    retry: { attempts: number; delayMs: number; reason: DeliveryReason },
  ): void {
    const { id: operationId, inspectionId, kind } = operation;
    this.#events.emitLocal({ type: 'sync.retry', inspectionId, operationId, kind, ...retry });
  }

  emitBlocked(operation: StoredOperation, reason: DeliveryReason): void {
    const { id: operationId, inspectionId, kind } = operation;
    this.removeInFlight(operation, false);
    this.#events.publish({ type: 'sync.blocked', inspectionId, operationId, kind, reason });
  }

  /** A new sender starts: nothing is in flight. */
  reset(): void {
    this.#ownInFlight.clear();
    this.#scheduleEmit();
  }

  #scheduleEmit(): void {
    if (this.#isEmitScheduled) return;
    this.#isEmitScheduled = true;
    this.#clock.after(EMIT_INTERVAL_MS, () => {
      this.#isEmitScheduled = false;
      const [inFlight, lastSuccessAt] = [[...this.#ownInFlight.values()], this.#lastSuccessAt];
      if (lastSuccessAt !== null && lastSuccessAt !== this.#lastSuccess.read()) {
        this.#lastSuccess.write(lastSuccessAt);
      }
      this.#events.publish({ type: 'sync.changed', inFlight, lastSuccessAt });
    });
  }
}
