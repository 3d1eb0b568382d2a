import type { StoredOperation } from '../../domain/operation.ts';
import type { InspectionOutbox } from '../../store/outbox-store.ts';
import { createdId, holds, needs, referredIds } from './causality.ts';
import { KnownIds } from './remote-ids.ts';
import { isInDoubt } from './transitions.ts';

/** An operation of the chain, and whether this sender has it in hand. */
export interface Link {
  operation: StoredOperation;
  inHand: boolean;
  readonly needs: readonly string[];
  readonly holds: readonly string[];
}

/** What can be done about an operation that is next in line. */
export type Step =
  | { type: 'send'; link: Link }
  /** What it made was deleted here, and may have arrived: it is looked for, and not sent again. */
  | { type: 'look'; link: Link }
  /** Settled without the service: what it adds was taken away again before, or it takes away what was never there. */
  | { type: 'forget'; link: Link }
  /** It shows where a damage is that only this device knows: the service has to hear of the damage first. */
  | { type: 'adopt'; link: Link; damageId: string }
  /** It refers to a record that the service will never hear of. */
  | { type: 'refuse'; link: Link; id: string };

/** What is in the outbox for one inspection, whole and in order, and what the service calls its records. */
export class Chain {
  readonly inspectionId: string;
  readonly ids = new KnownIds([]);
  readonly #userId: string;
  readonly #removed = new Set<number>();
  readonly #startedHere = new Set<number>();
  #isAwaited = false;
  #readThrough = 0;
  #links: Link[] = [];
  /** Asked for often: each time that anything moves in any chain. */
  #hasPhotos = false;
  /** The photos that a later operation deletes. */
  #deletedPhotos = new Set<string>();
  /** Whether the whole inspection was deleted, and the service is still to hear of it. */
  #isDeleted = false;

  constructor(inspectionId: string, userId: string, stored: InspectionOutbox) {
    this.inspectionId = inspectionId;
    this.#userId = userId;
    this.refresh(stored);
  }

  /**
   * Takes in what the store had a moment ago. What is in hand here, or was removed here, is known better than that.
   */
  refresh({ operations, remoteIds, awaited }: InspectionOutbox): void {
    const inHand = new Map(
      this.#links.filter((link) => link.inHand).map((link) => [link.operation.sequence, link]),
    );
    const [removed, left] = [true, false].map((wanted) =>
      operations.filter(({ sequence }) => this.#removed.has(sequence) === wanted),
    ) as [StoredOperation[], StoredOperation[]];
    this.#keep(left.map((operation) => inHand.get(operation.sequence) ?? newLink(operation)));
    // A start that was delivered a moment ago is awaited as soon as that is written.
    this.#isAwaited = awaited.length > 0 || removed.some(({ sequence }) => this.#startedHere.has(sequence));
    this.#readThrough = Math.max(this.#readThrough, operations.at(-1)?.sequence ?? 0);
    for (const one of remoteIds) this.ids.add(one);
  }

  /** The highest sequence that was read of it. */
  get readThrough(): number {
    return this.#readThrough;
  }

  /** Whether any operation is being marked, sent or settled. */
  get isBusy(): boolean {
    return this.#links.some(({ inHand }) => inHand);
  }

  get hasPhotos(): boolean {
    return this.#hasPhotos;
  }

  get photosInHand(): number {
    return this.#links.filter(({ inHand, operation }) => inHand && operation.kind === 'image.add').length;
  }

  /** Delivered or given up; `isAwaited`: results will come of it. */
  remove(link: Link, isAwaited: boolean): void {
    const { sequence } = link.operation;
    this.#removed.add(sequence);
    if (isAwaited) this.#startedHere.add(sequence);
    this.#isAwaited ||= isAwaited;
    this.#keep(this.#links.filter((one) => one !== link));
  }

  #keep(links: Link[]): void {
    this.#links = links;
    this.#hasPhotos = links.some(({ operation }) => operation.kind === 'image.add');
    this.#isDeleted = links.some(({ operation }) => operation.kind === 'inspection.delete');
    this.#deletedPhotos = new Set(
      links.flatMap(({ operation: { kind, payload } }) => (kind === 'image.delete' ? [payload.imageId] : [])),
    );
  }

  /**
   * What can be done now: everything that is not in hand, not blocked and not another user's, whose time has come
   * (`isDue`), and which waits for none before it. What is forgotten needs no time to come, nor does it matter what it was
   * blocked by; and in an inspection that was deleted, neither its order nor its user.
   */
  steps(isDue: (operation: StoredOperation) => boolean): Step[] {
    const steps: Step[] = [];
    const held = new Set<string>();
    for (const link of this.#links) {
      const { operation } = link;
      const isFree = !link.inHand && !link.needs.some((tag) => held.has(tag));
      const isNext = isFree && this.#isOwn(operation);
      if (this.#isToForget(link, isFree, isNext)) steps.push({ type: 'forget', link });
      else if (isNext && operation.delivery?.state !== 'blocked' && isDue(operation)) {
        const step = this.#step(link);
        if (step) steps.push(step);
      }
      for (const tag of link.holds) held.add(tag);
    }
    return steps;
  }

  /**
   * What is to be done to deliver an operation. What a person deleted before it left the device never leaves it: it is
   * forgotten, unless what has to be deleted at the service as well may have arrived there.
   */
  fateOf({ kind, payload, delivery }: StoredOperation): 'send' | 'look' | 'forget' {
    const isTakenBack = this.#isDeleted
      ? kind !== 'inspection.delete'
      : kind === 'image.add' && this.#deletedPhotos.has(payload.imageId);
    if (!isTakenBack) return 'send';
    // With its inspection goes all that is in it, arrived or not.
    const hasToBeFound = !this.#isDeleted || kind === 'inspection.create';
    return hasToBeFound && isInDoubt(delivery) ? 'look' : 'forget';
  }

  #isToForget({ operation, inHand }: Link, isFree: boolean, isNext: boolean): boolean {
    if (operation.kind === 'inspection.delete') return isFree && !this.ids.has(this.inspectionId);
    return (this.#isDeleted ? !inHand : isNext) && this.fateOf(operation) === 'forget';
  }

  #step(link: Link): Step | undefined {
    const { operation } = link;
    const id = referredIds(operation).find((one) => !this.ids.has(one));
    if (id === undefined) return { type: this.fateOf(operation) === 'look' ? 'look' : 'send', link };
    if (this.#mayBecomeKnown(id, operation)) return undefined;
    if (id === this.inspectionId) return { type: 'refuse', link, id };
    if (operation.kind.endsWith('.delete') || this.#deletedPhotos.has(id)) return { type: 'forget', link };
    const isOnDamage = operation.kind === 'view.create' && id === operation.payload.input.damageId;
    return isOnDamage ? { type: 'adopt', link, damageId: id } : { type: 'refuse', link, id };
  }

  /** By its own creation, even one that was decided later; or by results that are still to come. */
  #mayBecomeKnown(id: string, by: StoredOperation): boolean {
    if (this.#links.some(({ operation }) => createdId(operation) === id)) return true;
    const isOfResults = id !== this.inspectionId && id !== imageOf(by);
    return isOfResults && (this.#isAwaited || this.#links.some(({ operation }) => startsTask(operation)));
  }

  #isOwn({ userId }: StoredOperation): boolean {
    return userId === this.#userId;
  }
}

function imageOf({ payload }: StoredOperation): string | undefined {
  return 'imageId' in payload ? payload.imageId : undefined;
}

function newLink(operation: StoredOperation): Link {
  return { operation, inHand: false, needs: needs(operation), holds: holds(operation) };
}

export function startsTask(operation: StoredOperation): boolean {
  return operation.kind === 'task.update' && operation.payload.input.status === 'TODO';
}
