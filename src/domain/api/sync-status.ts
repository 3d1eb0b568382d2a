import type { TaskName } from '../enums.ts';
import type { DeliveryReason, DeliveryState } from '../outbox/delivery.ts';
import type { OperationKind } from '../outbox/operation.ts';
import type { CallOptions } from './inspection-api.ts';

export type { DeliveryReason, DeliveryState } from '../outbox/delivery.ts';
export type { OperationKind } from '../outbox/operation.ts';

/** Why nothing is sent. */
export type PauseReason =
  /** The service rejects the app's token. */
  | 'unauthorized'
  /** The app's token belongs to another user. */
  | 'wrong_user'
  /** The app's `getToken` has a bug: it throws, for example, a TypeError. */
  | 'token_failed'
  /** There is no response: no network, or the service is down. */
  | 'unreachable'
  /** The database of this device fails. */
  | 'storage';

/** An operation that is being sent. */
export interface OperationInFlight {
  /** The operation's id. */
  operationId: string;
  /** The inspection that it belongs to. */
  inspectionId: string;
  /** The kind of change. */
  kind: OperationKind;
  /** Uploaded bytes of a photo, if the browser reports them. */
  sentBytes?: number;
  /** The size of the photo. */
  totalBytes?: number;
}

/** An operation that the service rejected, or that cannot be sent. */
export interface BlockedOperation {
  /** The operation's id: pass it to `retry`, `discard` or `export`. */
  operationId: string;
  /** The inspection that it belongs to. */
  inspectionId: string;
  /** The kind of change. */
  kind: OperationKind;
  /** ISO 8601. */
  createdAt: string;
  /** Why it is blocked. */
  reason: DeliveryReason;
}

/** The state of the outbox. */
export interface SyncStatus {
  /** The number of operations in each delivery state. All are 0 if everything was delivered. */
  operations: Record<DeliveryState, number>;
  /** Bytes of photos that are not uploaded. */
  photoBytes: number;
  /** The operations that are being sent. */
  inFlight: OperationInFlight[];
  /** Operations that need a decision of the user: retry, discard or export. */
  blocked: BlockedOperation[];
  /** Why nothing is sent. Null if sending is possible. */
  paused: PauseReason | null;
  /** The error behind `paused`. */
  pauseCause: DeliveryReason | null;
  /** How many of the queued or waiting operations belong to other users of this device. They are sent when those sign in. */
  ofOthers: number;
  /** Why the oldest waiting operation of this user was not delivered. Null if none waits. */
  waitingReason: DeliveryReason | null;
  /** The number of tasks whose remote results have not arrived. */
  awaited: number;
  /** ISO 8601. The last delivery, also of an earlier visit. Null if nothing was delivered. */
  lastSuccessAt: string | null;
}

/** The sync state of one inspection. */
export interface InspectionSyncStatus {
  /** The inspection's id at the service. Null until it was sent. */
  remoteId: string | null;
  /** The number of operations that are not delivered. */
  unsent: number;
  /** The number of tasks whose remote results have not arrived. */
  awaited: number;
}

/**
 * Reads and controls the outbox.
 *
 * Without the `sync` option of `openKerbside`, every call throws `unsupported`. Every call can also throw `aborted`,
 * `closed` and `storage_unavailable`.
 */
export interface SyncApi {
  /** Returns the state of the outbox. */
  status(options?: CallOptions): Promise<SyncStatus>;
  /**
   * Sends everything now, without waiting for a trigger or a backoff.
   *
   * @returns The state when nothing more can be sent: everything is delivered, or the rest waits, is blocked or paused.
   * @example
   * ```ts
   * const { operations, paused } = await kerbside.sync.flush();
   * if (paused) console.log(`Nothing is sent: ${paused}`);
   * else if (operations.blocked > 0) showBlockedOperations();
   * ```
   */
  flush(options?: CallOptions): Promise<SyncStatus>;
  /**
   * Sends a blocked operation again.
   *
   * @throws `not_found` if the outbox has no such operation.
   */
  retry(operationId: string, options?: CallOptions): Promise<void>;
  /**
   * Removes an operation from the outbox for good, with the operations that depend on it: the views of an image,
   * everything of an inspection. The records remain on this device.
   *
   * @returns The ids of all removed operations.
   * @throws `not_found` if the outbox has no such operation.
   */
  discard(operationId: string, options?: CallOptions): Promise<string[]>;
  /**
   * Returns the sync state of one inspection.
   *
   * @throws `not_found`
   */
  statusOf(inspectionId: string, options?: CallOptions): Promise<InspectionSyncStatus>;
  /**
   * Returns the inspection of an operation as a zip file, to deliver it by other means.
   *
   * @throws `not_found` if the outbox has no such operation.
   */
  export(operationId: string, options?: CallOptions): Promise<Blob>;
}

/** Measurements of recent requests to the service: moving averages with more weight on recent values. */
export interface NetworkQuality {
  /** Milliseconds to a response, for requests without a photo. */
  latencyMs?: number;
  /** The upload rate of photos. */
  bytesPerSecond?: number;
  /** 0 if every request gets a response, 1 if none does. */
  failureRate: number;
  /** Milliseconds from the start of a task to its results. */
  taskMs: Partial<Record<TaskName, number>>;
  /** How long ago the service last responded. Absent if it never has. */
  sinceResponseMs?: number;
  /** How long ago a request last got no response. Absent if each got one. */
  sinceFailureMs?: number;
}
