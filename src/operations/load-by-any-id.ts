import { isOutboxStore } from '../store/outbox-store.ts';
import type { Loaded, Store } from '../store/store.ts';

/** An inspection by the id it has here or, where there is none of that id, by the one the service gave it. */
export async function loadByAnyId(store: Store, id: string): Promise<Loaded | undefined> {
  const loaded = await store.load(id);
  if (loaded) return loaded;
  const localId = await localIdOf(store, id);
  return localId === undefined ? undefined : store.load(localId);
}

/** What the inspection is called here that the service calls so. */
export async function localIdOf(store: Store, remoteId: string): Promise<string | undefined> {
  const known = isOutboxStore(store) ? await store.localIdOf(remoteId) : undefined;
  return known?.kind === 'inspection' ? known.localId : undefined;
}
