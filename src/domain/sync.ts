import type { CallOptions } from './api.ts';
import type { DeliveryReason, DeliveryState } from './delivery.ts';
import type { OperationKind } from './operation.ts';

/** Why nothing at all is being sent. */
export type HoldReason =
  /** The service takes no token that the app gives. */
  | 'unauthorized'
  /** The app's token is another user's. */
  | 'wrong_user'
  /** No answer comes: no network, or the service is away. */
  | 'unreachable'
  /** This device's own database fails. */
  | 'storage';

/** An operation that is on its way right now. */
export interface OperationInFlight {
  operationId: string;
  inspectionId: string;
  kind: OperationKind;
  /** Of a photo, as far as the browser tells. */
  sentBytes?: number;
  totalBytes?: number;
}

/** An operation that the service refused, or that can not be sent as it is. */
export interface BlockedOperation {
  operationId: string;
  inspectionId: string;
  kind: OperationKind;
  createdAt: string;
  reason: DeliveryReason;
}

export interface SyncStatus {
  /** How many operations are in each state; all 0 when everything was delivered. */
  operations: Record<DeliveryState, number>;
  /** Of photos that were not uploaded yet; null when so many wait that it is not worth counting. */
  photoBytes: number | null;
  inFlight: OperationInFlight[];
  blocked: BlockedOperation[];
  held: HoldReason | null;
  /** What failed so that all is held, in words; null where nothing is. */
  heldReason: DeliveryReason | null;
  /** How many of those queued or waiting other users of this device recorded: sent once they are signed in again. */
  ofOthers: number;
  /** Why the oldest of this user's operations that wait was not delivered at its last attempt; null where none waits. */
  waitingReason: DeliveryReason | null;
  /** Tasks whose remote results are still to come. */
  awaited: number;
  /** ISO 8601, also from before the app was opened; null until something was delivered. */
  lastSuccessAt: string | null;
}

export interface InspectionSyncStatus {
  /** The id that the service gave the inspection; null until it was sent. */
  remoteId: string | null;
  /** How many of its operations the service has not got yet. */
  unsent: number;
  /** How many of its tasks have remote results still to come. */
  awaited: number;
}

/** What an app can see and do about what is sent to the remote service. */
export interface SyncApi {
  status(options?: CallOptions): Promise<SyncStatus>;
  /** Tries to send everything now; resolves when nothing more can be sent, with what is left. */
  flush(options?: CallOptions): Promise<SyncStatus>;
  /** Tries a blocked operation again. */
  retry(operationId: string, options?: CallOptions): Promise<void>;
  /**
   * Gives an operation up for good, and with it what can not be sent without it (views of an image, everything of an
   * inspection). The records stay on this device. Answers the ids of all that was given up.
   */
  discard(operationId: string, options?: CallOptions): Promise<string[]>;
  /** How far the service is with one inspection. */
  statusOf(inspectionId: string, options?: CallOptions): Promise<InspectionSyncStatus>;
  /** The inspection of an operation as one zip, to be brought to the service another way. */
  export(operationId: string, options?: CallOptions): Promise<Blob>;
}
