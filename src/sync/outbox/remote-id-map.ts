import type { RemoteId } from '../../domain/outbox/delivery.ts';
import type { StoredOperation } from '../../domain/outbox/operation.ts';
import { getCreatedId } from './causality.ts';

/** Maps the local ids of one inspection's records to remote ids and back, as far as they are known. */
export class RemoteIdMap {
  readonly #inspectionId: string;
  readonly #byLocalId = new Map<string, RemoteId>();
  readonly #byRemoteId = new Map<string, RemoteId>();
  readonly #linked: RemoteId[] = [];
  /** Whether duplicates of the inspection itself were already searched for. */
  hasSearchedDuplicates = false;

  constructor(inspectionId: string, remoteIds: readonly RemoteId[] = []) {
    this.#inspectionId = inspectionId;
    for (const one of remoteIds) this.add(one);
  }

  add(remoteId: RemoteId): void {
    this.#byLocalId.set(remoteId.localId, remoteId);
    this.#byRemoteId.set(remoteId.remoteId, remoteId);
  }

  /** Adds a pair that is not stored yet. */
  link(kind: RemoteId['kind'], localId: string, remoteId: string): void {
    const linked: RemoteId = { kind, localId, remoteId, inspectionId: this.#inspectionId };
    this.add(linked);
    this.#linked.push(linked);
  }

  /** The mappings that `link` added, to be stored. */
  get linked(): readonly RemoteId[] {
    return this.#linked;
  }

  has(localId: string): boolean {
    return this.#byLocalId.has(localId);
  }

  /**
   * Returns the remote id of a record.
   *
   * @throws RangeError if the record has none. A chain never sends an operation before all records it refers to have one.
   */
  getRemoteId(localId: string): string {
    const known = this.#byLocalId.get(localId);
    if (!known) throw new RangeError(`${localId} has no remote id yet.`);
    return known.remoteId;
  }

  findRemoteId(localId: string): string | undefined {
    return this.#byLocalId.get(localId)?.remoteId;
  }

  getLocalId(remoteId: string): string | undefined {
    return this.#byRemoteId.get(remoteId)?.localId;
  }

  /** Returns the remote pixels per pixel of the original. */
  getScale(imageId: string): number {
    return this.#byLocalId.get(imageId)?.scale ?? 1;
  }

  /** Returns whether a remote record belongs to a record of this device. */
  hasRemoteId(remoteId: string): boolean {
    return this.#byRemoteId.has(remoteId);
  }
}

/** Creates the mapping from the record that an operation creates to its remote id. */
export function createMapping(operation: StoredOperation, remoteId: string): RemoteId {
  const localId = getCreatedId(operation);
  if (localId === undefined) throw new RangeError(`${operation.kind} creates no record.`);
  const kind = operation.kind.slice(0, operation.kind.indexOf('.')) as RemoteId['kind'];
  return { localId, remoteId, inspectionId: operation.inspectionId, kind };
}
