import { isOutboxStore } from '../store/outbox-store.ts';
import type { Loaded, Store } from '../store/store.ts';

/** An inspection by the id it has here or, where there is none of that id, by the one the service gave it. */
export async function loadByAnyId(store: Store, id: string): Promise<Loaded | undefined> {
  const loaded = await store.load(id);
  if (loaded || !isOutboxStore(store)) return loaded;
  const known = await store.localIdOf(id);
  return known?.kind === 'inspection' ? store.load(known.localId) : undefined;
}
