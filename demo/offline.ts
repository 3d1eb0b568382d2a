const PREPARED = 'kerbside-demo:prepared';

/** Only the build has a service worker: in development the page changes under its hands. */
const canKeepPage = import.meta.env.PROD && 'serviceWorker' in navigator;

export function registerServiceWorker(): void {
  // Private windows and pages without https refuse it; everything but a reload without a network works all the same.
  if (canKeepPage) navigator.serviceWorker.register('./sw.js').catch(() => {});
}

/** Resolves when the page itself would open without a network. */
export async function pageKept(): Promise<void> {
  if (!canKeepPage) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration) await navigator.serviceWorker.ready;
}

/** For these runtimes: another version of them has to be fetched again. */
export const isPrepared = () => localStorage.getItem(PREPARED) === RUNTIME_FOLDER;

export const markPrepared = () => localStorage.setItem(PREPARED, RUNTIME_FOLDER);
