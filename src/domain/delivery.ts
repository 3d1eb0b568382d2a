import type { TaskName } from './enums.ts';

/**
 * How far an operation of the outbox has come on its way to the remote service. Each step is stored before its
 * request leaves, so whoever opens the outbox next knows what may have happened:
 *
 *                 ┌──────────── its time has come ───────────┐
 *                 ▼                                          │
 *   queued ──▶ sending ──▶ (answered) gone from the outbox   │
 *                 │  ├────▶ waiting until ───────────────────┘
 *                 │  └────▶ blocked, reason ──▶ queued (retry) or gone (discard)
 *                 └─ the tab died: `sending` is found by the next sender, unanswered
 *
 * `unanswered` says that a request left and nobody knows whether the service acted on it: it is reconciled
 * before it is sent again.
 */
export type Delivery = DeliveryHistory &
  (
    | { state: 'queued' }
    | { state: 'sending' }
    | { state: 'waiting'; until: number; reason: DeliveryReason }
    | { state: 'blocked'; reason: DeliveryReason }
  );
export type DeliveryState = Delivery['state'];

export interface DeliveryHistory {
  attempts: number;
  unanswered: boolean;
  /** Of an inspection's creation: a remote inspection that was there before the first attempt. */
  since?: string;
}

export interface DeliveryReason {
  code: string;
  message: string;
  /** HTTP status, where the service answered. */
  status?: number;
}

export const QUEUED: Delivery = { state: 'queued', attempts: 0, unanswered: false };

export const REMOTE_KINDS = ['inspection', 'image', 'damage', 'view', 'severity'] as const;

/** What the remote service calls a record of this device. */
export interface RemoteId {
  localId: string;
  remoteId: string;
  inspectionId: string;
  kind: (typeof REMOTE_KINDS)[number];
  /** An image that was uploaded smaller: remote pixels per pixel of the original, where it is not 1. */
  scale?: number;
}

/** A task that the remote service was asked to run, and whose results have not come back. */
export interface AwaitedTask {
  inspectionId: string;
  taskName: TaskName;
  /** Milliseconds since 1970. */
  since: number;
}

/** One change to what is known about deliveries. */
export type OutboxChange =
  | { type: 'mark'; sequence: number; delivery: Delivery }
  /** Delivered, or given up: the operation leaves the outbox. */
  | { type: 'settle'; sequence: number }
  | { type: 'map'; remoteId: RemoteId }
  | { type: 'await'; task: AwaitedTask }
  | { type: 'arrived'; inspectionId: string; taskName: TaskName };
