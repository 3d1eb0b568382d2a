import type { Context } from '../rules/rule-context.ts';
import type { CreateDamage } from './damage.ts';
import type { Delivery } from './delivery.ts';
import type { ProgressStatus, TaskName } from './enums.ts';
import type { CreateImage } from './image.ts';
import type { CreateInspection, PdfInputData } from './inspection.ts';
import type { CreateSeverity, UpdateSeverity } from './severity.ts';
import type { UpdateTask } from './task.ts';
import type { VehicleInput } from './vehicle.ts';
import type { CreateView } from './view.ts';

/** What each operation carries: checked input, and the ids that records got on this device. */
export interface OperationPayloads {
  'inspection.create': { input: Omit<CreateInspection, 'images'> };
  'inspection.pdf_data': { input: PdfInputData };
  'inspection.vehicle': { input: VehicleInput };
  'inspection.delete': Record<never, never>;
  'task.update': { taskName: TaskName; input: UpdateTask };
  'image.add': { imageId: string; input: CreateImage };
  /** `taskStatuses`: those that its tasks may be in at the service, where one of them had failed here. */
  'image.delete': { imageId: string; taskStatuses?: readonly ProgressStatus[] };
  'damage.create': { damageId: string; input: CreateDamage };
  'damage.delete': { damageId: string };
  'view.create': { viewId: string; imageId: string; input: CreateView };
  'view.delete': { viewId: string };
  'severity.create': { severityId: string; input: CreateSeverity };
  'severity.update': { severityId: string; input: UpdateSeverity };
}
export type OperationKind = keyof OperationPayloads;

/** Every kind; written as an object so that the compiler misses none. */
export const OPERATION_KINDS = Object.keys({
  'inspection.create': true,
  'inspection.pdf_data': true,
  'inspection.vehicle': true,
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
 * One change that the remote service has to hear of. It is written in the transaction of the change itself,
 * and belongs to the user who made it. The store gives it its place in the order (`sequence`).
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
  /** Order of commit on this device, whatever the clock said. */
  sequence: number;
  /** Absent until the first attempt to send it. */
  delivery?: Delivery;
};

export function operation<K extends OperationKind>(
  context: Context,
  inspectionId: string,
  kind: K,
  payload: OperationPayloads[K],
): Operation {
  const { id: userId } = context.user;
  return { id: context.newId(), kind, inspectionId, userId, createdAt: context.now, payload } as Operation;
}
