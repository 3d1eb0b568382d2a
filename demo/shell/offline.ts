const PREPARED = 'kerbside-demo:prepared';

/** Resolves when the page itself would open without a network; rejects where the browser will not have it. */
export async function keepPage(): Promise<void> {
  if (!HAS_SERVICE_WORKER || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('./sw.js');
  await navigator.serviceWorker.ready;
}

/** For these runtimes: another version of them has to be fetched again. */
export const isPrepared = () => localStorage.getItem(PREPARED) === RUNTIME_FOLDER;

export const markPrepared = () => localStorage.setItem(PREPARED, RUNTIME_FOLDER);
