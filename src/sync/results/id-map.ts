import type { OutboxChange, RemoteId } from '../../domain/delivery.ts';

/** Which record here is which one there, and what a merge adds to that. */
export class IdMap {
  readonly #inspectionId: string;
  readonly #byLocal = new Map<string, RemoteId>();
  readonly #byRemote = new Map<string, RemoteId>();
  readonly #added: OutboxChange[] = [];

  constructor(inspectionId: string, known: readonly RemoteId[]) {
    this.#inspectionId = inspectionId;
    for (const remoteId of known) this.#keep(remoteId);
  }

  remoteOf(localId: string): string | undefined {
    return this.#byLocal.get(localId)?.remoteId;
  }

  localOf(remoteId: string): string | undefined {
    return this.#byRemote.get(remoteId)?.localId;
  }

  /** Remote pixels per pixel of the original. */
  scaleOf(localImageId: string): number {
    return this.#byLocal.get(localImageId)?.scale ?? 1;
  }

  add(kind: RemoteId['kind'], localId: string, remoteId: string): void {
    const added: RemoteId = { kind, localId, remoteId, inspectionId: this.#inspectionId };
    this.#keep(added);
    this.#added.push({ type: 'map', remoteId: added });
  }

  /** What was added, to be stored with the merge. */
  changes(): OutboxChange[] {
    return [...this.#added];
  }

  #keep(remoteId: RemoteId): void {
    this.#byLocal.set(remoteId.localId, remoteId);
    this.#byRemote.set(remoteId.remoteId, remoteId);
  }
}
