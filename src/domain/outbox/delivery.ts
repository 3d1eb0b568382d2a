import type { TaskName } from '../enums.ts';

/**
 * The delivery state of an operation in the outbox. Each state is stored before its request is sent, so that the next
 * sender knows what may have happened:
 *
 *                 ┌────────── the wait is over ─────────────┐
 *                 ▼                                         │
 *   queued ──▶ sending ──▶ (acknowledged) leaves the outbox │
 *                 │  ├────▶ waiting until ──────────────────┘
 *                 │  └────▶ blocked, reason ──▶ queued (retry) or leaves the outbox (discard)
 *                 └─ the tab was closed: the next sender finds `sending`, and it is in doubt
 *
 * In doubt: a request was sent, and it is unknown whether the service applied it. The operation is reconciled before it is sent
 * again.
 */
export type Delivery = DeliveryHistory &
  (
    | { state: 'queued' }
    | { state: 'sending' }
    /** `delayMs`: the time from the failure to `until`. More can only be left if the clock was set back since. */
    | { state: 'waiting'; until: number; delayMs?: number; reason: DeliveryReason }
    | { state: 'blocked'; reason: DeliveryReason }
  );
/** The name of a delivery state. */
export type DeliveryState = Delivery['state'];

export interface DeliveryHistory {
  /** Requests sent so far. */
  attempts: number;
  /** Whether an attempt before the current one is in doubt. The name is that of the stored field. */
  unanswered: boolean;
  /** Only for `inspection.create`: a remote inspection that existed before the first attempt. */
  since?: string;
}

/** Why an operation was not delivered. */
export interface DeliveryReason {
  /** One of `ERROR_CODES`. */
  code: string;
  /** The kind of event. */
  message: string;
  /** The HTTP status, if there was a response. */
  status?: number;
  /** The id of the request, if the service sent one. It finds the request in the log of the service. */
  requestId?: string;
}

export const REMOTE_KINDS = ['inspection', 'image', 'damage', 'view', 'severity'] as const;

/** The remote id of a local record. */
export interface RemoteId {
  localId: string;
  remoteId: string;
  inspectionId: string;
  kind: (typeof REMOTE_KINDS)[number];
  /** Only for an image that was scaled down for the upload: remote pixels per local pixel. */
  scale?: number;
}

/** A task that runs at the remote service and whose results have not arrived. */
export interface AwaitedTask {
  inspectionId: string;
  taskName: TaskName;
  /** Milliseconds since 1970. */
  since: number;
}

/** One change to the outbox and its tables. */
export type OutboxChange =
  | { type: 'mark'; sequence: number; delivery: Delivery }
  /** Removes an operation: it was delivered or discarded. */
  | { type: 'remove'; sequence: number }
  | { type: 'map'; remoteId: RemoteId }
  | { type: 'await'; task: AwaitedTask }
  | { type: 'arrived'; inspectionId: string; taskName: TaskName };
