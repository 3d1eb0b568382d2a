import type { Store } from './store.ts';

const names = new WeakMap<Store, string>();

/**
 * Returns the name under which instances of this store share locks and events. Another store, for example of another
 * tenant, gets another name.
 */
export function getStoreName(store: Store, newName: () => string): string {
  const name = names.get(store) ?? newName();
  names.set(store, name);
  return name;
}
