import type { DeliveryReason } from './delivery.ts';
import type { InspectionStatus, ProgressStatus, TaskName } from './enums.ts';
import type { JsonObject } from './fields.ts';
import type { NetworkQuality } from './network-quality.ts';
import type { OperationKind } from './operation.ts';
import type { HoldReason, OperationInFlight } from './sync.ts';

/** What happened, told after it was committed; to this tab and to every other one. */
export type KerbsideEvent =
  | { type: 'inspection.created'; inspectionId: string }
  | { type: 'inspection.updated'; inspectionId: string }
  | { type: 'inspection.deleted'; inspectionId: string }
  | { type: 'inspection.imported'; inspectionId: string }
  | { type: 'inspection.purged'; inspectionId: string }
  | { type: 'image.added'; inspectionId: string; imageId: string }
  | { type: 'image.checked'; inspectionId: string; imageId: string; isCompliant: boolean | null }
  | { type: 'image.deleted'; inspectionId: string; imageId: string }
  | {
      type: 'task.updated';
      inspectionId: string;
      taskId: string;
      taskName: TaskName;
      status: ProgressStatus;
    }
  | {
      /** Where a started task runs, and why, in words. */
      type: 'route.decided';
      inspectionId: string;
      taskName: TaskName;
      where: 'device' | 'remote';
      reason: string;
      /** Milliseconds to a remote result, where one was estimated. */
      estimateMs?: number;
    }
  | { type: 'network.measured'; quality: NetworkQuality }
  /** What is on its way, at most five times a second. */
  | { type: 'sync.changed'; inFlight: OperationInFlight[]; lastSuccessAt: string | null }
  | {
      type: 'sync.progress';
      inspectionId: string;
      operationId: string;
      imageId: string;
      sentBytes: number;
      totalBytes: number;
    }
  | {
      type: 'sync.blocked';
      inspectionId: string;
      operationId: string;
      kind: OperationKind;
      reason: DeliveryReason;
    }
  /** Nothing is sent until further notice; `heldReason` is what failed, in words. */
  | { type: 'sync.held'; reason: HoldReason; heldReason: DeliveryReason }
  /** Sending goes on: something was delivered again, or another tab has taken over. */
  | { type: 'sync.resumed' }
  /** Nothing more can be sent for now: all is delivered, or the rest waits, is blocked or held. */
  | { type: 'sync.idle' }
  /** A tab asks the one that sends to try now; `about` an inspection whose operations were changed. */
  | { type: 'sync.asked'; userId: string; about?: string }
  | { type: 'task.progress'; inspectionId: string; taskName: TaskName; done: number; total: number }
  | { type: 'damage.created'; inspectionId: string; damageId: string }
  | { type: 'damage.deleted'; inspectionId: string; damageId: string }
  | { type: 'view.created'; inspectionId: string; viewId: string }
  | { type: 'view.deleted'; inspectionId: string; viewId: string }
  | { type: 'severity.created'; inspectionId: string; severityId: string }
  | { type: 'severity.updated'; inspectionId: string; severityId: string }
  | { type: 'model.progress'; file: string; receivedBytes: number; totalBytes: number }
  | { type: 'model.not_kept'; file: string; reason: string }
  | { type: 'engine.downgraded'; model: string; engine: string; reason: string }
  | { type: 'storage.warning'; usedBytes: number; quotaBytes: number }
  | { type: 'storage.outdated' }
  | {
      /** The browser threw the database away. Told when that is noticed, at the start or later, and again once the service was asked. */
      type: 'storage.lost';
      /** When the first inspection was recorded in it. */
      since: string;
      /** What the service knows to be unfinished, newest first: to be captured again. */
      toCaptureAgain?: UnfinishedInspection[];
    };

/** An inspection of this user that the service has, not done, and this device does not. */
export interface UnfinishedInspection {
  /** The service's id. */
  id: string;
  createdAt: string;
  status: InspectionStatus;
  /** How many photos the service has of it. */
  images: number;
  additionalData?: JsonObject;
}

export type EventType = KerbsideEvent['type'];

/** Every type of event; written as an object so that the compiler misses none. */
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
  'network.measured': true,
  'sync.changed': true,
  'sync.progress': true,
  'sync.blocked': true,
  'sync.held': true,
  'sync.resumed': true,
  'sync.idle': true,
  'sync.asked': true,
  'task.progress': true,
  'damage.created': true,
  'damage.deleted': true,
  'view.created': true,
  'view.deleted': true,
  'severity.created': true,
  'severity.updated': true,
  'model.progress': true,
  'model.not_kept': true,
  'engine.downgraded': true,
  'storage.warning': true,
  'storage.outdated': true,
  'storage.lost': true,
} satisfies Record<EventType, true>) as readonly EventType[];

export type EventOf<Type extends EventType> = Extract<KerbsideEvent, { type: Type }>;
/** Events that belong to one inspection: what `watch(id)` yields. */
export type InspectionEvent = Extract<KerbsideEvent, { inspectionId: string }>;
