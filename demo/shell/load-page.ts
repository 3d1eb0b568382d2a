import { loadCode } from '../common/load-code.ts';
import type { Route } from '../common/route.ts';

/** The pages that the first load leaves out. */
const LOADERS: Partial<Record<Route['name'], () => Promise<{ definePage(): void }>>> = {
  new: () => import('../create/new-inspection.ts'),
  inspection: () => import('../inspection/inspection-page.ts'),
  compare: () => import('../compare/compare-page.ts'),
  sync: () => import('../sync/sync-page.ts'),
};
const defined = new Set<Route['name']>(['list']);

/** Whether the elements of the page are registered. Before that, they would not get their properties in time. */
export const isPageLoaded = (name: Route['name']) => defined.has(name);

/** Loads the code of a page and registers its elements. */
export async function loadPage(name: Route['name']): Promise<void> {
  const load = LOADERS[name];
  const loaded = load && (await loadCode(load));
  if (defined.has(name)) return; // loaded meanwhile, or before
  defined.add(name);
  loaded?.definePage();
}

const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 10_000;

/**
 * Reloads the page if its server responds. A reload without a network would show the browser's own error page, and browsers
 * differ in whether a failed import can be repeated without a reload.
 *
 * @returns Whether the reload has begun.
 */
export async function reloadIfReachable(): Promise<boolean> {
  const response = await fetch('./', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (!response?.ok) return false;
  location.reload();
  return true;
}

/**
 * Reloads the page as soon as its server responds. Retries while the page is needed: browsers report that they are online
 * before requests succeed, and report nothing if only the server was away.
 */
export async function reloadWhenReachable(isNeeded: () => boolean): Promise<void> {
  for (let delay = MIN_DELAY_MS; isNeeded(); delay = Math.min(2 * delay, MAX_DELAY_MS)) {
    await waitForNetwork(delay);
    if (isNeeded() && (await reloadIfReachable())) return;
  }
}

/** Resolves when the browser reports that it is online, at the latest after a delay. */
function waitForNetwork(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      removeEventListener('online', finish);
      resolve();
    };
    const timer = setTimeout(finish, delayMs);
    addEventListener('online', finish);
  });
}
