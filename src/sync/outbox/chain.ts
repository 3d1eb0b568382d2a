import { restoresRecord, type StoredOperation } from '../../domain/outbox/operation.ts';
import type { InspectionOutbox } from '../../store/outbox-store.ts';
import { getCreatedId, getHeldTags, getNeededTags, getReferencedIds } from './causality.ts';
import { RemoteIdMap } from './remote-id-map.ts';
import { isInDoubt } from './transitions.ts';

/** An operation of the chain and its place in the causal order. */
export interface ChainEntry {
  operation: StoredOperation;
  /** Whether this sender is marking, sending or removing the operation. */
  isClaimed: boolean;
  readonly needs: readonly string[];
  readonly holds: readonly string[];
}

/** The next step of one operation. */
export type Step =
  | { type: 'send'; entry: ChainEntry }
  /** Its record was deleted here and may exist at the service: search for it, and do not send it again. */
  | { type: 'reconcile'; entry: ChainEntry }
  /**
   * Remove it without a request: its record was deleted before it was sent, it deletes what was never sent, or it deletes
   * what was restored since.
   */
  | { type: 'drop'; entry: ChainEntry }
  /** A view of a damage that only this device knows: the service must get the damage first. */
  | { type: 'adopt'; entry: ChainEntry; damageId: string }
  /** It refers to a record that the service will never have. */
  | { type: 'block'; entry: ChainEntry; id: string };

/** The operations of one inspection in the outbox, complete and in order, with the remote ids of its records. */
export class Chain {
  readonly inspectionId: string;
  readonly ids: RemoteIdMap;
  readonly #userId: string;
  readonly #removedSequences = new Set<number>();
  readonly #startSequences = new Set<number>();
  #hasAwaitedTasks = false;
  #lastReadSequence = 0;
  #entries: ChainEntry[] = [];
  /** Cached: it is read for every chain each time that anything changes in any chain. */
  #hasPhotos = false;
  /** Images that a later operation of the chain deletes. */
  #deletedImages = new Set<string>();
  /** The sequence of the last operation that restores a damage, by its id. */
  #restoredDamages = new Map<string, number>();
  /** Whether the chain deletes the whole inspection. */
  #isDeleted = false;

  constructor(inspectionId: string, userId: string, stored: InspectionOutbox) {
    this.inspectionId = inspectionId;
    this.ids = new RemoteIdMap(inspectionId);
    this.#userId = userId;
    this.refresh(stored);
  }

  /**
   * Takes over what the store held when it was read. Claimed and removed entries keep their state in memory, which is
   * newer than the store's.
   */
  refresh({ operations, remoteIds, awaited }: InspectionOutbox): void {
    const claimed = new Map(
      this.#entries.filter((entry) => entry.isClaimed).map((entry) => [entry.operation.sequence, entry]),
    );
    const removed = operations.filter(({ sequence }) => this.#removedSequences.has(sequence));
    const left = operations.filter(({ sequence }) => !this.#removedSequences.has(sequence));
    this.#setEntries(left.map((operation) => claimed.get(operation.sequence) ?? createEntry(operation)));
    // A task start that was just delivered counts as awaited before that is written.
    this.#hasAwaitedTasks =
      awaited.length > 0 || removed.some(({ sequence }) => this.#startSequences.has(sequence));
    this.#lastReadSequence = Math.max(this.#lastReadSequence, operations.at(-1)?.sequence ?? 0);
    for (const one of remoteIds) this.ids.add(one);
  }

  /** The highest sequence that was read of this inspection. */
  get lastReadSequence(): number {
    return this.#lastReadSequence;
  }

  /** Whether any operation is being marked, sent or removed. */
  get isBusy(): boolean {
    return this.#entries.some(({ isClaimed }) => isClaimed);
  }

  /** Returns false if the operation left the outbox, also if another tab discarded it. */
  has(entry: ChainEntry): boolean {
    return this.#entries.includes(entry);
  }

  get hasPhotos(): boolean {
    return this.#hasPhotos;
  }

  get claimedPhotos(): number {
    return this.#entries.filter(({ isClaimed, operation }) => isClaimed && operation.kind === 'image.add')
      .length;
  }

  /**
   * Removes a delivered or dropped operation.
   *
   * @param isAwaited whether the service will send results for it
   */
  remove(entry: ChainEntry, isAwaited: boolean): void {
    const { sequence } = entry.operation;
    this.#removedSequences.add(sequence);
    if (isAwaited) this.#startSequences.add(sequence);
    this.#hasAwaitedTasks ||= isAwaited;
    this.#setEntries(this.#entries.filter((one) => one !== entry));
  }

  /**
   * Returns what can be done now: every operation that is not claimed, not blocked, belongs to this user, is due, and
   * waits for no earlier operation.
   *
   * Operations to drop need not be due and may be blocked. In a deleted inspection they may also be of another user and
   * out of order.
   */
  getNextSteps(isDue: (operation: StoredOperation) => boolean): Step[] {
    const steps: Step[] = [];
    const heldTags = new Set<string>();
    for (const entry of this.#entries) {
      const { operation } = entry;
      const isFree =
        !entry.isClaimed && !entry.needs.some((tag) => heldTags.has(tag)) && !this.#isResultsTooEarly(entry);
      const isNext = isFree && operation.userId === this.#userId;
      if (this.#canDrop(entry, isFree, isNext)) steps.push({ type: 'drop', entry });
      else if (isNext && operation.delivery?.state !== 'blocked' && isDue(operation)) {
        const step = this.#createStep(entry);
        if (step) steps.push(step);
      }
      for (const tag of entry.holds) heldTags.add(tag);
    }
    return steps;
  }

  /**
   * Returns how to deliver an operation. A record that the user deleted before it was sent never leaves the device: its
   * operations are dropped, unless the record may exist at the service and must be deleted there, too.
   */
  chooseAction(operation: StoredOperation): 'send' | 'reconcile' | 'drop' {
    const { kind, payload, delivery } = operation;
    if (!this.#isDeleted && this.#isObsolete(operation)) return 'drop';
    const isRecordDeleted = this.#isDeleted
      ? kind !== 'inspection.delete'
      : kind === 'image.add' && this.#deletedImages.has(payload.imageId);
    if (!isRecordDeleted) return 'send';
    // Deleting the inspection at the service deletes all of its records, so only its own creation matters.
    const mustBeFound = !this.#isDeleted || kind === 'inspection.create';
    return mustBeFound && isInDoubt(delivery) ? 'reconcile' : 'drop';
  }

  /**
   * Returns whether the service needs neither a delete nor its restoration: the damage was restored before its delete was
   * sent, or the service never had it.
   */
  #isObsolete(operation: StoredOperation): boolean {
    const { kind, payload, sequence, delivery } = operation;
    if (kind === 'damage.delete')
      return !isInDoubt(delivery) && sequence < (this.#restoredDamages.get(payload.damageId) ?? 0);
    if (!restoresRecord(operation)) return false;
    if (kind === 'damage.create') return !this.ids.has(payload.damageId);
    return kind === 'view.create' && !(this.ids.has(payload.viewId) && this.ids.has(payload.input.damageId));
  }

  #setEntries(entries: ChainEntry[]): void {
    this.#entries = entries;
    this.#hasPhotos = entries.some(({ operation }) => operation.kind === 'image.add');
    this.#isDeleted = entries.some(({ operation }) => operation.kind === 'inspection.delete');
    this.#deletedImages = new Set(
      entries.flatMap(({ operation: { kind, payload } }) =>
        kind === 'image.delete' ? [payload.imageId] : [],
      ),
    );
    this.#restoredDamages = new Map(
      entries.flatMap(({ operation }) =>
        operation.kind === 'damage.create' && restoresRecord(operation)
          ? [[operation.payload.damageId, operation.sequence]]
          : [],
      ),
    );
  }

  #canDrop({ operation, isClaimed }: ChainEntry, isFree: boolean, isNext: boolean): boolean {
    if (operation.kind === 'inspection.delete') return isFree && !this.ids.has(this.inspectionId);
    // A delete that was taken back waits for nothing: what it waits for may need the restored damage.
    const isAnyTime = operation.kind === 'damage.delete' && operation.userId === this.#userId;
    const isInTurn = this.#isDeleted || isAnyTime ? !isClaimed : isNext;
    return isInTurn && this.chooseAction(operation) === 'drop';
  }

  /** Results of the device are sent when nothing else is left: then all records have their remote ids. */
  #isResultsTooEarly({ operation }: ChainEntry): boolean {
    return (
      operation.kind === 'inspection.results' &&
      this.#entries.some(({ operation: { kind } }) => kind !== 'inspection.results')
    );
  }

  #createStep(entry: ChainEntry): Step | undefined {
    const { operation } = entry;
    const id = getReferencedIds(operation).find((one) => !this.ids.has(one));
    if (id === undefined)
      return { type: this.chooseAction(operation) === 'reconcile' ? 'reconcile' : 'send', entry };
    if (this.#canBecomeKnown(id, operation)) return undefined;
    if (id === this.inspectionId) return { type: 'block', entry, id };
    if (operation.kind.endsWith('.delete') || this.#deletedImages.has(id)) return { type: 'drop', entry };
    const isOnDamage = operation.kind === 'view.create' && id === operation.payload.input.damageId;
    return isOnDamage ? { type: 'adopt', entry, damageId: id } : { type: 'block', entry, id };
  }

  /** Returns whether a record may get a remote id: by its own creation, even a later one, or by results that are awaited. */
  #canBecomeKnown(id: string, by: StoredOperation): boolean {
    if (this.#entries.some(({ operation }) => getCreatedId(operation) === id)) return true;
    const canBeInResults = id !== this.inspectionId && id !== getImageId(by);
    return (
      canBeInResults &&
      (this.#hasAwaitedTasks || this.#entries.some(({ operation }) => startsTask(operation)))
    );
  }
}

export function startsTask(operation: StoredOperation): boolean {
  return operation.kind === 'task.update' && operation.payload.input.status === 'TODO';
}

function getImageId({ payload }: StoredOperation): string | undefined {
  return 'imageId' in payload ? payload.imageId : undefined;
}

function createEntry(operation: StoredOperation): ChainEntry {
  return {
    operation,
    isClaimed: false,
    needs: getNeededTags(operation),
    holds: getHeldTags(operation),
  };
}
