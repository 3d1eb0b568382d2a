import type { ProgressStatus, TaskName } from './enums.ts';

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
  | { type: 'storage.outdated' };

export type EventType = KerbsideEvent['type'];
export type EventOf<Type extends EventType> = Extract<KerbsideEvent, { type: Type }>;
/** Events that belong to one inspection: what `watch(id)` yields. */
export type InspectionEvent = Extract<KerbsideEvent, { inspectionId: string }>;
