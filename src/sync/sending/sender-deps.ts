import type { DeliveryReason } from '../../domain/outbox/delivery.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { Clock } from '../../platform/clock.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import type { DeliveryChange } from '../outbox/delivery-recorder.ts';
import type { RemoteIdMap } from '../outbox/remote-id-map.ts';
import type { Pacing } from '../pacing/pacing.ts';

export interface SenderLimits {
  /** Concurrent photo uploads. */
  photos: number;
  /** Concurrent photo uploads of one inspection. */
  photosPerInspection: number;
  /** Concurrent other requests. They never wait for photos. */
  small: number;
  /** Inspections whose operations are in memory. */
  window: number;
}

export interface SenderEvents {
  onSending(operation: StoredOperation): void;
  /** The operation has left the outbox: delivered, or dropped without a request. */
  onRemoved(operation: StoredOperation, isDelivered: boolean): void;
  /** The operation is no longer in flight, and was not delivered. */
  onFailed(operation: StoredOperation): void;
  /** The operation failed and is sent again later. `onFailed` is called, too. */
  onRetry(
    operation: StoredOperation,
    retry: { attempts: number; delayMs: number; reason: DeliveryReason },
  ): void;
  onBlocked(operation: StoredOperation, reason: DeliveryReason): void;
  /**
   * Nothing more of this user can be sent now. `hasOtherUsers`: there are operations of other users. `restartableUntil`:
   * when the last delay ends that the next sender would start again, in monotonic time.
   */
  onIdle(hasOtherUsers: boolean, restartableUntil: number): void;
}

export interface SenderDeps {
  store: Pick<OutboxStore, 'operations' | 'record' | 'outboxOf'>;
  clock: Clock;
  random(): number;
  userId: string;
  limits: SenderLimits;
  /** See pacing/retry-schedule.ts. */
  graceMs: number;
  /** Shared with what fetches results. */
  pacing: Pacing;
  deliver(operation: StoredOperation, ids: RemoteIdMap, signal: AbortSignal): Promise<DeliveryChange[]>;
  /** Searches the newest remote records for what an operation created. Returns undefined if it finds nothing. */
  reconcileRecent(
    operation: StoredOperation,
    ids: RemoteIdMap,
    signal: AbortSignal,
  ): Promise<DeliveryChange[] | undefined>;
  /** Searches all remote records. If it finds nothing after the grace period, the operation was not applied. */
  reconcileAll(
    operation: StoredOperation,
    ids: RemoteIdMap,
    signal: AbortSignal,
  ): Promise<DeliveryChange[] | undefined>;
  /** False if the device's results are final: then the service is never asked to run a task. */
  sendsTaskStarts: boolean;
  /**
   * Makes a damage that only this device's model knows the user's own, so that it is sent. Returns false if its
   * inspection was deleted.
   */
  adoptDamage(inspectionId: string, damageId: string): Promise<boolean>;
  events: SenderEvents;
}
