const PREPARED = 'kerbside-demo:prepared';

/** Registers the service worker and resolves when the page can be opened offline. Rejects if the browser refuses it. */
export async function cachePage(): Promise<void> {
  if (!HAS_SERVICE_WORKER || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('./sw.js');
  await navigator.serviceWorker.ready;
}

/** Whether the models are cached for these runtime versions. */
export const isPrepared = () => localStorage.getItem(PREPARED) === RUNTIME_FOLDER;

export const markPrepared = () => localStorage.setItem(PREPARED, RUNTIME_FOLDER);
