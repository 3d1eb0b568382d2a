import type { StoredOperation } from '../../domain/operation.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';

/**
 * An inspection may refer to another one (a check-out to its check-in). The service must be told what it calls that
 * one itself, so whoever refers to one that is still to be created there waits for it.
 */
export class RelatedFirst {
  readonly #store: Pick<OutboxStore, 'outboxOf'>;
  /** By the inspection they wait for. */
  readonly #waiting = new Map<string, Set<string>>();

  constructor(store: Pick<OutboxStore, 'outboxOf'>) {
    this.#store = store;
  }

  /** Whether the inspection of these operations has to wait. One that was deleted tells the service nothing more. */
  async mustWait(operations: readonly StoredOperation[]): Promise<boolean> {
    const create = operations.find(isCreate);
    const related = create?.payload.input.relatedInspectionId;
    const isDeleted = operations.some(({ kind }) => kind === 'inspection.delete');
    if (create === undefined || related === undefined || isDeleted) return false;
    // Noted before it is looked up: the other one may be delivered meanwhile.
    const waiting = this.#waiting.get(related) ?? new Set();
    this.#waiting.set(related, waiting.add(create.inspectionId));
    const isToCome = (await this.#store.outboxOf(related)).operations.some(isCreate);
    if (!isToCome) waiting.delete(create.inspectionId);
    return isToCome;
  }

  /** Those that waited for this one, and need not any more. */
  freed(inspectionId: string): Iterable<string> {
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
