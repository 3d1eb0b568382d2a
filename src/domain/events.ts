import type { NetworkQuality, OperationInFlight, PauseReason } from './api/sync-status.ts';
import type { InspectionStatus, ProgressStatus, TaskName } from './enums.ts';
import type { JsonObject } from './fields.ts';
import type { DeliveryReason } from './outbox/delivery.ts';
import type { OperationKind } from './outbox/operation.ts';
import type { Reanalysis } from './records/task.ts';

/**
 * An event. It is emitted after the change was committed, in this tab and in all other tabs of the database.
 *
 * Only the tab where they occur emits `model.progress`, `model.not_kept`, `engine.chosen`, `engine.downgraded`, `sync.retry`,
 * `storage.outdated` and, after `openKerbside`, `storage.lost`.
 */
export type KerbsideEvent =
  | { type: 'inspection.created'; inspectionId: string }
  | { type: 'inspection.updated'; inspectionId: string }
  | { type: 'inspection.deleted'; inspectionId: string }
  | { type: 'inspection.imported'; inspectionId: string }
  | { type: 'inspection.purged'; inspectionId: string }
  | { type: 'image.added'; inspectionId: string; imageId: string }
  /** A check of a photo has a result: quality or coverage. */
  | { type: 'image.checked'; inspectionId: string; imageId: string; isCompliant: boolean | null }
  | { type: 'image.deleted'; inspectionId: string; imageId: string }
  | {
      type: 'task.updated';
      inspectionId: string;
      taskId: string;
      taskName: TaskName;
      status: ProgressStatus;
      /** Of the task: while it is `pending`, its damages may still change. */
      reanalysis?: Reanalysis;
    }
  /** Where a started task runs, and why. `estimateMs`: the expected time to a remote result, if there is an estimate. */
  | {
      type: 'route.decided';
      inspectionId: string;
      taskName: TaskName;
      where: 'device' | 'remote';
      reason: string;
      estimateMs?: number;
    }
  /** The operations that are being sent. At most 5 times a second. */
  | { type: 'sync.changed'; inFlight: OperationInFlight[]; lastSuccessAt: string | null }
  /** Upload progress of a photo. */
  | {
      type: 'sync.progress';
      inspectionId: string;
      operationId: string;
      imageId: string;
      sentBytes: number;
      totalBytes: number;
    }
  /** The service rejected an operation. The chain of its inspection stops until the user decides. */
  | {
      type: 'sync.blocked';
      inspectionId: string;
      operationId: string;
      kind: OperationKind;
      reason: DeliveryReason;
    }
  /** A request failed. It is sent again after `delayMs`, or earlier if something asks for it. */
  | {
      type: 'sync.retry';
      inspectionId: string;
      operationId: string;
      kind: OperationKind;
      /** Requests sent so far. */
      attempts: number;
      delayMs: number;
      reason: DeliveryReason;
    }
  /** Nothing is sent until `sync.resumed`. `cause` is the error. */
  | { type: 'sync.paused'; reason: PauseReason; cause: DeliveryReason }
  /** Sending continues: a request succeeded, or another tab became the leader. */
  | { type: 'sync.resumed' }
  /** Nothing more can be sent for now: everything is delivered, or the rest waits, is blocked or paused. */
  | { type: 'sync.idle' }
  /** `done` of `total` images are analyzed. */
  | { type: 'task.progress'; inspectionId: string; taskName: TaskName; done: number; total: number }
  | { type: 'damage.created'; inspectionId: string; damageId: string }
  | { type: 'damage.deleted'; inspectionId: string; damageId: string }
  | { type: 'view.created'; inspectionId: string; viewId: string }
  | { type: 'view.deleted'; inspectionId: string; viewId: string }
  | { type: 'severity.created'; inspectionId: string; severityId: string }
  | { type: 'severity.updated'; inspectionId: string; severityId: string }
  /** Download progress of a model or runtime file. Files that Kerbside or its service worker cached are not downloaded. */
  | { type: 'model.progress'; file: string; receivedBytes: number; totalBytes: number }
  /** A file could not be cached, so the next visit downloads it again. */
  | { type: 'model.not_kept'; file: string; reason: string }
  /** Models run on this engine from now on. They run together, so one engine runs them. */
  | { type: 'engine.chosen'; models: string[]; engine: string }
  /** An engine failed for a model. Another engine runs it from now on. */
  | { type: 'engine.downgraded'; model: string; engine: string; reason: string }
  /** Storage is nearly full. */
  | { type: 'storage.warning'; usedBytes: number; quotaBytes: number }
  /** Another tab runs a newer version of the app. Reload the page: every call of this tab throws `storage_outdated`. */
  | { type: 'storage.outdated' }
  /**
   * The browser deleted the database. Emitted when the loss is detected, at the start or later, and again with
   * `toCaptureAgain` after the service was asked. `since` is the time of the first inspection in the lost database.
   */
  | { type: 'storage.lost'; since: string; toCaptureAgain?: UnfinishedInspection[] };

/** An inspection of this user that is not done at the service and not on this device: capture it again. */
export interface UnfinishedInspection {
  /** The remote id. */
  id: string;
  /** ISO 8601. */
  createdAt: string;
  /** Its status at the service. */
  status: InspectionStatus;
  /** The number of photos that the service has. */
  images: number;
  /** Your own data. */
  additionalData?: JsonObject;
}

/** The type of an event. */
export type EventType = KerbsideEvent['type'];

/** All event types. */
export const EVENT_TYPES = Object.keys({
  'inspection.created': true,
  'inspection.updated': true,
  'inspection.deleted': true,
  'inspection.imported': true,
  'inspection.purged': true,
  'image.added': true,
  'image.checked': true,
  'image.deleted': true,
  'task.updated': true,
  'route.decided': true,
  'sync.changed': true,
  'sync.progress': true,
  'sync.blocked': true,
  'sync.retry': true,
  'sync.paused': true,
  'sync.resumed': true,
  'sync.idle': true,
  'task.progress': true,
  'damage.created': true,
  'damage.deleted': true,
  'view.created': true,
  'view.deleted': true,
  'severity.created': true,
  'severity.updated': true,
  'model.progress': true,
  'model.not_kept': true,
  'engine.chosen': true,
  'engine.downgraded': true,
  'storage.warning': true,
  'storage.outdated': true,
  'storage.lost': true,
} satisfies Record<EventType, true>) as readonly EventType[]; // an object, so that the compiler reports a missing type

/** A message between the tabs of a database that is no event. Not part of the API. */
export type TabMessage =
  /** The leader tab measured the connection to the service. At most 5 times a second. */
  | { type: 'network.measured'; quality: NetworkQuality }
  /** A tab asks the leader tab to send now. `about` is an inspection whose operations changed. */
  | { type: 'sync.asked'; userId: string; about?: string };

/** The event of a type. */
export type EventOf<Type extends EventType> = Extract<KerbsideEvent, { type: Type }>;
/** An event of one inspection, as `watch` yields it. */
export type InspectionEvent = Extract<KerbsideEvent, { inspectionId: string }>;
