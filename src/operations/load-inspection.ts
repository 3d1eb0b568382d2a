import { throwIfAborted } from '../errors.ts';
import { type InspectionState, notFoundError } from '../rules/state.ts';
import { isOutboxStore } from '../store/outbox-store.ts';
import type { LoadedInspection, Store } from '../store/store.ts';

/**
 * Loads an inspection by its local id or its remote id.
 *
 * @throws `not_found` if there is none, `aborted` if the signal is aborted.
 */
export async function loadInspection(
  { store }: { store: Store },
  inspectionId: string,
  signal?: AbortSignal,
): Promise<InspectionState> {
  throwIfAborted(signal);
  const loaded = await loadByAnyId(store, inspectionId);
  throwIfAborted(signal);
  if (!loaded) throw notFoundError('inspection', inspectionId);
  return loaded.state;
}

/** Loads an inspection by its local id. If no inspection has that local id, the id is taken as a remote id. */
export async function loadByAnyId(store: Store, id: string): Promise<LoadedInspection | undefined> {
  const loaded = await store.load(id);
  if (loaded) return loaded;
  const localId = await findLocalId(store, id);
  return localId === undefined ? undefined : store.load(localId);
}

/** Returns the local id of the inspection with this remote id. */
export async function findLocalId(store: Store, remoteId: string): Promise<string | undefined> {
  const mapping = isOutboxStore(store) ? await store.localIdOf(remoteId) : undefined;
  return mapping?.kind === 'inspection' ? mapping.localId : undefined;
}
