import type { StoredOperation } from '../../domain/outbox/operation.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';

/**
 * Delays inspections that refer to another one (`relatedInspectionId`: a check-out refers to its check-in).
 *
 * The service needs its own id of the related inspection. If that inspection is not created there yet, the one that
 * refers to it waits.
 */
export class RelatedInspections {
  readonly #store: Pick<OutboxStore, 'outboxOf'>;
  /** Waiting inspections, by the inspection they refer to. */
  readonly #waiting = new Map<string, Set<string>>();

  constructor(store: Pick<OutboxStore, 'outboxOf'>) {
    this.#store = store;
  }

  /** Returns whether the inspection of these operations must wait. A deleted inspection never waits: it is not sent. */
  async mustWait(operations: readonly StoredOperation[]): Promise<boolean> {
    const create = operations.find(isCreate);
    const related = create?.payload.input.relatedInspectionId;
    const isDeleted = operations.some(({ kind }) => kind === 'inspection.delete');
    if (create === undefined || related === undefined || isDeleted) return false;
    // Register before reading the store: the related inspection may be delivered during the read.
    const waiting = this.#waiting.get(related) ?? new Set();
    this.#waiting.set(related, waiting.add(create.inspectionId));
    const isUnsent = (await this.#store.outboxOf(related)).operations.some(isCreate);
    if (!isUnsent) waiting.delete(create.inspectionId);
    return isUnsent;
  }

  /** Returns the inspections that waited for this one and forgets them. */
  release(inspectionId: string): Iterable<string> {
    const waiting = this.#waiting.get(inspectionId) ?? [];
    this.#waiting.delete(inspectionId);
    return waiting;
  }
}

function isCreate(
  operation: StoredOperation,
): operation is Extract<StoredOperation, { kind: 'inspection.create' }> {
  return operation.kind === 'inspection.create';
}
