import type { OutboxChange, RemoteId } from '../../domain/outbox/delivery.ts';

/** Maps local to remote ids and back during a merge, and collects the pairs that the merge adds. */
export class IdMap {
  readonly #inspectionId: string;
  readonly #byLocalId = new Map<string, RemoteId>();
  readonly #byRemoteId = new Map<string, RemoteId>();
  readonly #changes: OutboxChange[] = [];

  constructor(inspectionId: string, remoteIds: readonly RemoteId[]) {
    this.#inspectionId = inspectionId;
    for (const remoteId of remoteIds) this.#set(remoteId);
  }

  getRemoteId(localId: string): string | undefined {
    return this.#byLocalId.get(localId)?.remoteId;
  }

  getLocalId(remoteId: string): string | undefined {
    return this.#byRemoteId.get(remoteId)?.localId;
  }

  /** Returns the remote pixels per pixel of the original. */
  getScale(localImageId: string): number {
    return this.#byLocalId.get(localImageId)?.scale ?? 1;
  }

  add(kind: RemoteId['kind'], localId: string, remoteId: string): void {
    const added: RemoteId = { kind, localId, remoteId, inspectionId: this.#inspectionId };
    this.#set(added);
    this.#changes.push({ type: 'map', remoteId: added });
  }

  /** Returns the added pairs, to be stored with the merge. */
  getChanges(): OutboxChange[] {
    return [...this.#changes];
  }

  #set(remoteId: RemoteId): void {
    this.#byLocalId.set(remoteId.localId, remoteId);
    this.#byRemoteId.set(remoteId.remoteId, remoteId);
  }
}
