import type { DeliveryReason } from '../../domain/delivery.ts';
import type { StoredOperation } from '../../domain/operation.ts';
import type { HoldReason } from '../../domain/sync.ts';
import type { Clock } from '../../platform/clock.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import type { KnownIds } from '../outbox/remote-ids.ts';
import type { Lesson } from './deliver.ts';

export interface SenderLimits {
  /** Photos under way at once, and of one inspection. */
  photos: number;
  photosPerInspection: number;
  /** Other requests under way at once: photos never hold them up. */
  small: number;
  /** Inspections looked after at once. */
  window: number;
}

/** What a sender tells; it works without anybody listening. */
export interface SenderEvents {
  onSending(operation: StoredOperation): void;
  /** It has left the outbox; `isDelivered`: for the service, or because nobody needs it any more. */
  onSettled(operation: StoredOperation, isDelivered: boolean): void;
  /** It is no longer on its way, and was not delivered. */
  onFailed(operation: StoredOperation): void;
  onBlocked(operation: StoredOperation, reason: DeliveryReason): void;
  onHeld(reason: HoldReason, why: DeliveryReason): void;
  onResumed(): void;
  /** Nothing more can be sent for now. `hasOthers`: of this user; another one's is there. */
  onIdle(hasOthers: boolean): void;
}

export interface SenderDeps {
  store: Pick<OutboxStore, 'operations' | 'record' | 'outboxOf'>;
  clock: Clock;
  random(): number;
  userId: string;
  limits: SenderLimits;
  graceMs: number;
  deliver(operation: StoredOperation, ids: KnownIds, signal: AbortSignal): Promise<Lesson[]>;
  /** What an operation has made at the service already, by the newest records there; undefined where nothing is found. */
  look(operation: StoredOperation, ids: KnownIds, signal: AbortSignal): Promise<Lesson[] | undefined>;
  /** The same among all records there, as they are now: what it does not find after the time of grace is not there. */
  search(operation: StoredOperation, ids: KnownIds, signal: AbortSignal): Promise<Lesson[] | undefined>;
  /** False where the device's own results are final: the service is never asked to run a task. */
  sendsStarts: boolean;
  /**
   * Makes a damage that only this device's model knows a person's own, so that the service hears of it. False where
   * its inspection was deleted: then nobody needs to.
   */
  adopt(inspectionId: string, damageId: string): Promise<boolean>;
  events: SenderEvents;
}
