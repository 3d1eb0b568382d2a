import type { Route } from './route.ts';

/** The pages that the first load leaves out. */
const LOADERS: Partial<Record<Route['name'], () => Promise<{ definePage(): void }>>> = {
  new: () => import('../create/define.ts'),
  inspection: () => import('../inspection/define.ts'),
  compare: () => import('../compare/define.ts'),
  sync: () => import('../sync/define.ts'),
};
const defined = new Set<Route['name']>(['list']);

/** Whether the elements of the page are registered. Before that, they would not get their properties in time. */
export const isPageLoaded = (name: Route['name']) => defined.has(name);

/** Loads the code of a page and registers its elements. */
export async function loadPage(name: Route['name']): Promise<void> {
  const loaded = await LOADERS[name]?.();
  if (defined.has(name)) return; // loaded meanwhile, or before
  defined.add(name);
  loaded?.definePage();
}
