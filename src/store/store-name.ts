import type { Store } from './store.ts';

const names = new WeakMap<Store, string>();

/** Locks and events go by name. Those who open one store share them; another store, of another tenant say, has its own. */
export function nameOfStore(store: Store, newName: () => string): string {
  const name = names.get(store) ?? newName();
  names.set(store, name);
  return name;
}
