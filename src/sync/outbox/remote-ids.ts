import type { RemoteId } from '../../domain/delivery.ts';

/** What the service calls the records of one inspection, as far as this sender knows. */
export class KnownIds {
  readonly #byLocal = new Map<string, RemoteId>();
  readonly #taken = new Set<string>();
  /** Whether a twin of the inspection itself was looked for. */
  hasSoughtTwin = false;

  constructor(known: readonly RemoteId[]) {
    for (const one of known) this.add(one);
  }

  add(remoteId: RemoteId): void {
    this.#byLocal.set(remoteId.localId, remoteId);
    this.#taken.add(remoteId.remoteId);
  }

  has(localId: string): boolean {
    return this.#byLocal.has(localId);
  }

  /** Only for records that are known: an operation is not sent before all it refers to are. */
  remoteOf(localId: string): string {
    const found = this.#byLocal.get(localId);
    if (!found) throw new RangeError(`The service has no name for ${localId} yet.`);
    return found.remoteId;
  }

  /** Remote pixels per pixel of the original. */
  scaleOf(imageId: string): number {
    return this.#byLocal.get(imageId)?.scale ?? 1;
  }

  /** Whether a remote record is one of ours already. */
  isTaken(remoteId: string): boolean {
    return this.#taken.has(remoteId);
  }
}
