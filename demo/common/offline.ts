import { version } from 'kerbside/package.json';

const PREPARED = 'kerbside-demo:prepared';

/** Registers the service worker and resolves when the page can be opened offline. Rejects if the browser refuses it. */
export async function cachePage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('./sw.js');
  await navigator.serviceWorker.ready;
}

/** Whether the models and runtimes of this version of the library are cached. */
export const isPrepared = () => localStorage.getItem(PREPARED) === version;

export const markPrepared = () => localStorage.setItem(PREPARED, version);
