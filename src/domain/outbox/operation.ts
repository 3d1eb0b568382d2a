import type { ProgressStatus, TaskName } from '../enums.ts';
import type { CreateDamage } from '../records/damage.ts';
import type { CreateImage } from '../records/image.ts';
import type { CreateInspection, PdfInputData, UpdateInspection } from '../records/inspection.ts';
import type { CreateSeverity, UpdateSeverity } from '../records/severity.ts';
import type { UpdateTask } from '../records/task.ts';
import type { VehicleInput } from '../records/vehicle.ts';
import type { CreateView } from '../records/view.ts';
import type { Delivery } from './delivery.ts';

export interface Restorable {
  /** True if the record was deleted here and brought back: it is created only if the service has deleted it. */
  isRestored?: true;
}

/** The payload of each kind of operation: the checked input and the local ids of the records. */
export interface OperationPayloads {
  'inspection.create': { input: Omit<CreateInspection, 'images'> };
  'inspection.pdf_data': { input: PdfInputData };
  'inspection.update': { input: UpdateInspection };
  'inspection.vehicle': { input: VehicleInput };
  /** Sends the current `DeviceResults`. They are read when the operation is sent, so it has no content of its own. */
  'inspection.results': Record<never, never>;
  'inspection.delete': Record<never, never>;
  'task.update': { taskName: TaskName; input: UpdateTask };
  'image.add': { imageId: string; input: CreateImage };
  /** `taskStatuses`: if a task of the image had failed here, the statuses that its tasks may have at the service. */
  'image.delete': { imageId: string; taskStatuses?: readonly ProgressStatus[] };
  'damage.create': { damageId: string; input: CreateDamage } & Restorable;
  'damage.delete': { damageId: string };
  'view.create': { viewId: string; imageId: string; input: CreateView } & Restorable;
  'view.delete': { viewId: string };
  'severity.create': { severityId: string; input: CreateSeverity };
  'severity.update': { severityId: string; input: UpdateSeverity };
}
/** The kind of an operation: what it changes. */
export type OperationKind = keyof OperationPayloads;

/** All kinds. An object, so that the compiler reports a missing one. */
export const OPERATION_KINDS = Object.keys({
  'inspection.create': true,
  'inspection.pdf_data': true,
  'inspection.update': true,
  'inspection.vehicle': true,
  'inspection.results': true,
  'inspection.delete': true,
  'task.update': true,
  'image.add': true,
  'image.delete': true,
  'damage.create': true,
  'damage.delete': true,
  'view.create': true,
  'view.delete': true,
  'severity.create': true,
  'severity.update': true,
} satisfies Record<OperationKind, true>) as readonly OperationKind[];

/**
 * One change that the outbox replays to the remote service.
 *
 * It is committed together with the change, and belongs to the user who made it. The store assigns its `sequence`.
 */
export type Operation = {
  [K in OperationKind]: {
    id: string;
    kind: K;
    inspectionId: string;
    userId: string;
    createdAt: string;
    payload: OperationPayloads[K];
  };
}[OperationKind];

export type StoredOperation = Operation & {
  /** The order of commits on this device. It does not depend on the clock. */
  sequence: number;
  /** Absent until the first attempt to send it. */
  delivery?: Delivery;
};

/** Returns whether an operation brings back a record that an earlier one deletes. */
export function restoresRecord({ payload }: Operation): boolean {
  return 'isRestored' in payload && payload.isRestored === true;
}

/**
 * Returns whether an operation in the outbox makes a new one unnecessary: it sends the results of the whole inspection, and
 * has not read them yet.
 */
export function coversResults(stored: StoredOperation, added: Operation): boolean {
  return (
    added.kind === 'inspection.results' &&
    stored.kind === added.kind &&
    stored.inspectionId === added.inspectionId &&
    stored.userId === added.userId &&
    stored.delivery?.state !== 'sending'
  );
}
